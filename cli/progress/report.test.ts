import { describe, expect, it } from 'vitest';
import { endReport, missingLines, resultOf } from '#cli/progress/report.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { Limits } from '#core/workflow/limits.ts';
import type { ExecutionCost, ExecutionSummary, ExecutionView } from '#engine/overview/describe-execution.ts';

const NO_LINKS =
  'the seed has no links, so nothing else was crawled: Surf runs no JavaScript; the pages of a sitemap need --sitemaps URL';

type Ended = ExecutionSummary & Pick<ExecutionView, 'cost' | 'limits'>;

const summary = (change: Partial<Ended> = {}): Ended => ({
  execution: 'x0000000001' as ExecutionId,
  base: null,
  collection: null,
  savedBytes: 0,
  status: 'succeeded',
  reason: null,
  cause: null,
  deadSeeds: { count: 0, first: [] },
  deadSitemaps: { count: 0, first: [] },
  droppedLinks: { links: 0, pages: 0, first: [] },
  cutPages: 0,
  storedBytes: null,
  recordFaults: [],
  patterns: { unmatched: { count: 0, first: [] }, nothingIncluded: null, nothingOnTopic: null },
  counts: {
    discovered: 20,
    stored: 9,
    notModified: 0,
    duplicate: 2,
    redirected: 1,
    skipped: { robots: 1, 'outside-scope': 4 },
    failed: { 'http-4xx': 2, dns: 1 },
    pending: 0,
  },
  pages: 9,
  levels: [
    {
      level: 0,
      discovered: 1,
      planned: 1,
      stored: 1,
      notModified: 0,
      duplicate: 0,
      redirected: 0,
      skipped: 0,
      failed: 0,
      pending: 0,
    },
    {
      level: 1,
      discovered: 19,
      planned: 14,
      stored: 8,
      notModified: 0,
      duplicate: 2,
      redirected: 1,
      skipped: 5,
      failed: 3,
      pending: 0,
    },
  ],
  bytes: 123_456,
  seconds: 4.5,
  pagesPerSecond: 2,
  costUsd: 0.0012,
  cost: COST,
  limits: Limits.parse({}),
  ...change,
});

const COST: ExecutionCost = {
  pricesOf: '2026-09-01',
  region: 'us-east-1',
  lines: [{ item: 'lambda-duration', amount: 12.34, unit: 'GB-second', usd: 0.0002 }],
  lostUsd: 0,
};

