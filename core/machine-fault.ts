import { codeOf, type ErrorCode } from '#core/error.ts';

/**
 * Faults of the machine or of the data folder: no page, host or worker caused them. A run that
 * meets one ends; it settles no task with it, and `surf resume` does the work again.
 */
const MACHINE_FAULTS: ReadonlySet<ErrorCode> = new Set([
  'DISK_FULL',
  'DATA_FOLDER_READ_ONLY',
  'DATA_FOLDER_GONE',
  'DATABASE_CORRUPT',
  'OPEN_FILES_EXHAUSTED',
  'STORE_UNAVAILABLE',
  'STORE_THROTTLED',
  'OBJECT_CORRUPT',
  'OBJECT_NOT_FOUND',
  'FORMAT_UNKNOWN',
  'WORKER_UNSTARTABLE',
  'HOOK_FAILED', // the program around the crawl cannot continue: not a fault of the page either
]);

/** Is `error` the machine's or the data folder's fault? */
export const isMachineFault = (error: unknown): boolean => {
  const code = codeOf(error);
  return code !== undefined && MACHINE_FAULTS.has(code);
};
