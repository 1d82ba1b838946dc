import { describe, expect, it } from 'vitest';
import { takeToken } from '#core/identity/rate.ts';

const T0 = 1_763_700_000_000;
const RATE = { perSecond: 5, burst: 10 };

/** How many of the requests at these instants may go. */
function passing(instants: readonly number[]): number {
  let fullAt = 0;
  let passed = 0;
  for (const now of instants) {
    const answer = takeToken(RATE, fullAt, now);
    fullAt = answer.fullAt;
    if (answer.waitMs === 0) passed += 1;
  }
  return passed;
}

describe('the token bucket of a user (S16)', () => {
  it('lets a burst pass at once, and no more', () => {
    expect(passing(Array.from({ length: 30 }, () => T0))).toBe(10);
  });

  it('lets the rate pass for as long as it lasts', () => {
    expect(passing(Array.from({ length: 1_000 }, (_, i) => T0 + i * 10))).toBe(10 + 49);
  });

  it('is full again after a rest, never fuller', () => {
    const rested = [...Array.from({ length: 10 }, () => T0), ...Array.from({ length: 30 }, () => T0 + 3_600_000)];

    expect(passing(rested)).toBe(20);
  });

  it('says how long the next token takes', () => {
    expect(takeToken(RATE, T0 + 2_000, T0)).toEqual({ fullAt: T0 + 2_000, waitMs: 200 });
    expect(takeToken(RATE, T0 + 2_000, T0 + 200).waitMs).toBe(0);
  });
});
