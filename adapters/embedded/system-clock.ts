import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Clock, RandomId } from '#core/model/clock.ts';

/** The longest time of a timer; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The machine's time. */
export class SystemClock implements Clock {
  now(): number {
    return Date.now();
  }

  monotonic(): number {
    return performance.now();
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const until = performance.now() + ms;
    try {
      for (let left = ms; left > 0; left = until - performance.now()) {
        await setTimeout(Math.min(left, MAX_TIMER_MS), undefined, signal === undefined ? {} : { signal });
      }
    } catch (error) {
      if (signal?.aborted !== true) throw error;
    }
  }
}

/** Zero of `SteadyClock`; threads of a process share it. */
export type ClockZero = BigInt64Array<SharedArrayBuffer>;

/**
 * Time that passes evenly: the system clock as it was at `follow`, and the time that has passed
 * since. A system clock that somebody sets during a crawl neither shortens a delay between two
 * requests nor makes anything wait for it. Suspended time does not pass on it until the next
 * `follow`.
 */
export class SteadyClock extends SystemClock {
  /** Epoch ms at the zero of the machine's monotonic clock, which is the same in all threads. */
  readonly zero: ClockZero;

  /** @param zero of another thread @default the system clock now */
  constructor(zero?: ClockZero) {
    super();
    this.zero = zero ?? new BigInt64Array(new SharedArrayBuffer(8));
    if (zero === undefined) this.follow();
  }

  override now(): number {
    return Number(Atomics.load(this.zero, 0)) + Math.floor(passedMs());
  }

  /** Adopts the system clock, in all threads; only while nothing is crawled. */
  follow(): void {
    Atomics.store(this.zero, 0, BigInt(Math.round(Date.now() - passedMs())));
  }
}

/** Ms since the zero of the monotonic clock. */
function passedMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
}

const ID_BYTES = 11;
const ID_LENGTH = 18; // 36^18 > 2^88

/** 88 random bits of the operating system in 18 characters of [0-9a-z]. */
export const systemRandomId: RandomId = () =>
  BigInt(`0x${randomBytes(ID_BYTES).toString('hex')}`)
    .toString(36)
    .padStart(ID_LENGTH, '0');
