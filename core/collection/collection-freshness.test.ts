import { describe, expect, it } from 'vitest';
import { expectedAgeDays, FreshnessTally } from '#core/collection/collection-freshness.ts';
import { DAY_MS, type PageState } from '#core/collection/page-state.ts';
import type { UrlKey } from '#core/url/url-key.ts';

const AT = 1_700_000_000_000;
const page = (url: string, rate: number, seenDays: number, change: Partial<PageState> = {}): PageState => ({
  key: 'f'.repeat(32) as UrlKey,
  url,
  level: 0,
  dueAt: AT,
  askedAt: AT,
  seenAt: AT - seenDays * DAY_MS,
  asked: 1,
  changed: 0,
  intervalDays: 7,
  rate,
  ...change,
});

describe('the freshness of a collection', () => {
  it('is the sum of what each page probably is, with the mean of the ages, also by host', () => {
    const tally = new FreshnessTally(AT);
    for (const state of [page('http://a.example/1', 0.1, 10), page('http://a.example/2', 0.1, 0)]) tally.add(state);
    tally.add(page('http://b.example/', 1e-9, 100));

    const { hosts, ...all } = tally.get();

    expect(all).toEqual({ pages: 3, fresh: 2.368, ageDays: 1.226 }); // 1/e + 1 + 1, and 10/e days of the first page
    expect(hosts).toEqual([
      { host: 'a.example', pages: 2, fresh: 1.368, ageDays: 1.839 },
      { host: 'b.example', pages: 1, fresh: 1, ageDays: 0 },
    ]);
  });

  it('leaves out what was never seen and what is gone', () => {
    const tally = new FreshnessTally(AT);
    const { seenAt: _, ...unseen } = page('http://a.example/1', 0.1, 1);
    tally.add(unseen);
    tally.add(page('http://a.example/2', 0.1, 1, { goneAt: AT }));

    expect(tally.get()).toEqual({ pages: 0, fresh: 0, ageDays: 0, hosts: [] });
  });

  it('names the twenty hosts with the most pages', () => {
    const tally = new FreshnessTally(AT);
    for (let host = 0; host < 1_500; host++) tally.add(page(`http://h${host}.example/`, 1, 1));
    for (let n = 0; n < 2; n++) tally.add(page('http://h700.example/', 1, 1));

    const { hosts, pages } = tally.get();

    expect([pages, hosts.length, hosts[0]?.host]).toEqual([1_502, 20, 'h700.example']);
  });

  it('has an age that grows with the square of the time at first, and with the time later', () => {
    expect(expectedAgeDays(0.01, 0.001) / expectedAgeDays(0.01, 0.002)).toBeCloseTo(1 / 4, 6);
    expect(expectedAgeDays(1, 1_000)).toBeCloseTo(999, 6);
    expect(expectedAgeDays(0.00009999, 1)).toBeCloseTo(expectedAgeDays(0.00010001, 1), 7);
  });
});
