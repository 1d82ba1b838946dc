import * as z from '#core/zod.ts';

const offset = z.int().nonnegative();
const number = z.int().nonnegative();

/** Where a page of tasks begins: settled rows first, then refused URLs, then pending ones. */
export const TaskCursor = z.discriminatedUnion('phase', [
  z.object({
    phase: z.literal('settled'),
    /** Of the task index; null: its beginning. */
    at: z.string().max(1_500).nullable(),
    /** Rows of that page that were given already. */
    skip: number,
  }),
  z.object({
    phase: z.literal('unprojected'),
    skip: number,
  }),
  z.object({
    phase: z.literal('refused'),
    /** The wave whose manifest is next, from the last back to the first; the place of the level in it; the byte in its list. */
    wave: number,
    level: number,
    at: offset,
  }),
  z.object({
    phase: z.literal('pending'),
    /** Of the frontier that `part` is of: another one is read from its beginning. */
    wave: number,
    part: number,
    at: offset,
  }),
]);
export type TaskCursor = z.infer<typeof TaskCursor>;

export const FIRST_PAGE: TaskCursor = { phase: 'settled', at: null, skip: 0 };

/** Opaque to whoever keeps it; nothing in it is trusted. */
export const encodeCursor = (cursor: TaskCursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** Null when it is none of ours. */
export function decodeCursor(text: string): TaskCursor | null {
  try {
    return TaskCursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    return null;
  }
}
