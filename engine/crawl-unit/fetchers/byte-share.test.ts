import { describe, expect, it } from 'vitest';
import { ByteShare } from '#engine/crawl-unit/fetchers/byte-share.ts';
import { pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

const web = (url: string) => (url.endsWith('/robots.txt') ? { status: 404 } : { body: 'x'.repeat(400), latencyMs: 50 });

async function stored(options: { share: number | null; serial?: boolean; workflow?: Record<string, unknown> }) {
  const hosts = ['a', 'b', 'c', 'd'].flatMap((name) => pagesOf(`${name}.example`, 10));
  const bench = new UnitBench(web, tasksOf(hosts), {
    workflow: {
      limits: { pageBytes: 1_000 },
      politeness: { delaySeconds: 0, connectionsPerHost: 2 },
      ...options.workflow,
    },
    unit: { bytesShare: options.share, serial: options.serial ?? false },
  });
  await bench.run();
  const lines = await bench.lines();
  const pages = lines.filter(({ outcome }) => outcome.type === 'stored');
  return { bench, lines, pages: pages.length, bytes: pages.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0) };
}

describe('a share of totalBytes (N9)', () => {
  it('is never passed: a fetch starts only where what is left covers a whole page', async () => {
    const { bytes, pages, lines } = await stored({ share: 5_000 });

    expect(bytes).toBeLessThanOrEqual(5_000);
    expect(pages).toBe(11); // the eleventh starts with 1,000 left, a twelfth would with 600
    expect(lines).toHaveLength(40);
    expect(lines.filter(({ outcome }) => outcome.type === 'deferred')).toHaveLength(29);
  });

  it('starts nothing when it does not cover one page', async () => {
    const { bench, pages } = await stored({ share: 999 });

    expect([pages, bench.fetcher.pages]).toEqual([0, []]);
  });

  it('is taken one page after another in serial mode, while anything is left', async () => {
    const { bench, bytes } = await stored({ share: 1_000, serial: true });

    expect(bytes).toBe(1_200);
    expect(bench.fetcher.mostInFlight).toBeLessThanOrEqual(4); // robots.txt files are not pages
    expect(bench.fetcher.pages).toHaveLength(3);
  });

  it('binds nobody when it is unlimited', async () => {
    expect((await stored({ share: null })).pages).toBe(40);
  });

  it('lets one wait for the bytes that others release', () => {
    const share = new ByteShare(1_500, { pageBytes: 1_000, serial: false });

    expect([share.reserve(), share.reserve()]).toEqual(['reserved', 'wait']);
    share.settle(200);
    expect(share.reserve()).toBe('reserved');
    share.settle(900);
    expect(share.reserve()).toBe('used-up');
  });
});
