import { describe, expect, it } from 'vitest';
import { decodeLines } from '#core/bytes/json-lines.ts';
import type { Plugin } from '#core/plugin/plugin.ts';
import type { RecordLine } from '#core/selection/records/record-lines.ts';
import { crawlUnit } from '#engine/crawl-unit/crawl-unit.ts';
import type { WorkerPorts } from '#engine/crawl-unit/unit/worker-ports.ts';
import { inProcessExtractor } from '#test/fakes/in-process-extractor.ts';
import { pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

const FIELDS = { fields: { name: 'h1' } };

/** Says how often it was called. */
function counting(): Plugin {
  let calls = 0;
  return {
    name: 'count',
    storesData: false,
    timeoutMs: 5_000,
    memoryMb: 1_024,
    call: async () => ({ ok: true, text: JSON.stringify({ fields: { calls: ++calls } }), ms: 1 }),
  };
}

/** Crawls three pages, of which one is plain text. @returns all objects, by key */
async function crawled(
  workflow: Record<string, unknown>,
  ports: Partial<WorkerPorts>,
): Promise<Map<string, Uint8Array>> {
  const bench = new UnitBench(
    (url) => ({
      status: url.endsWith('robots.txt') ? 404 : 200,
      ...(url.endsWith('1') ? { type: 'text/plain' } : {}),
      body: `<h1>${url}</h1>`,
    }),
    tasksOf(pagesOf('a.example', 3)),
    { workflow: { politeness: { delaySeconds: 0 }, ...workflow } },
  );
  await bench.clock.run(crawlUnit({ ...bench.ports, ...ports }, bench.ticket));
  return bench.archive.objects;
}

function recordsIn(objects: Map<string, Uint8Array>): RecordLine[] {
  const [bytes] = [...objects].filter(([key]) => key.endsWith('.records.jsonl.gz')).map(([, value]) => value);
  return bytes === undefined ? [] : (decodeLines(bytes) as RecordLine[]);
}

describe('a unit whose workflow uses plug-ins (S21)', () => {
  it('has a record of each page', async () => {
    const records = recordsIn(await crawled({ plugins: ['count'] }, { plugins: [counting()] }));

    expect(records.map(({ record }) => record)).toEqual([
      { 'count.calls': 1 },
      { 'count.calls': 2 },
      { 'count.calls': 3 },
    ]);
  });

  it('has fields of the selection beside them, where a rule applies', async () => {
    const selection = { rules: [{ contentType: ['text/html'], fields: FIELDS.fields }] };
    const ports = { plugins: [counting()], extractor: inProcessExtractor };
    const records = recordsIn(await crawled({ plugins: ['count'], selection }, ports));

    expect(records.map(({ record }) => Object.keys(record).sort())).toEqual([
      ...[['count.calls', 'name'], ['count.calls'], ['count.calls', 'name']],
    ]);
  });

  it.each([{}, { selection: FIELDS }])('without a plug-in writes the same bytes: %j', async (workflow) => {
    const extractor = inProcessExtractor;
    const base = await crawled(workflow, { extractor });
    const beside = await crawled(workflow, { extractor, plugins: [counting()] });

    expect(base.size).toBeGreaterThan(3);
    expect(beside).toEqual(base);
  });
});
