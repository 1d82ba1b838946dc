import { describe, expect, it } from 'vitest';
import { sha256Hex } from '#core/bytes/digest.ts';
import { valuesOf } from '#core/bytes/json-lines.ts';
import type { Extractor } from '#core/selection/extractor.ts';
import { RecordLine } from '#core/selection/records/record-lines.ts';
import { crawlUnit } from '#engine/crawl-unit/crawl-unit.ts';
import { inProcessExtractor } from '#test/fakes/in-process-extractor.ts';
import type { Web } from '#test/fakes/scripted-fetcher.ts';
import { pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

const selection = { rules: [{ url: ['*/*'], contentType: ['text/html'], fields: { title: 'h1' } }] };
const workflow = { politeness: { delaySeconds: 0, robots: 'ignore' }, selection };
const page: Web = (url) =>
  url.endsWith('7')
    ? { status: 404 }
    : url.endsWith('5')
      ? { type: 'text/plain', body: 'x' }
      : { body: `<h1>${url}</h1>` };

/** Runs a unit of so many pages with this extractor. */
async function crawl(count: number, make: (bench: UnitBench) => Extractor['extract'], hosts = 1): Promise<UnitBench> {
  const urls = Array.from({ length: hosts }, (_, i) => pagesOf(`h${i}.example`, count)).flat();
  const bench = new UnitBench(page, tasksOf(urls), { workflow });
  const extract = make(bench);
  await bench.clock.run(crawlUnit({ ...bench.ports, extractor: () => ({ extract }) }, bench.ticket));
  return bench;
}

const { extract: now } = inProcessExtractor({ dom: 'browser', fields: {}, rules: selection.rules });

async function recordsOf(bench: UnitBench): Promise<RecordLine[][]> {
  const records = (await bench.chunks()).map(({ base, end }) => {
    const bytes = bench.archive.objects.get(`${base}.records.jsonl.gz`);
    const proof = bytes === undefined ? null : { bytes: bytes.length, sha256: sha256Hex(bytes) };
    expect(end.records).toEqual(proof);
    return bytes === undefined ? [] : [...valuesOf(bytes)].map((line) => RecordLine.parse(line));
  });
  return records;
}

describe('records of a unit', () => {
  it('are in the chunk of their page’s outcome, in its order, of stored pages to which a rule applies', async () => {
    const bench = await crawl(130, () => now);

    const records = await recordsOf(bench);

    const chunks = await bench.chunks();
    expect(chunks.map(({ outcomes }) => outcomes.length)).toEqual([100, 30]);
    for (const [i, { outcomes }] of chunks.entries()) {
      const due = outcomes.filter(
        ({ outcome, contentType }) => outcome.type === 'stored' && contentType === 'text/html',
      );
      expect(records[i]?.map(({ key }) => key)).toEqual(due.map(({ key }) => key));
    }
    expect(records.flat()).toHaveLength(104);
    expect(records[0]?.[0]).toMatchObject({ url: 'http://h0.example/0', record: { title: 'http://h0.example/0' } });
  });

  it('keep their order when they are ready in another', async () => {
    const bench = await crawl(12, ({ clock }) => async (asked) => {
      const made = now(asked);
      await clock.sleep(10_000 / (1 + Number(asked.url.split('/').at(-1))));
      return made;
    });

    const [records] = await recordsOf(bench);

    expect(records?.map(({ url }) => url)).toEqual(records?.map(({ record }) => record.title));
    expect(records).toHaveLength(10);
  });

  it('are made of few pages at a time: crawling waits for a slow extractor', async () => {
    let waiting = 0;
    let most = 0;
    const bench = await crawl(
      40,
      ({ clock }) =>
        async (asked) => {
          waiting += 1;
          most = Math.max(most, waiting);
          const made = now(asked);
          await clock.sleep(1_000);
          waiting -= 1;
          return made;
        },
      5,
    );

    expect((await recordsOf(bench)).flat()).toHaveLength(160);
    expect(most).toBeGreaterThan(4);
    expect(most).toBeLessThanOrEqual(16 + 5);
  });

  it('that cannot be made end the unit: no chunk exists without them', async () => {
    const broken = crawl(3, () => () => Promise.reject(new Error('no extractor')));

    await expect(broken).rejects.toThrow('no extractor');
  });

  it('are asked of a worker that can extract', async () => {
    const bench = new UnitBench(page, tasksOf(pagesOf('a.example', 1)), { workflow });

    await expect(bench.run()).rejects.toMatchObject({ code: 'WORKFLOW_INVALID' });
  });
});
