import { setFlagsFromString } from 'node:v8';

/** Of a semi-space; the young generation has up to three. */
const SEMI_SPACE_MB = 8;
/** By how many parts in a hundred an old generation may grow from one full collection to the next. */
const GROWTH_PERCENT = 100;
/** What old generations of later threads may have before they are marked for the first time; the modules of one take 20. */
const FIRST_OLD_MB = 40;

/**
 * Sets what V8 asks of the heaps of this process. Call it first.
 *
 * Young generations stay small: this thread's stays as it is, those of threads that are started later have 8 MB a semi-space. By default they grow to 32 MB
 * each, which makes a process of 60 MB of objects take 200 MB more, and V8 mark the old generation all the time. Old generations at most double: V8 never
 * gives back what a thread's heap took at its largest, so all heaps are in memory at their largest at once (docs/performance.md).
 */
export function setHeapFlags(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString(`--min-semi-space-size=${SEMI_SPACE_MB}`);
  setFlagsFromString(`--max-semi-space-size=${SEMI_SPACE_MB}`);
  setFlagsFromString(`--initial-old-space-size=${FIRST_OLD_MB}`);
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
