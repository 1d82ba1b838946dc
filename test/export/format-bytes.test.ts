import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { FolderScratch } from '#adapters/scratch/folder-scratch.ts';
import { TextThreads } from '#adapters/threads/text-threads.ts';
import { writeEntries } from '#cli/export/write-export.ts';
import { TEXT_THREAD } from '#compose/thread-modules.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { EXPORT_FORMATS, type ExportFormat, FORMAT_NAMES, type FormatName } from '#engine/export/formats.ts';
import { type Chunks, type ExportJob, USUAL_OPTIONS } from '#engine/export/job/export-job.ts';
import { archiveSupply } from '#engine/export/supply/archive-supply.ts';
import { EXECUTION } from '#test/contract/samples.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { makeSyntheticExecution } from '#test/export/synthetic-execution.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';
import { MemoryCatalog } from '#test/fakes/memory/memory-catalog.ts';
import { MemoryTaskIndex } from '#test/fakes/memory/memory-task-index.ts';

const PAGES = 250;
/**
 * SHA-256 of a file; of a folder, that of the list of its files with theirs. Recorded at 8bd6224;
 * csv, jsonl and parquet again when they got the column `cut` (ADR 94).
 */
const RECORDED: Readonly<Record<FormatName, object>> = {
  chunks: { file: 'd171483d6e0de9edd84e3666cd18110ac4d2de0f20943c5891114f81f8c60988' },
  'crawl-table': { file: '949d751c397f2d8a4793b21025d1276dbf88bdb00ba3fab5627bb376db8b51ed' },
  csv: { file: '5d9164f8717f8b47e433971e7034e4842ef287ae6a2601e39b43343306dc2b4f' },
  facts: { file: '7e0b1e085aef79596982c9616d34462f1eae8915c3ef967062e53c2360394d5b' },
  index: { file: '1457e1fb00e4c6f50eb281fe25822460f8b0af67d791d1a8fcd0d09f437c6ba5' },
  jsonl: { file: '27009658d043973af293e8af9cd8a2048cc2561d1eef34859872e97c9e464b46' },
  links: { file: 'cfa80825362eeb1fcf5924fdcbce858bfaf451540897485d8c25d802f4ba1105' },
  llms: { file: 'be2b3d9c9306fff2edcfe3db5b6c63237fbe977eeb8ea1405941f3fe81d624f4' },
  'llms-full': { file: 'ab5604fe4e4446349b1e4b9ec9608e58e3351e0ac7df670e0e64b59a4c9700eb' },
  markdown: {
    file: '352262ff2f620d4a35a35c9ffa3f12a239a92ce9578d9cb3252cfeda944be6a9',
    folder: '19f39776185a4d1b7973d724519f9f44e6495efb4e1736dbdd212644fd6f6444',
  },
  mirror: { folder: '9823b42ea41a37f31da1d8c651d1d6bf643a4a25aee8dc95f8d350ec32cbb151' },
  /** No file: none of its pages is like another. */
  'near-duplicates': { file: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' },
  parquet: { file: 'e86a400437f77538a4784eff12c395bdc40b27634e8526481bf4299542c5d799' },
  wacz: { file: '318b9040ff57db441076505c55c482bf6579c9bfadf6e87d46e1acac5d5bbee6' },
  warc: {
    file: '8cef316f3a5a07e9f6fd7c971961995dabd1932c60e9f299bf7708558664f318',
    folder: 'be6a934d9d10a25a7bf5682c00e2ee77e85e99929ff47bf447c4c2851486fca4',
  },
};

describe('the bytes of each export format', () => {
  const folder = temporaryFolder();
  const ports = {
    archive: new MemoryArchive(),
    catalog: new MemoryCatalog(),
    tasks: new MemoryTaskIndex(),
    clock: new FakeClock(),
    decodeBody,
  };
  beforeAll(async () => {
    vi.stubEnv('TZ', 'Asia/Tokyo'); // the digests are those of a machine in UTC
    await makeSyntheticExecution(ports, PAGES);
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    removeFolder(folder);
  });

  function job(name: string): ExportJob {
    const own = join(folder, `${name}-scratch`);
    mkdirSync(own, { recursive: true });
    const scratch = new FolderScratch(own);
    const texts = () => new TextThreads({ entry: TEXT_THREAD });
    const options = USUAL_OPTIONS;
    const tally = { files: 0, items: 0, bytes: 0 };
    return { supply: archiveSupply(ports), id: EXECUTION, tally, scratch, texts, options };
  }

  async function digests(name: FormatName): Promise<object> {
    const format: ExportFormat = EXPORT_FORMATS[name];
    const made: { file?: string; folder?: string } = {};
    if (format.file) made.file = sha256Hex(await bytesOf(format.file(job(`${name}-file`))));
    if (format.folder) {
      const into = join(folder, `${name}-out`);
      mkdirSync(into, { recursive: true });
      await writeEntries(into, format.folder(job(`${name}-folder`)));
      made.folder = folderDigest(into);
    }
    return made;
  }

  it.each(FORMAT_NAMES)('%s keeps its recorded digest', async (name) => {
    expect(await digests(name)).toEqual(RECORDED[name]);
  });
});

async function bytesOf(chunks: Chunks): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(Buffer.from(chunk));
  return Buffer.concat(parts);
}

/** Of the names and the digests of all files below, in the order of their names. */
function folderDigest(root: string): string {
  const names = (readdirSync(root, { recursive: true }) as string[])
    .filter((name) => statSync(join(root, name)).isFile())
    .sort();
  return sha256Hex(Buffer.from(names.map((name) => `${name} ${sha256Hex(readFileSync(join(root, name)))}\n`).join('')));
}
