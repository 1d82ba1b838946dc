import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explanationLines } from '#cli/progress/explanation-lines.ts';
import type { PageLine } from '#core/export/tables/page-line.ts';
import { exportedPages } from '#engine/archive-reader/exported-pages.ts';
import { explain } from '#engine/explain/explain.ts';
import { describeExecution } from '#engine/overview/describe-execution.ts';
import { crawled, wordOf } from '#test/e2e/crawls/embedded-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { type Site, startSite } from '#test/site/site.ts';

const PAGE_BYTES = 20_000;
const WHOLE = 15_000;

describe('fetch.largePages on a real server (G12)', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(async () => await site.close());

  const definition = (largePages: 'skip' | 'cut') => ({
    // Two of them begin with the same bytes, and end with others.
    seeds: [WHOLE, 50_000, 60_000, 5_000_000].map((bytes) => `${site.origin(0)}/huge?bytes=${bytes}`),
    limits: { depth: 0, pageBytes: PAGE_BYTES },
    fetch: { largePages },
  });

  it('skips what is too large, and nothing of it is kept', async () => {
    await crawled(definition('skip'), async (run, row) => {
      await expectProven(run.surf, run.id);
      expect((await run.views()).map(wordOf).sort()).toEqual([
        'skipped(too-large)',
        'skipped(too-large)',
        'skipped(too-large)',
        'stored',
      ]);
      expect(row.bytes).toBe(WHOLE);
      expect((await describeExecution(run.surf, run.id)).cutPages).toBe(0);
    });
  });

  it('cuts it, marks it, counts it, calls no two of them copies, and verify proves it', async () => {
    await crawled(definition('cut'), async (run, row) => {
      await expectProven(run.surf, run.id);
      const views = await run.views();
      expect(views.map(wordOf)).toEqual(['stored', 'stored', 'stored', 'stored']);
      expect(views.map(({ cut, bytes, title }) => [cut, bytes, title])).toEqual([
        [false, WHOLE, 'huge'],
        [true, PAGE_BYTES, 'huge'],
        [true, PAGE_BYTES, 'huge'],
        [true, PAGE_BYTES, 'huge'],
      ]);
      expect(row.bytes).toBe(3 * PAGE_BYTES + WHOLE);
      expect((await describeExecution(run.surf, run.id)).cutPages).toBe(3);

      const pages: PageLine[] = [];
      for await (const { page, answer } of exportedPages(run.surf, run.id)) {
        pages.push(page);
        expect((await answer())?.wireBody.length).toBe(page.bytes);
      }
      expect(pages.map(({ cut }) => cut).sort()).toEqual([false, true, true, true]);
      expect(new Set(pages.map(({ digest }) => digest)).size).toBe(2);
    });
  });

  it('explains a cut page by the bytes that were kept and the setting, and a whole one without', async () => {
    await crawled(definition('cut'), async (run) => {
      const [whole, cut] = await Promise.all(
        [WHOLE, 50_000].map((bytes) => explain(run.surf, run.id, `${site.origin(0)}/huge?bytes=${bytes}`)),
      );

      expect(whole?.outcome?.cut).toBeNull();
      expect(cut?.outcome).toMatchObject({
        type: 'stored',
        bytes: PAGE_BYTES,
        cut: { keptBytes: PAGE_BYTES, setting: 'fetch.largePages' },
      });
      const words = [whole, cut].map((each) => (each === undefined ? [] : explanationLines(each)));
      const cutLines = words.map((lines) => lines.filter((line) => line.startsWith('  cut ')));
      expect(cutLines).toEqual([
        [],
        ['  cut       the first 20,000 bytes of a larger page were kept (fetch.largePages: cut, at limits.pageBytes)'],
      ]);
    });
  });
});