describe('the report at the end', () => {
  it('is headed by bot walls', () => {
    const { counts } = summary();
    const report = (blocked: number) =>
      endReport(summary({ counts: { ...counts, failed: { dns: 1, blocked } } }), { where: 'data', showCost: true });

    expect(report(12).slice(0, 2)).toEqual([
      'bot walls blocked 12 URLs: surf tasks x0000000001 --reason blocked lists them',
      expect.stringMatching(/^x0000000001: succeeded/),
    ]);
    expect(report(1)[0]).toMatch(/^a bot wall blocked 1 URL:/);
  });

  it('is headed by the links that the depth limit left out, and the flag that follows them', () => {
    const lead = (pending: number) => {
      const counts = { ...summary().counts, pending };
      const lines = endReport(summary({ status: 'limited', reason: 'depth', counts }), {
        where: 'data',
        showCost: true,
      });
      expect(lines.filter((line) => line.includes('--depth'))).toHaveLength(1);
      return lines[0];
    };

    expect(lead(37)).toBe(
      'the depth limit of 10 left 37 links out: surf resume x0000000001 --depth N follows them, --depth none all',
    );
    expect(lead(1)).toContain('left 1 link out: surf resume x0000000001 --depth N follows it,');
  });

  it('of a tick says first that nothing was due, and of the first tick no collection', () => {
    const collection = { pages: 13, due: 0, pending: 0, gone: 0, fresh: 12, ageDays: 0.04 };
    const none = { stored: 0, notModified: 0, duplicate: 0, redirected: 0, skipped: {}, failed: {}, pending: 0 };
    const base = 'x0000000000' as ExecutionId;
    const of = (change: Partial<Ended>): string[] =>
      endReport(summary({ base, collection, ...change }), { where: 'data', showCost: false });
    const rested = of({ counts: { ...none, discovered: 13, kept: 13 }, pages: 0, levels: [] });
    const busy = of({ collection: { ...collection, due: 2 } });
    const aged = [0, 0.2, 1.26].map((ageDays) => of({ collection: { ...collection, ageDays } }).join());
    const left = of({ collection: { ...collection, pending: 1_040 } });
    const first = of({ collection: { ...collection, pages: 0, fresh: 0 } });

    expect(rested[0]).toBe(
      'Surf requested nothing: none of 13 known addresses was due; surf run with --full requests all',
    );
    expect(busy[0]).toMatch(/^x0000000001: succeeded/);
    expect(busy).toContain(
      '  known     13 addresses, 2 due; probably 12 fresh when it began, copies 58 min out of date on average',
    );
    expect(left.join()).toContain('13 addresses, 0 due, 1,040 left pending by the previous execution; probably');
    expect(aged).toEqual(
      ['less than a minute', '4 h 48 min', '1.3 days'].map((age) =>
        expect.stringContaining(`copies ${age} out of date`),
      ),
    );
    expect(first.filter((line) => line.startsWith('  known'))).toEqual([]);
  });

  it('says how many pages were cut, where, and what raises it', () => {
    const limits = Limits.parse({ pageBytes: 2_000_000 });
    const lead = (cutPages: number) => endReport(summary({ cutPages, limits }), { where: 'data', showCost: true })[0];

    expect(lead(3)).toBe('3 pages were cut at 2.0 MB: --page-bytes raises it');
    expect(lead(1)).toBe('1 page was cut at 2.0 MB: --page-bytes raises it');
    expect(lead(0)).toMatch(/^x0000000001: succeeded/);
    expect(resultOf(summary({ cutPages: 3 }), 'data')).toMatchObject({ cutPages: 3 });
    expect(resultOf(summary(), 'data')).not.toHaveProperty('cutPages');
  });

  it('is headed by a topic that let no link through, and says what follows some', () => {
    const lead = (score: number) => {
      const nothingOnTopic = { skipped: 7, best: { url: 'http://a.example/x', score } };
      const { patterns } = summary();
      return endReport(summary({ patterns: { ...patterns, nothingOnTopic } }), { where: 'data', showCost: true })[0];
    };

    const start = 'focus let no link through, only the seeds were crawled: it skipped 7 URLs; ';
    expect(lead(0.1)).toBe(
      `${start}the best scores 0.10, http://a.example/x: follow it with --focus-threshold 0.10, or give more words with --focus`,
    );
    expect(lead(0)).toBe(`${start}none names it in its text, address or page: give other words with --focus`);
  });

  it('says what was found, how fast, where it lies and what it would have cost', () => {
    const text = endReport(summary(), { where: '/data/objects/executions/x0000000001/', showCost: true }).join('\n');

    expect(text).toContain('x0000000001: succeeded after 4.5 s');
    expect(text).toContain('9 pages, 123 kB, 2.0/s');
    expect(text).toContain('1 on level 0, 8 on level 1');
    expect(text).toContain('20 discovered URLs: 9 stored, 2 duplicate, 1 redirected, 5 skipped, 3 failed');
    expect(text).toContain('skipped   4 outside-scope, 1 robots');
    expect(text).toContain('failed    2 http-4xx, 1 dns');
    expect(text).toContain('/data/objects/executions/x0000000001/');
    expect(text).toContain('estimate: on Lambda arm64 at list prices of 2026-09-01 (us-east-1)');
    expect(text).toMatch(/Lambda, time +0\.000200 USD {2}12\.3 GB-seconds/);
    expect(text).toMatch(/in all +0\.001200 USD/);
  });

  it.each([
    [{ status: 'limited', reason: 'pagesPerHost' } as const, 'surf resume x0000000001 --pages-per-host N'],
    [{ status: 'limited', reason: 'budget' } as const, 'surf resume x0000000001 --budget-usd N'],
    [{ status: 'stopped', reason: null } as const, 'surf resume x0000000001 continues where it stopped'],
    [{ status: 'paused', reason: null } as const, 'surf resume x0000000001 continues it'],
  ])('says how to continue: %j', (change, hint) => {
    expect(endReport(summary(change), { where: '/data', showCost: false }).join('\n')).toContain(hint);
  });

  it('is headed by seeds that brought no page, each with its reason', () => {
    const dead = (reason: 'dns' | 'http-4xx', detail: string, why: string) => ({
      url: `http://${reason}.example/`,
      reason,
      detail,
      why,
      remedy: `REMEDY of ${reason}`,
    });
    const first = [
      dead('dns', '', 'its host name does not resolve'),
      dead('http-4xx', '404', 'the server answered 404'),
    ];
    const some = summary({ deadSeeds: { count: 12, first } });

    expect(endReport(some, { where: '/data', showCost: false }).slice(0, 4)).toEqual([
      '12 seeds brought no page',
      '  http://dns.example/: its host name does not resolve',
      '  http://http-4xx.example/: the server answered 404',
      '  and 10 other seeds',
    ]);
  });

  it('says how to fix its dead seeds below them where it is the same for all that it names', () => {
    const seed = (url: string) => ({ url, reason: 'robots' as const, detail: '', why: 'WHY', remedy: 'REMEDY' });
    const both = summary({ deadSeeds: { count: 2, first: [seed('http://a.example/'), seed('http://b.example/')] } });

    expect(endReport(both, { where: '/data', showCost: false }).slice(0, 4)).toEqual([
      '2 seeds brought no page',
      '  http://a.example/: WHY',
      '  http://b.example/: WHY',
      '  REMEDY',
    ]);
  });

  it('says nothing of patterns where no page was fetched: none can match', () => {
    const unmatched = { count: 1, first: [{ field: 'exclude' as const, pattern: '*/print/*' }] };
    const patterns = { unmatched, nothingIncluded: null, nothingOnTopic: null };
    const linesOf = (change: Partial<Ended>): string =>
      endReport(summary({ patterns, ...change }), { where: '/data', showCost: false }).join('\n');

    expect(linesOf({})).toContain('1 pattern matched no URL of this crawl:');
    expect(linesOf({ status: 'failed', reason: 'no-seed' })).not.toContain('pattern');
  });

  it('says that URLs were refused as a trap, and where they are listed', () => {
    const counts = { ...summary().counts, skipped: { trap: 1_839 } };

    expect(endReport(summary({ counts }), { where: '/data', showCost: false })[0]).toBe(
      '1,839 URLs look like a crawler trap: surf tasks x0000000001 --reason trap lists them, surf explain says why, --barren-pages none follows pages that bring nothing new',
    );
  });

  it.each([
    ['says why nothing was followed where the seed has no links', {}, true],
    ['says nothing of it where a limit ended the crawl', { status: 'limited' as const }, false],
    ['says nothing of it where no level was wanted', { limits: Limits.parse({ depth: 0 }) }, false],
    ['says nothing of it where the seeds have links', { levels: summary().levels }, false],
  ])('%s', (_, change, isSaid) => {
    const [seeds] = summary().levels;
    const counts = { ...summary().counts, discovered: 1, stored: 1, redirected: 0 };
    const alone = summary({ counts, ...(seeds !== undefined && { levels: [seeds] }), ...change });

    const lines = endReport(alone, { where: '/data', showCost: false });

    expect(lines.includes(NO_LINKS)).toBe(isSaid);
  });

  it('does not advise a sitemap where several pages came, of a list or of a sitemap that was read', () => {
    const [seeds] = summary().levels;
    const counts = { ...summary().counts, discovered: 3, stored: 3, redirected: 0 };
    const list = summary({ counts, ...(seeds !== undefined && { levels: [seeds] }) });

    expect(endReport(list, { where: '/data', showCost: false })[0]).toBe(
      'the seeds have no links, so nothing else was crawled: Surf runs no JavaScript',
    );
  });

  it('says that a seed without links is where the seed redirects to', () => {
    const [level] = summary().levels;
    const counts = { ...summary().counts, discovered: 2, stored: 1, redirected: 1 };
    const alone = summary({ counts, ...(level !== undefined && { levels: [level] }) });

    expect(endReport(alone, { where: '/data', showCost: false })[0]).toMatch(
      /^the seed redirects to a page without links, .*; where that is a sign-in, --header sends a cookie$/,
    );
  });

  it.each([
    ['loopback', 'add --allow-private-network to crawl addresses on your own machine or network'],
    ['inside.example: the address 10.0.0.1 is private', 'add --allow-private-network'],
    ['port 9', null],
    ['metadata', null],
  ])('names the flag in the first line only where it opens the seed: %s', (detail, hint) => {
    const seed = { url: 'http://a.example/', reason: 'blocked-address' as const, detail, why: 'WHY', remedy: null };
    const failed = summary({ status: 'failed', reason: 'no-seed', deadSeeds: { count: 1, first: [seed] } });

    const [line = ''] = endReport(failed, { where: '/data', showCost: false });

    expect(line).toMatch(/^no page was fetched: http:\/\/a\.example\/: WHY/);
    if (hint === null) expect(line).not.toContain('--allow-private-network');
    else expect(line).toContain(hint);
  });

  it('lists the bill only on request', () => {
    const shown = (showCost: boolean) => endReport(summary(), { where: '/data', showCost }).join('\n');

    expect(shown(true)).toContain('in all');
    expect(shown(false)).not.toContain('USD');
  });

  it('gives programs the object of semantics.md, with an absolute data folder', () => {
    expect(Object.keys(resultOf(summary(), '/data'))).toEqual([
      'execution',
      'status',
      'reason',
      'cause',
      'counts',
      'pages',
      'levels',
      'bytes',
      'seconds',
      'pagesPerSecond',
      'costUsd',
      'data',
    ]);
  });
});

