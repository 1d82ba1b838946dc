import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** Codes of a process, or a system, that can open no more files. */
export const NO_FILES: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE']);

export const isOutOfFiles = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && NO_FILES.has(String(error.code));

/**
 * Neither c-ares nor getaddrinfo says that it got no descriptor: both answer as if there were no
 * such name.
 * @throws Error EMFILE or ENFILE, when this process can open no file now
 */
export function refuseWithoutFiles(): void {
  closeSync(openSync(devNull, 'r'));
}
