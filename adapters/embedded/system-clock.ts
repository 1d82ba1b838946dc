import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Clock, RandomId } from '#core/execution/clock.ts';

/** The longest time that a timer can be set to; a longer one would fire at once. */
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

const ID_BYTES = 11;
const ID_LENGTH = 18; // 36^18 > 2^88

/** 88 random bits of the operating system in 18 characters of [0-9a-z]. */
export const systemRandomId: RandomId = () =>
  BigInt(`0x${randomBytes(ID_BYTES).toString('hex')}`)
    .toString(36)
    .padStart(ID_LENGTH, '0');
