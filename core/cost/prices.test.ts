import { describe, expect, it } from 'vitest';
import { costOf, LIST_PRICES, pricesIn } from '#core/cost/prices.ts';
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

describe('pricesIn', () => {
  const EVERYTHING = {
    gbSeconds: 1e6,
    invocations: 1e6,
    transitions: 1e6,
    writeUnits: 1e6,
    readUnits: 1e6,
    puts: 1e6,
    gets: 1e6,
    secretReads: 1e6,
  };
  const dollars = (...of: Parameters<typeof pricesIn>): number => costOf(EVERYTHING, pricesIn(...of)).total;

  it('charges more in a region that it does not know, for every item, and says so', () => {
    expect(pricesIn('us-east-1')).toBe(LIST_PRICES);
    expect(dollars('sa-east-1')).toBeCloseTo(dollars('us-east-1') * 1.6, 6);
    expect(pricesIn('sa-east-1').region).toBe('sa-east-1, whose prices are not known: us-east-1 × 1.6');
  });

  it('takes what the operator has read', () => {
    const { region: _, currency: __, ...list } = LIST_PRICES;

    const prices = pricesIn('eu-central-1', { ...list, read: '2026-11-24', writeUnit: 9e-7 });

    expect(prices).toEqual({ ...LIST_PRICES, region: 'eu-central-1', read: '2026-11-24', writeUnit: 9e-7 });
  });
});
