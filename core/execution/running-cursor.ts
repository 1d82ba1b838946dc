import * as z from 'zod';

const number = z.int().nonnegative();

/**
 * Start of a page of a list within the durable part of the running wave: everything before it was
 * given.
 */
export const RunningCursor = z.strictObject({
  /** The wave; once it is settled, the list continues at its beginning. */
  wave: number,
  /** Unit of the plan, its chunk and that chunk's line. */
  part: number,
  chunk: number,
  line: number,
});
export type RunningCursor = z.infer<typeof RunningCursor>;

/** Opaque to clients; nothing in it is trusted. */
export const encodeRunningCursor = ({ wave, part, chunk, line }: RunningCursor): string =>
  `r${[wave, part, chunk, line].join('.')}`;

/** Null if the text is not such a cursor. */
export function decodeRunningCursor(text: string): RunningCursor | null {
  if (!/^r\d{1,9}(?:\.\d{1,9}){3}$/.test(text)) return null;
  const [wave, part, chunk, line] = text.slice(1).split('.').map(Number);
  return RunningCursor.safeParse({ wave, part, chunk, line }).data ?? null;
}
