import type { PluginUser } from '#core/plugin/known-plugins.ts';
import { SelectionRules } from '#core/selection/compiled/selection-rules.ts';
import type { Selection } from '#core/selection/selection.ts';

/** Tells which stored pages have a record. */
export type RecordedPages = Pick<SelectionRules, 'applies'>;

/**
 * All pages with plug-ins, else those to which a rule of the selection applies. Null: the workflow
 * takes no records.
 */
export function recordedPages(workflow: PluginUser & { readonly selection: Selection | null }): RecordedPages | null {
  const { selection, plugins } = workflow;
  if (plugins.length > 0) return EVERY_PAGE;
  return selection === null ? null : new SelectionRules(selection);
}

const EVERY_PAGE: RecordedPages = { applies: () => true };
