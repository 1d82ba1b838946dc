import type { Correction, TaskRow } from '#core/execution/task-index.ts';
import type { UrlKey } from '#core/url/url-key.ts';

/** The row of a page that turned out to be a duplicate; null where the page has no row. */
export const corrected = (row: TaskRow | null, { of }: Pick<Correction, 'of'>): TaskRow | null =>
  row === null ? null : { ...row, outcome: { type: 'duplicate', of: of as UrlKey } };
