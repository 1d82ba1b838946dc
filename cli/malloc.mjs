import { fileURLToPath } from 'node:url';

/**
 * Settings of glibc's malloc, which reads them when a process starts. By default each thread has an
 * arena that keeps what it once took. With two arenas, and blocks of 128 KiB or more returned when
 * they are freed, a page of a million links costs 80 MB instead of 130 (ADR 18). It gains no CPU.
 * Plain JavaScript: surf.mjs needs it before it knows that Node is new enough.
 */
export const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

/** Node 22 calls its SQLite experimental, in each thread that opens a data folder. */
export const QUIET = process.versions.node.startsWith('22.') ? ['--disable-warning=ExperimentalWarning'] : [];

/**
 * Starts this process again with the settings, in 20 ms, unless the user has made some.
 * @param {string} script the module that runs
 */
export function withMalloc(script) {
  if (process.platform !== 'linux' || process.env.MALLOC_ARENA_MAX !== undefined) return;
  const command = [process.execPath, ...process.execArgv, ...QUIET, fileURLToPath(script), ...process.argv.slice(2)];
  process.execve?.(process.execPath, command, { ...MALLOC, ...process.env });
}
