import { describe, expect, it } from 'vitest';
import { mostDue, revisitPlan } from '#core/collection/revisit-plan.ts';
import { RateHistogram } from '#core/revisit/rate-histogram.ts';
import { Workflow } from '#core/workflow/workflow.ts';

const uniform = (rules: object = {}): Workflow =>
  Workflow.parse({ seeds: ['http://a.example/'], revisit: { policy: 'uniform', ...rules } });

/** So many pages that change once a week. */
function weekly(pages: number): RateHistogram {
  const rates = new RateHistogram();
  for (let page = 0; page < pages; page++) rates.add(1 / 7);
  return rates;
}

describe('the plan of a tick', () => {
  it('visits each page once an interval where no budget is given', () => {
    expect(revisitPlan(uniform({ intervalDays: 3 }), weekly(50), 0).share).toBeCloseTo(3, 9);
  });

  it('divides a budget among the pages that are known', () => {
    expect(revisitPlan(uniform({ requestsPerDay: 10 }), weekly(50), 0).share).toBeCloseTo(5, 9);
  });

  it('begins with an interval that fits the budget, within the bounds', () => {
    expect(revisitPlan(uniform({ requestsPerDay: 10 }), new RateHistogram(), 50).firstDays).toBe(5);
    expect(revisitPlan(uniform({ requestsPerDay: 10, maxIntervalDays: 4 }), new RateHistogram(), 50).firstDays).toBe(4);
    expect(revisitPlan(uniform({ intervalDays: 2 }), new RateHistogram(), 50).firstDays).toBe(2);
  });

  it('takes as many due pages as the budget allows since the previous tick, and one at least', () => {
    expect(mostDue(uniform({ requestsPerDay: 10 }).revisit, 2.5)).toBe(25);
    expect(mostDue(uniform({ requestsPerDay: 2 }).revisit, 0.01)).toBe(1);
    expect(mostDue(uniform().revisit, 0.01)).toBe(Number.POSITIVE_INFINITY);
  });

  it('reads a histogram back as it was written, but for bins that there are not', () => {
    const rates = weekly(3);
    rates.add(1e9);

    expect(RateHistogram.of(rates.entries()).entries()).toEqual(rates.entries());
    expect(RateHistogram.of([[1e9, 3]]).pages).toBe(0);
  });
});
