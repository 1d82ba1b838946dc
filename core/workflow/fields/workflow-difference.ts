import { valueAt } from '#core/faults/workflow-fault.ts';
import { workflowFields } from '#core/workflow/fields/workflow-fields.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/** A field that two workflows have different values in; secrets are hidden. */
export interface FieldChange {
  /** `limits.pages` */
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/**
 * Differences between `from` and `to`, in the order of the schema.
 * @param from null: there is none yet, and the differences are from the defaults
 */
export function workflowDifference(from: Workflow | null, to: Workflow): FieldChange[] {
  return workflowFields().flatMap(({ path, defaultValue = null }) => {
    const [before, after] = [from === null ? defaultValue : valueAt(from, path), valueAt(to, path)];
    if (sorted(before) === sorted(after)) return [];
    return [{ field: path.join('.'), from: shown(before), to: shown(after) }];
  });
}

/** Equal for equal values: the order of names in a mapping does not count. */
const sorted = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, inner) => (isMapping(inner) ? inOrder(inner) : inner));

const inOrder = (mapping: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(mapping).sort(([a], [b]) => (a < b ? -1 : 1)));

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Hides any secret that a row of an earlier version holds. */
function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (!isMapping(value)) return value ?? null;
  if (value.secret === true) return { ...value, value: '(secret)' };
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shown(inner)]));
}
