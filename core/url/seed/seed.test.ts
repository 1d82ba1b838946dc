import { describe, expect, it } from 'vitest';
import { Seed, seedOfText, seedPeriodMs } from '#core/url/seed/seed.ts';

const URL = 'https://a.example/news';

describe('a seed (G3)', () => {
  it.each([
    [`${URL} depth=2 period=6h`, { url: URL, depth: 2, period: '6h' }],
    [`  ${URL}   period=30m `, { url: URL, period: '30m' }],
    [`${URL} depth=two`, { url: URL, depth: 'two' }],
    [URL, URL],
    [`${URL} colour=red`, `${URL} colour=red`],
    [`${URL} depth=1 depth=2 depth=3`, `${URL} depth=1 depth=2 depth=3`],
  ])('as text %j is %j', (text, seed) => {
    expect(seedOfText(text)).toEqual(seed);
  });

  it('has a period in minutes, hours or days', () => {
    const periods = ['1m', '6h', '9999d'].map((period) => seedPeriodMs({ url: URL, period }));

    expect(periods).toEqual([60_000, 21_600_000, 9_999 * 86_400_000]);
    expect(seedPeriodMs(URL)).toBeNull();
  });

  it.each(['0h', '6', 'h', '6 h', '10000d', '-1d', '1w'])('has no period of %j', (period) => {
    expect(Seed.safeParse({ url: URL, period }).success).toBe(false);
  });
});