describe('missingLines', () => {
  const counts = summary().counts;

  it('is empty for a crawl that lost nothing, and for one that ended at its limit', () => {
    expect(missingLines(summary())).toEqual([]);
    expect(missingLines(summary({ status: 'limited', reason: 'depth', cutPages: 3 }))).toEqual([]);
  });

  it.each([
    ['a trap', { counts: { ...counts, skipped: { trap: 7 } } }, '7 URLs look like a crawler trap: '],
    ['a bot wall', { counts: { ...counts, failed: { blocked: 2 } } }, 'bot walls blocked 2 URLs: '],
    ['links not read', { droppedLinks: { links: 4, pages: 1, first: [] } }, '4 links of 1 page were not read: '],
    [
      'an include list that let nothing through',
      {
        patterns: {
          ...summary().patterns,
          nothingIncluded: { skipped: 5, example: 'http://a.example/b' },
        },
      },
      'scope.include let no link through',
    ],
    [
      'a sitemap',
      {
        deadSitemaps: {
          count: 1,
          first: [{ url: 'http://a.example/s.xml', reason: 'http-4xx', detail: '404', why: 'gone', remedy: null }],
        },
      },
      '1 sitemap could not be read',
    ],
  ] as const)('names %s, in the first lines of the report too', (_, change, line) => {
    const view = summary(change as Partial<Ended>);
    const [first] = missingLines(view);

    expect(first).toMatch(new RegExp(`^${line}`));
    expect(endReport(view, { where: 'd', showCost: false })[0]).toBe(first);
  });
});
