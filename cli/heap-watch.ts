import { getHeapStatistics } from 'node:v8';
import { collector } from '#adapters/http/large-memory.ts';

const LOOK_MS = 50;
/** Modules take this much when all are loaded. */
const FIRST_BYTES = 24 * 1024 * 1024;
/** Garbage of this much is collected, or of half of what lives. What a wave of usual pages leaves must not be: it would cost a tenth of the CPU. */
const LEAST_BYTES = 24 * 1024 * 1024;

/**
 * Collects this thread's garbage before V8 would, which lets a heap of 20 MB grow to 80 first: what is read and written by the megabyte is in the old
 * generation when it is let go. Costs two or three hundredths of a second each time.
 */
export class HeapWatch {
  #collect: ReturnType<typeof collector> | null = null;
  readonly #leastBytes: number;
  #lived = FIRST_BYTES;

  /** @param leastBytes of garbage that is collected @default 24 MB */
  constructor(leastBytes = LEAST_BYTES) {
    this.#leastBytes = leastBytes;
  }

  /** Looks from time to time, as long as the process has other work. */
  start(): void {
    setInterval(() => this.look(), LOOK_MS).unref();
  }

  /** Collects when enough has come together. */
  look(): void {
    const used = usedBytes();
    this.#lived = Math.max(FIRST_BYTES, Math.min(this.#lived, used));
    if (used - this.#lived < Math.max(this.#leastBytes, this.#lived / 2)) return;
    this.#collect ??= collector();
    this.#collect({ type: 'major' });
    this.#lived = usedBytes();
  }
}

/** Buffers count too: they lie outside of the heap, and go with what stands for them there. */
function usedBytes(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}
