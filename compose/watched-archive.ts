import { getHeapStatistics } from 'node:v8';
import { collector } from '#adapters/http/body/large-memory.ts';
import type { Archive } from '#core/archive/archive.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';

const LOOK_MS = 50;
/** Duration of a watch after its last trigger, in ms. */
const WATCH_MS = 30_000;
/** Size of all modules once loaded. */
const FIRST_BYTES = 24 * 1024 * 1024;
/** Least garbage to collect; half of the live size if that is more. */
const LEAST_BYTES = 24 * 1024 * 1024;
/** A tenth of it holds the compressed lines of a hundred usual pages. */
const LARGE_CHUNK_BYTES = 512 * 1024;

/**
 * Collects this thread's garbage before V8 would, which lets a heap of 20 MB grow to 80 first:
 * buffers of megabytes are in the old generation by the time they are released. A collection costs
 * 20 to 30 ms, so it checks only while there is reason to.
 */
class HeapWatch {
  #collect: ReturnType<typeof collector> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #until = 0;
  #lived = FIRST_BYTES;

  /** Checks repeatedly for half a minute, as long as the process has other work. */
  watch(): void {
    this.#until = performance.now() + WATCH_MS;
    this.#timer ??= setInterval(() => this.#tick(), LOOK_MS).unref();
  }

  #tick(): void {
    this.#look();
    if (performance.now() < this.#until || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Collects once there is enough garbage. */
  #look(): void {
    const used = usedBytes();
    this.#lived = Math.max(FIRST_BYTES, Math.min(this.#lived, used));
    if (used - this.#lived < Math.max(LEAST_BYTES, this.#lived / 2)) return;
    this.#collect ??= collector();
    this.#collect({ type: 'major' });
    this.#lived = usedBytes();
  }
}

/**
 * Wraps an archive so that a large chunk, as from a page or sitemap full of addresses, starts the
 * watch when it is written or read.
 */
export function watchedArchive(archive: Archive): Archive {
  const heap = new HeapWatch();
  const note = (key: string, parts: readonly Uint8Array[]): void => {
    const bytes = parts.reduce((sum, part) => sum + part.length, 0);
    if (key.endsWith(CHUNK_SUFFIX.lines) && bytes > LARGE_CHUNK_BYTES) heap.watch();
  };
  return {
    put: (key, parts) => {
      note(key, parts);
      return archive.put(key, parts);
    },
    get: async (key) => {
      const bytes = await archive.get(key);
      note(key, [bytes]);
      return bytes;
    },
    range: (key, offset, length) => archive.range(key, offset, length),
    list: (prefix) => archive.list(prefix),
    delete: (keys) => archive.delete(keys),
  };
}

/**
 * Bytes of heap and buffers. Buffers are outside of the heap, and are freed with their objects in
 * it.
 */
function usedBytes(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}
