import { setFlagsFromString } from 'node:v8';

/** Size of a semi-space; a young generation has up to three. */
const SEMI_SPACE_MB = 8;
/** Percent by which an old generation may grow between two full collections. */
const GROWTH_PERCENT = 100;

/**
 * The only place that sets flags of V8 (ADR 18: together 8 % of the CPU of a crawl and 95 MB).
 * Keeps the young generations of threads that start later at 8 MB a semi-space. By default they
 * grow to 32 MB, and V8 marks the old generation of a small heap all the time.
 */
export function boundYoungHeaps(): void {
  for (const bound of ['min', 'max']) setFlagsFromString(`--${bound}-semi-space-size=${SEMI_SPACE_MB}`);
}

/**
 * Lets old generations at most double, because V8 never releases the largest heap that a thread
 * had. Call it when a thread has loaded its modules: V8 uses cached code only under the flags it
 * was compiled under, and compiles later modules from source.
 */
export function boundOldHeaps(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
