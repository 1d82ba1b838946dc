import { setFlagsFromString } from 'node:v8';

/** Of a semi-space of later threads; the young generation has up to three. */
const SEMI_SPACE_MB = 8;
/** By how many parts in a hundred an old generation may grow from one full collection to the next. */
const GROWTH_PERCENT = 100;

/**
 * Keeps the young generations of threads that are started later small: 8 MB a semi-space. By default they grow to 32 MB, which makes a process of 60 MB of
 * objects take 200 MB more, and V8 mark the old generation all the time (docs/performance.md). The main thread's is said where the process starts (v8-flags.mjs).
 */
export function boundYoungHeaps(): void {
  for (const bound of ['min', 'max']) setFlagsFromString(`--${bound}-semi-space-size=${SEMI_SPACE_MB}`);
}

/**
 * Lets old generations at most double: V8 never gives back what a thread's heap took at its largest, so all heaps are in memory at their largest at once.
 * Call it when a thread is loaded. V8 takes compiled code only under the flags that it was made under, and that of Node's own modules was made without this one:
 * what is loaded later is compiled from source, which would take a crawl 80 ms of CPU until its first request. (Sizes of semi-spaces make no difference.)
 */
export function boundOldHeaps(): void {
  setFlagsFromString('--semi-space-growth-factor=1'); // where the process did not start with v8-flags.mjs
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
