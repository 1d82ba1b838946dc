import type { DiffLine } from '#api/client/schema.ts';
import { firstLines, SHOWN_LINES } from './first-lines.ts';

/** The part of a diff that the view shows: its counts, and the first pages that differ. */
export interface FirstChanges {
  readonly summary: DiffLine;
  readonly changes: readonly DiffLine[];
  /** True if there are more: only the file has them all. */
  readonly cut: boolean;
}

/** Pages that the view shows. */
export const SHOWN_CHANGES = SHOWN_LINES;

/** Reads the counts and the first changes, but not the rest of the answer. */
export async function firstChanges(response: Response, shown = SHOWN_CHANGES): Promise<FirstChanges> {
  const { summary, lines, cut } = await firstLines<DiffLine>(response, shown);
  return { summary, changes: lines, cut };
}

/**
 * True if the later execution has no data of the page and may have missed it. A tick of a
 * collection never counts as complete, but it knows the pages that it kept: those are excluded.
 */
export const isNotReached = ({ kind, reason }: DiffLine): boolean => kind === 'unknown' && reason === 'not-reached';
