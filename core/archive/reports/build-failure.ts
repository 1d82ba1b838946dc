import * as z from 'zod';
import type { ErrorCode } from '#core/error.ts';

/** The reason of a failed build, as an object beside those that the function would have written. */
export const BuildFailure = z.object({
  /** Epoch milliseconds. */
  at: z.int().nonnegative(),
  /** Code of the error; another version of Surf may have had other codes. */
  code: z.string().transform((code) => code as ErrorCode),
  message: z.string(),
  remedy: z.string().nullable(),
});
export type BuildFailure = z.infer<typeof BuildFailure>;

/** True if a later build would fail in the same way. */
export const isFinal = ({ code }: Pick<BuildFailure, 'code'>): boolean => FINAL.has(code);

const FINAL: ReadonlySet<ErrorCode> = new Set([
  'ANSWER_TOO_LARGE',
  'COLUMN_UNKNOWN',
  'FORMAT_UNKNOWN',
  'OUTPUT_NOT_KEPT',
]);

/**
 * Key of a failure.
 * @param build names the attempt
 */
export const failureKey = (name: string, build: string): string => `${name}.${build}.failed.json`;
/** @returns the attempt; null: the object is not a failure of this build */
export function failedBuildOf(name: string, key: string): string | null {
  const end = '.failed.json';
  return key.startsWith(`${name}.`) && key.endsWith(end) ? key.slice(name.length + 1, -end.length) : null;
}
