import * as z from 'zod';

const offset = z.int().nonnegative();
const number = z.int().nonnegative();

/** Start of a page of tasks: settled rows first, then refused URLs, then pending ones. */
export const TaskCursor = z.discriminatedUnion('phase', [
  z.object({
    phase: z.literal('settled'),
    /** Cursor of the task index; null: its beginning. */
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
    /**
     * The wave whose manifest is next, from the last back to the first; the place of the level in
     * it; the byte in its list.
     */
    wave: number,
    level: number,
    at: offset,
  }),
  z.object({
    phase: z.literal('late'),
    /** The wave whose rows are next: it was settled since the walk began. The byte in them. */
    wave: number,
    at: offset,
  }),
  z.object({
    phase: z.literal('reported'),
    /** Wave of the plan that `part` is of: another plan is read from its beginning. */
    wave: number,
    /** Unit of the plan, its chunk and that chunk's line. */
    part: number,
    chunk: number,
    line: number,
  }),
  z.object({
    phase: z.literal('pending'),
    /** Wave of the frontier that `part` is of: another frontier is read from its beginning. */
    wave: number,
    part: number,
    at: offset,
    /** For a unit of the plan: its chunks that were given, and the place of the line at `at`. */
    chunks: number.optional(),
    line: number.optional(),
  }),
]);
export type TaskCursor = z.infer<typeof TaskCursor>;

const Since = z.object({ since: number.optional() });

export const FIRST_PAGE: TaskWalk = { cursor: { phase: 'settled', at: null, skip: 0 }, since: null };

/**
 * Position of a walk, and the wave that ran when it began: tasks settled since then are still to be
 * given.
 */
export interface TaskWalk {
  readonly cursor: TaskCursor;
  /** Null for a cursor that lacks it. */
  readonly since: number | null;
}

/** Opaque to clients; nothing in it is trusted. */
export const encodeCursor = ({ cursor, since }: TaskWalk): string =>
  Buffer.from(JSON.stringify({ ...cursor, ...(since !== null && { since }) })).toString('base64url');

/** Null if the text is not such a cursor. */
export function decodeCursor(text: string): TaskWalk | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    const { since = null } = Since.parse(value);
    return { cursor: TaskCursor.parse(value), since };
  } catch {
    return null;
  }
}
