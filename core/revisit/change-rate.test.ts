import { describe, expect, it } from 'vitest';
import { type ChangeHistory, NO_HISTORY, withVisit } from '#core/revisit/change-history.ts';
import { changeRate, likeliestRate, planningRate, RATE_BOUNDS } from '#core/revisit/change-rate.ts';

const historyOf = (outcomes: readonly boolean[], intervalDays: number): ChangeHistory =>
  outcomes.reduce((history, changed) => withVisit(history, intervalDays, changed), NO_HISTORY);

const outcomes = (visits: number, changes: number): boolean[] => Array.from({ length: visits }, (_, i) => i < changes);

describe('the change rate of a page', () => {
  it('is the bias-reduced estimate of Cho and Garcia-Molina where visits are equally far apart', () => {
    for (const changes of [1, 3, 7]) {
      const published = -Math.log((10 - changes + 0.5) / (10 + 0.5)) / 2;

      expect(changeRate(historyOf(outcomes(10, changes), 2))).toBeCloseTo(published, 9);
    }
  });

  it('is right on average: within 1 % over all outcomes of ten visits, up to 1.5 changes an interval', () => {
    for (const rate of [0.1, 0.5, 1, 1.5]) {
      const seen = 1 - Math.exp(-rate);
      let mean = 0;
      for (let changes = 0; changes <= 8; changes++) {
        mean +=
          ways(10, changes) *
          seen ** changes *
          (1 - seen) ** (10 - changes) *
          changeRate(historyOf(outcomes(10, changes), 1));
      }
      // A history keeps eight changes: for nine and ten of ten the published form counts.
      for (const changes of [9, 10]) {
        mean -= ways(10, changes) * seen ** changes * (1 - seen) ** (10 - changes) * Math.log((10.5 - changes) / 10.5);
      }

      expect(mean / rate).toBeGreaterThan(0.99);
      expect(mean / rate).toBeLessThan(1.01);
    }
  });

  it('is the likeliest of irregular intervals: the values of an independent solver', () => {
    expect(likeliestRate([0.5, 2, 7], 10.5)).toBeCloseTo(0.209_036, 5);
    expect(likeliestRate([0.5], 0.5)).toBeCloseTo(Math.log(2) / 0.5, 9);
    expect(likeliestRate([30, 1], 60)).toBeCloseTo(0.027_219, 5);
  });

  it('stays within its bounds for every history', () => {
    expect(changeRate(NO_HISTORY)).toBeCloseTo(RATE_BOUNDS.min, 9);
    expect(changeRate(historyOf(outcomes(30, 0), 1))).toBeCloseTo(RATE_BOUNDS.min, 9);
    expect(changeRate(historyOf(outcomes(8, 8), 1e-9))).toBeCloseTo(RATE_BOUNDS.max, 6);
  });
});

describe('the rate to plan with', () => {
  it('is moderate where little is known, and nears the estimate with more visits', () => {
    const [few, many] = [historyOf([true, true], 7), historyOf(outcomes(100, 6), 7)];

    expect(planningRate(few, 7)).toBeLessThan(changeRate(few) * 0.95);
    expect(Math.abs(planningRate(many, 7) / changeRate(many) - 1)).toBeLessThan(0.2);
  });

  it('of a page without visits comes from its planned interval', () => {
    expect(planningRate(NO_HISTORY, 7)).toBeCloseTo(planningRate(NO_HISTORY, 14) * 2, 9);
  });
});

function ways(of: number, take: number): number {
  let result = 1;
  for (let i = 0; i < take; i++) result = (result * (of - i)) / (i + 1);
  return result;
}
