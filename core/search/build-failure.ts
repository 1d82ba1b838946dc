import * as z from 'zod';
import type { ErrorCode } from '#core/error.ts';

/** Why an index was not built: an object beside the ones of the index. */
export const BuildFailure = z.object({
  /** Epoch milliseconds. */
  at: z.int().nonnegative(),
  /** Of the error; another version of Surf may have had others. */
  code: z.string().transform((code) => code as ErrorCode),
  message: z.string(),
  remedy: z.string().nullable(),
});
export type BuildFailure = z.infer<typeof BuildFailure>;

/** Whether a later build would fail in the same way. */
export const isFinal = ({ code }: Pick<BuildFailure, 'code'>): boolean =>
  code === 'ANSWER_TOO_LARGE' || code === 'FORMAT_UNKNOWN' || code === 'OUTPUT_NOT_KEPT';

/**
 * Its key.
 * @param build names the attempt
 */
export const failureKey = (name: string, build: string): string => `${name}.${build}.failed.json`;
/** @returns the attempt; null: the object is no failure of this index */
export function failedBuildOf(name: string, key: string): string | null {
  const end = '.failed.json';
  return key.startsWith(`${name}.`) && key.endsWith(end) ? key.slice(name.length + 1, -end.length) : null;
}
