import { afterEach, describe, expect, it, vi } from 'vitest';
import { SteadyClock, SystemClock, systemRandomId } from '#adapters/embedded/system-clock.ts';

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

describe('SteadyClock', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('keeps its time when the system clock is set, in every thread that shares its zero, until it follows', () => {
    const trueNow = Date.now();
    const clock = new SteadyClock();
    const shared = new SteadyClock(clock.zero);

    vi.spyOn(Date, 'now').mockReturnValue(trueNow - 3_600_000);

    expect(Math.abs(clock.now() - trueNow)).toBeLessThan(60_000);
    expect(Math.abs(shared.now() - clock.now())).toBeLessThan(1_000);
    clock.follow();
    expect(shared.now()).toBeLessThan(trueNow - 3_000_000);
  });
});
