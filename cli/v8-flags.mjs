import { availableParallelism } from 'node:os';

/** Of the main thread, which keeps it. V8 makes it 1 MB, which is collected twenty times until the first request, and lets it grow to 32. */
const SEMI_SPACE_MB = 4;

/**
 * What V8 and Node read when a process starts; heap-flags.ts has what is told them later. Threads in which V8 compiles and collects garbage: four by default,
 * which on one core only take it from each other (2 % of a crawl). Plain JavaScript: surf.mjs needs it.
 */
export const V8_FLAGS = [
  `--v8-pool-size=${Math.min(4, availableParallelism())}`,
  `--min-semi-space-size=${SEMI_SPACE_MB}`,
  '--semi-space-growth-factor=1',
];
