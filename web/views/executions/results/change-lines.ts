import type { DiffLine } from '#api/client/schema.ts';
import { firstLines, SHOWN_LINES } from './first-lines.ts';

/** What the view shows of a diff: its counts, and the first pages that differ. */
export interface FirstChanges {
  readonly summary: DiffLine;
  readonly changes: readonly DiffLine[];
  /** There are more: only the file has them all. */
  readonly cut: boolean;
}

/** Pages that the view shows. */
export const SHOWN_CHANGES = SHOWN_LINES;

/** Reads the counts and the first changes, and leaves the rest of the answer unread. */
export async function firstChanges(response: Response, shown = SHOWN_CHANGES): Promise<FirstChanges> {
  const { summary, lines, cut } = await firstLines<DiffLine>(response, shown);
  return { summary, changes: lines, cut };
}

/**
 * The later execution has nothing of the page and may have missed it. A tick of a collection counts
 * as never complete, but knows the pages that it kept: they are not of these.
 */
export const isNotReached = ({ kind, reason }: DiffLine): boolean => kind === 'unknown' && reason === 'not-reached';
