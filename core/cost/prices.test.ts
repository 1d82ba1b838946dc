import { describe, expect, it } from 'vitest';
import { costOf, LIST_PRICES } from '#core/cost/prices.ts';
import { NO_USAGE } from '#core/cost/usage.ts';

describe('costOf', () => {
  it('charges each unit its list price and adds the lines up', () => {
    const usage = {
      gbSeconds: 1e6,
      invocations: 1e6,
      transitions: 1e6,
      writeUnits: 1e6,
      readUnits: 1e6,
      puts: 1e6,
      gets: 1e6,
    };

    const { total, lines } = costOf(usage, LIST_PRICES);

    expect(lines.map(({ item, unit, usd }) => [item, unit, Number(usd.toFixed(6))])).toEqual([
      ['lambda-duration', 'GB-second', 13.3334],
      ['lambda-requests', 'request', 0.2],
      ['step-functions-transitions', 'transition', 25],
      ['dynamodb-writes', 'write unit', 0.625],
      ['dynamodb-reads', 'read unit', 0.125],
      ['s3-puts', 'request', 5],
      ['s3-gets', 'request', 0.4],
    ]);
    expect(total).toBeCloseTo(44.6834, 6);
  });

  it('charges nothing for nothing, and still names every item', () => {
    const { total, lines } = costOf(NO_USAGE, LIST_PRICES);

    expect(total).toBe(0);
    expect(lines).toHaveLength(7);
  });
});
