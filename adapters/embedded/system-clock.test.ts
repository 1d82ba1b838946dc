import { describe, expect, it } from 'vitest';
import { SystemClock, systemRandomId } from '#adapters/embedded/system-clock.ts';

describe('SystemClock', () => {
  const clock = new SystemClock();

  it('tells epoch milliseconds and a time that never goes back', () => {
    const before = clock.monotonic();

    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1_000);
    expect(clock.monotonic()).toBeGreaterThanOrEqual(before);
  });

  it('sleeps as long as asked, and ends for nothing', async () => {
    const start = clock.monotonic();

    await clock.sleep(0);
    await clock.sleep(-5);
    await clock.sleep(30);

    expect(clock.monotonic() - start).toBeGreaterThanOrEqual(29);
  });

  it('wakes without throwing when the signal aborts, before and during', async () => {
    const abort = new AbortController();
    const sleeping = clock.sleep(60_000, abort.signal);

    abort.abort(new Error('stop'));
    await sleeping;
    await clock.sleep(60_000, abort.signal);

    expect(abort.signal.aborted).toBe(true);
  });
});

describe('systemRandomId', () => {
  it('makes 18 characters of [0-9a-z], never the same', () => {
    const ids = Array.from({ length: 10_000 }, systemRandomId);

    expect(ids.every((id) => /^[0-9a-z]{18}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(10_000);
  });
});
