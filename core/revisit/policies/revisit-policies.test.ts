import { describe, expect, it } from 'vitest';
import { type ChangeHistory, NO_HISTORY, withVisit } from '#core/revisit/change-history.ts';
import { planningRate } from '#core/revisit/change-rate.ts';
import { ageDays, freshness } from '#core/revisit/freshness.ts';
import { bestVisits } from '#core/revisit/policies/adaptive.ts';
import { REVISIT_POLICIES } from '#core/revisit/policies/revisit-policies.ts';
import { RateHistogram } from '#core/revisit/rate-histogram.ts';
import { shareOf } from '#core/revisit/share-search.ts';

const BOUNDS = { minIntervalDays: 1 / 24, maxIntervalDays: 60 };
const UNBOUND = { minIntervalDays: 1e-9, maxIntervalDays: 1e9 };

const histogram = (rates: readonly number[]): RateHistogram => {
  const all = new RateHistogram();
  for (const rate of rates) all.add(rate);
  return all;
};

const visited = (outcomes: string, intervalDays = 7): { history: ChangeHistory; intervalDays: number } => ({
  history: [...outcomes].reduce((history, outcome) => withVisit(history, intervalDays, outcome === '1'), NO_HISTORY),
  intervalDays,
});

describe('the best visits at known rates', () => {
  it('are those of the table of Cho and Garcia-Molina: five pages, five visits a day', () => {
    const rates = [1, 2, 3, 4, 5];
    const share = shareOf({ rates: histogram(rates), visitsPerDay: 5, bounds: UNBOUND }, bestVisits);

    // The histogram rounds rates by up to 0.6 %: the published digits are met to two places.
    const table = rates.map((rate) => bestVisits(rate, share));
    for (const [i, published] of [1.15, 1.36, 1.35, 1.14, 0].entries()) expect(table[i]).toBeCloseTo(published, 1.7);
  });

  it('gain the same freshness with one visit more, wherever a page is visited', () => {
    const gain = (rate: number) => {
      const visits = bestVisits(rate, 2);
      return (freshness(rate, visits + 1e-5) - freshness(rate, visits)) / 1e-5;
    };

    for (const rate of [0.01, 0.3, 1, 1.9]) expect(gain(rate)).toBeCloseTo(0.5, 3);
    expect(bestVisits(2.1, 2)).toBe(0);
  });
});

describe('each revisit policy', () => {
  it.each(['adaptive', 'uniform', 'proportional'] as const)('%s divides a budget: the visits add up to it', (name) => {
    const policy = REVISIT_POLICIES[name];
    const pages = Array.from({ length: 400 }, (_, i) => visited('0'.repeat(1 + (i % 9)) + '1'.repeat(i % 4)));
    const visitsPerDay = 40;
    const rates = new RateHistogram();
    for (const page of pages) rates.add(planningRate(page.history, page.intervalDays));

    const share = policy.share({ rates, visitsPerDay, bounds: BOUNDS });
    const visits = pages.reduce((sum, page) => sum + 1 / policy.intervalDays(page, share, BOUNDS), 0);

    expect(visits / visitsPerDay).toBeGreaterThan(0.98);
    expect(visits / visitsPerDay).toBeLessThan(1.02);
  });

  it.each(Object.entries(REVISIT_POLICIES))('%s stays within the bounds for every share', (_name, policy) => {
    for (const share of [1e-9, 1, 1e9]) {
      for (const page of [visited(''), visited('0000'), visited('1111'), visited('1', 1e-6), visited('0', 5_000)]) {
        const days = policy.intervalDays(page, share, BOUNDS);

        expect(days).toBeGreaterThanOrEqual(BOUNDS.minIntervalDays);
        expect(days).toBeLessThanOrEqual(BOUNDS.maxIntervalDays);
      }
    }
  });

  it('adaptive gives a page fewer visits when it changes too fast for the budget', () => {
    const { adaptive } = REVISIT_POLICIES;
    const days = (outcomes: string) => adaptive.intervalDays(visited(outcomes), 0.2, BOUNDS);

    expect(days('00000001')).toBeGreaterThan(days('00010101'));
    expect(days('11111111')).toBe(BOUNDS.maxIntervalDays);
  });

  it('halving is the rule of the thesis, in days', () => {
    const { halving } = REVISIT_POLICIES;
    const next = (outcomes: string, old: number) => halving.intervalDays(visited(outcomes, old), 1, BOUNDS);

    // x = visits, at most 30; b = x without a change, else x / changes; ⌊(old + b) / 2⌋
    expect(next('0', 7)).toBe(4);
    expect(next('0000000000', 20)).toBe(15);
    expect(next('1010', 7)).toBe(4);
    expect(next('1'.repeat(40), 1)).toBe(1);
    expect(next('0'.repeat(40), 30)).toBe(30);
  });
});

describe('freshness and age', () => {
  it('are those of a copy that is visited at equal intervals', () => {
    expect(freshness(1, 1)).toBeCloseTo(1 - Math.exp(-1), 12);
    expect(ageDays(1, 1)).toBeCloseTo(0.5 - 1 + (1 - Math.exp(-1)), 12);
  });

  it('have their limits: never visited, never changed, few changes', () => {
    expect(freshness(1, 0)).toBe(0);
    expect(ageDays(1, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(freshness(0, 1)).toBe(1);
    expect(ageDays(0, 1)).toBe(0);
    expect(ageDays(0.9e-4, 1) / ageDays(1.1e-4, 1)).toBeCloseTo(0.9 / 1.1, 3);
  });
});
