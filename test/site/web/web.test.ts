import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, startSite } from '#test/site/site.ts';
import { bodyOf, makeWeb, urlOf } from '#test/site/web/make-web.ts';
import { countOutcomes, referenceCrawl } from '#test/site/web/reference-crawl.ts';
import { refId } from '#test/site/web/web-page.ts';

const OPTIONS = {
  hosts: 12,
  pages: 200,
  seed: 7,
  redirects: [301, 302, 303, 307, 308, 301, 302, 301, 308, 302],
  errors: [404, 410, 500, 403, 503],
  duplicates: 8,
  disallowed: 4,
  outside: 6,
};
const ORIGINS = Array.from({ length: 12 }, (_, i) => `http://127.0.0.${i + 2}:8000`);

describe('a made-up web', () => {
  const web = makeWeb(OPTIONS);

  it('is the same for the same seed, and another for another', () => {
    expect(makeWeb(OPTIONS).pages).toEqual(web.pages);
    expect(makeWeb({ ...OPTIONS, seed: 8 }).pages).not.toEqual(web.pages);
  });

  it('has as many pages, redirects, errors and copies as the options say', () => {
    const kinds = web.pages.map(({ kind }) => kind);
    const count = (kind: string): number => kinds.filter((one) => one === kind).length;

    expect(['page', 'redirect', 'error', 'duplicate', 'disallowed'].map(count)).toEqual([200, 10, 5, 8, 4]);
    expect(new Set(web.pages.map(refId)).size).toBe(227);
    for (let host = 0; host < 12; host++) {
      expect(web.pages.filter((page) => page.kind === 'page' && page.host === host).length).toBeGreaterThanOrEqual(16);
    }
  });

  it('can be reached completely from the first pages of its hosts', () => {
    const tasks = referenceCrawl(web, ORIGINS);

    expect(countOutcomes(tasks)).toEqual({
      stored: 200,
      duplicate: 8,
      redirected: 10,
      'failed(http-4xx)': 3,
      'failed(http-5xx)': 2,
      'skipped(robots)': 4,
      'skipped(outside-scope)': 6,
    });
  });

  it('has copies with the bytes of their originals', () => {
    const byId = new Map(web.pages.map((page) => [refId(page), page]));
    const copies = web.pages.filter((page) => page.kind === 'duplicate');

    for (const copy of copies) {
      const original = copy.to === null ? undefined : byId.get(refId(copy.to));
      expect(original).toBeDefined();
      if (original !== undefined) expect(bodyOf(copy, ORIGINS)).toBe(bodyOf(original, ORIGINS));
    }
    expect(copies).toHaveLength(8);
  });

  it('gives every page a different body', () => {
    const bodies = web.pages.filter(({ kind }) => kind === 'page').map((page) => bodyOf(page, ORIGINS));

    expect(new Set(bodies).size).toBe(200);
  });
});

describe('the reference crawl', () => {
  const web = makeWeb(OPTIONS);
  const crawl = (limits: Parameters<typeof referenceCrawl>[2]): ReturnType<typeof referenceCrawl> =>
    referenceCrawl(web, ORIGINS, limits);

  it('meets a limit of pages exactly, past failures and redirects, and leaves the rest pending', () => {
    for (const pages of [0, 1, 40, 199]) expect(countOutcomes(crawl({ pages })).stored ?? 0).toBe(pages);
    expect(countOutcomes(crawl({ pages: 200 })).pending ?? 0).toBeGreaterThanOrEqual(0);
    expect(countOutcomes(crawl({ pages: 40 })).pending).toBeGreaterThan(0);
  });

  it('meets limits per level and per host', () => {
    const perLevel = crawl({ pagesPerLevel: 9 }).filter(({ outcome }) => outcome === 'stored');
    const perHost = crawl({ pagesPerHost: 3 }).filter(({ outcome }) => outcome === 'stored');

    const levels = Map.groupBy(perLevel, ({ level }) => level);
    const sizes = [...levels.values()].map((tasks) => tasks.length);
    expect(sizes[0]).toBe(9);
    expect(Math.max(...sizes)).toBe(9);
    const hosts = Map.groupBy(perHost, ({ url }) => new URL(url).host);
    expect([...hosts.values()].every((tasks) => tasks.length <= 3)).toBe(true);
    expect(hosts.size).toBe(12);
  });

  it('leaves what lies beyond the depth pending', () => {
    const tasks = crawl({ depth: 0 });

    expect(tasks.filter(({ outcome }) => outcome === 'stored')).toHaveLength(12);
    expect(tasks.every(({ level, outcome }) => level <= 1 && (level === 0 || /pending|outside/.test(outcome)))).toBe(
      true,
    );
  });
});

describe('a made-up web on a site', () => {
  const web = makeWeb({ ...OPTIONS, hosts: 3, pages: 30, latencyMs: 20 });
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ hosts: 3, handler: web.handler });
  });
  afterAll(() => site.close());

  it('answers every address as its truth says', async () => {
    for (const page of web.pages) {
      const answer = await fetch(urlOf(page, site.origins), { redirect: 'manual' });
      const body = await answer.text();

      expect([page.path, answer.status]).toEqual([page.path, page.status]);
      if (page.kind === 'redirect') {
        expect(answer.headers.get('location')).toBe(page.to === null ? null : urlOf(page.to, site.origins));
      } else expect(body).toBe(bodyOf(page, site.origins));
    }
    expect((await fetch(`${site.origin(0)}/page/999`)).status).toBe(404);
  });

  it('keeps its latency', () => {
    for (const { at, endedAt } of site.log) expect((endedAt ?? 0) - at).toBeGreaterThanOrEqual(18);
    expect(site.log.length).toBe(web.pages.length + 1);
  });
});
