import { describe, expect, it } from 'vitest';
import { CircuitBreaker } from '#core/politeness/breaker.ts';

describe('CircuitBreaker', () => {
  it('opens for 30 s after five failures in a row', () => {
    const breaker = new CircuitBreaker();

    for (let i = 0; i < 4; i++) breaker.failed(1_000);
    expect(breaker.openUntil).toBe(0);
    breaker.failed(1_000);

    expect(breaker.openUntil).toBe(31_000);
  });

  it('waits twice as long after each further failure, up to ten minutes', () => {
    const breaker = new CircuitBreaker();
    for (let i = 0; i < 5; i++) breaker.failed(0);

    const waits: number[] = [];
    for (let i = 0; i < 6; i++) {
      const now = breaker.openUntil;
      breaker.failed(now);
      waits.push(breaker.openUntil - now);
    }

    expect(waits).toEqual([60_000, 120_000, 240_000, 480_000, 600_000, 600_000]);
  });

  it('is closed by any answer, and counts from the beginning', () => {
    const breaker = new CircuitBreaker();
    for (let i = 0; i < 7; i++) breaker.failed(breaker.openUntil);

    breaker.answered();
    for (let i = 0; i < 5; i++) breaker.failed(1_000_000);

    expect(breaker.openUntil).toBe(1_030_000);
  });

  it('does not count requests that began before it opened', () => {
    const breaker = new CircuitBreaker();
    for (let i = 0; i < 20; i++) breaker.failed(10);

    expect(breaker.openUntil).toBe(30_010);
  });
});
