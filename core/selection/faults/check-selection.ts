import { faultError } from '#core/faults/workflow-fault.ts';
import { selectionFaults } from '#core/selection/faults/selection-faults.ts';
import { wrong } from '#core/selection/faults/value-faults.ts';
import { Selection } from '#core/selection/selection.ts';

/**
 * Checks a selection policy on its own, and fills in its defaults.
 *
 * @param value plain data: what `parseDocument` gave
 * @throws SurfError FIELD_UNKNOWN, FIELD_INVALID, SELECTOR_INVALID, JSONPATH_INVALID,
 * EXPRESSION_INVALID; the message names up to five other faults
 */
export function checkSelection(value: unknown): Selection {
  const [first, ...others] = selectionFaults(value, []);
  if (first !== undefined) throw faultError([first, ...others]);
  const checked = Selection.safeParse(value);
  if (checked.success) return checked.data;
  throw faultError([wrong([], value, 'what docs/reference/selection.md says')]);
}
