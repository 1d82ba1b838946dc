import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { FolderScratch } from '#adapters/scratch/folder-scratch.ts';
import { TextThreads } from '#adapters/threads/text-threads.ts';
import { TEXT_THREAD } from '#compose/thread-modules.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { EXPORT_FORMATS, type ExportFormat, type FormatName } from '#engine/export/formats.ts';
import { type ExportJob, USUAL_OPTIONS } from '#engine/export/job/export-job.ts';
import { MirrorPathAllocator } from '#engine/export/job/mirror-path-allocator.ts';
import { archiveSupply } from '#engine/export/supply/archive-supply.ts';
import { firstOf } from '#test/campaign.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { makeSyntheticExecution, syntheticUrl } from '#test/export/synthetic-execution.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';
import { MemoryCatalog } from '#test/fakes/memory/memory-catalog.ts';
import { MemoryTaskIndex } from '#test/fakes/memory/memory-task-index.ts';

const PAGES = 50_000;
const MEBI = 1024 * 1024;
/**
 * What an export of 50,000 pages may hold beside what it began with: a row group, an index in
 * memory, a chunk. All rows alone are 60 MB and more.
 */
const MOST_HEAP = 40 * MEBI;
/** Bytes that come out between two looks. */
const LOOK = 4 * MEBI;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe(`exports of ${PAGES} pages`, () => {
  const folder = temporaryFolder();
  /**
   * Of the archive only buffers, which are outside of the heap; the rows are there before anything
   * is measured.
   */
  const ports = { catalog: new MemoryCatalog(), archive: new MemoryArchive(), tasks: new MemoryTaskIndex() };
  let id: ExecutionId;
  let pages = 0;

  const scratchOf = (name: string): string => join(folder, `scratch-${name}`);
  const job = async (name: string): Promise<ExportJob> => {
    await mkdir(scratchOf(name));
    const scratch = new FolderScratch(scratchOf(name));
    const texts = () => new TextThreads({ entry: TEXT_THREAD });
    const tally = { files: 0, items: 0, bytes: 0 };
    const options = { ...USUAL_OPTIONS, byTarget: name === 'links', explicitPorts: true };
    return {
      supply: archiveSupply({ ...ports, clock: new FakeClock(), decodeBody }),
      id,
      tally,
      scratch,
      texts,
      options,
    };
  };

  beforeAll(async () => {
    ({ id, pages } = await makeSyntheticExecution(ports, PAGES));
  });
  afterAll(() => removeFolder(folder));

  const formats = [
    ['parquet', (n: number) => n],
    ['wacz', () => PAGES],
    ['index', () => PAGES],
    ['jsonl', (n: number) => n],
    ['csv', (n: number) => n],
    ['warc', () => PAGES],
    ['facts', (n: number) => n],
    ['crawl-table', () => PAGES],
    ['links', () => 2 * PAGES],
  ] as const;

  it.each(firstOf<(typeof formats)[number]>(formats, { gate: 1 }))(
    '%s: complete, in a heap that does not grow with them',
    async (name: FormatName, items) => {
      const of = await job(name);
      const { file }: ExportFormat = EXPORT_FORMATS[name];
      if (file === undefined) throw new Error('no file');
      const before = heapUsed();
      let most = 0;
      let bytes = 0;

      for await (const chunk of file(of)) {
        const at = Math.floor(bytes / LOOK);
        bytes += typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.length;
        if (Math.floor(bytes / LOOK) > at) most = Math.max(most, heapUsed() - before);
      }

      expect(of.tally).toMatchObject({ files: 1, items: items(pages), bytes });
      expect(most).toBeLessThan(MOST_HEAP);
      expect(await readdir(scratchOf(name))).toEqual([]);
    },
  );

  it('mirror: every page gets its file, in a heap that does not grow with them', async () => {
    const { scratch } = await job('mirror');
    const before = heapUsed();
    let most = 0;
    let placed = 0;

    const files = new MirrorPathAllocator<{ n: number }>(scratch);
    for (let n = 0; n < 4 * PAGES; n += 1) await files.add(`${syntheticUrl(n)}&a=${'long '.repeat(20)}`, { n });
    const paths = new Set<string>();
    for await (const { path } of files.paths()) {
      if (placed++ % 100 === 0) paths.add(path);
      if (placed % PAGES === 1) most = Math.max(most, heapUsed() - before);
    }

    expect([placed, paths.size]).toEqual([4 * PAGES, (4 * PAGES) / 100]);
    expect(most).toBeLessThan(100 * MEBI);
  });
});
