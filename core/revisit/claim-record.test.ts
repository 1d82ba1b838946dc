import { describe, expect, it } from 'vitest';
import {
  type ClaimRecord,
  claimWeight,
  daysWithClaim,
  MOST_CLAIMS,
  NO_CLAIMS,
  withClaim,
} from '#core/revisit/claim-record.ts';

const recordOf = (visits: readonly (readonly [said: boolean, changed: boolean])[]): ClaimRecord =>
  visits.reduce((record, [said, changed]) => withClaim(record, said, changed), NO_CLAIMS);

const times = <T>(count: number, of: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => of(n));

describe('the weight of a sitemap', () => {
  it('is 1 before the first visit, and 11 after twenty visits of which the dates were right', () => {
    expect(claimWeight(NO_CLAIMS)).toBe(1);
    expect(claimWeight(recordOf(times(20, (n) => [n < 10, n < 10])))).toBeCloseTo(11, 9);
  });

  it('stays near 1 for a host that says of every page, or of none, or by chance, that it changed', () => {
    const often = times(100, (n) => n % 3 === 0);

    expect(claimWeight(recordOf(often.map((changed) => [true, changed])))).toBeCloseTo(1, 1);
    expect(claimWeight(recordOf(often.map((changed) => [false, changed])))).toBeLessThan(2);
    expect(claimWeight(recordOf(often.map((changed, n) => [n % 2 === 0, changed])))).toBeCloseTo(1, 1);
  });

  it('forgets: a host that begins to lie loses its weight, and the counts stay small', () => {
    const honest = recordOf(times(MOST_CLAIMS, (n) => [n % 2 === 0, n % 2 === 0]));
    const lying = times(3 * MOST_CLAIMS, () => false).reduce((record) => withClaim(record, true, false), honest);

    expect(claimWeight(honest)).toBeGreaterThan(100);
    expect(claimWeight(lying)).toBeLessThan(2);
    expect(Object.values(lying).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(MOST_CLAIMS);
  });
});

describe('the interval of a page that a sitemap says has changed', () => {
  it('ends when the page has changed as probably as it would have at the end of its interval', () => {
    const [interval, rate, weight] = [7, 0.1, 9];
    const days = daysWithClaim(interval, rate, weight);
    const changed = -Math.expm1(-rate * days);

    expect((weight * changed) / (weight * changed + 1 - changed)).toBeCloseTo(-Math.expm1(-rate * interval), 9);
    expect(days).toBeLessThan(1.1);
  });

  it('is never longer, and the same where the host has no weight', () => {
    expect([daysWithClaim(7, 0.1, 1), daysWithClaim(7, 0.1, 0.2)]).toEqual([7, 7]);
    expect(daysWithClaim(60, 288, 50)).toBeCloseTo(60 - Math.log(50) / 288, 9);
  });
});
