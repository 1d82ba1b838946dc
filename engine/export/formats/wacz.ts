import { RunningSha256, sha256Hex } from '#core/bytes/digest.ts';
import { deflatedMember } from '#core/bytes/gzip.ts';
import type { LineSorter } from '#core/export/scratch.ts';
import type { PageLine } from '#core/export/tables/page-line.ts';
import {
  BLOCK_LINES,
  datapackage,
  datapackageDigest,
  IDX_HEADER,
  idxLine,
  PAGES_HEADER,
  type WaczResource,
  waczPage,
} from '#core/export/wacz-package.ts';
import { type ZipEntry, zipOf } from '#core/export/zip-file.ts';
import { exportedPages } from '#engine/archive-reader/exported-pages.ts';
import type { Chunks, ExportJob } from '#engine/export/job/export-job.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { referredRecords } from '#engine/export/supply/referred-records.ts';
import { exportWarc } from '#engine/export/supply/warc-parts.ts';

const SOFTWARE = 'surf-crawler';
const DEFLATE_LEVEL = 6;
const PART_CHARACTERS = 64 * 1024;

/**
 * A WACZ file, as replayweb.page opens it. One WARC file (about 16 MB) is in memory at a time, and
 * 200,000 lines of the index, which is sorted on disk.
 */
export async function* waczFile(job: ExportJob): Chunks {
  const { tally } = job;
  tally.files = 1;
  const files = new WaczPackage(job, await job.supply.kept(job.id));
  for await (const bytes of zipOf(files.entries())) {
    tally.bytes += bytes.length;
    yield bytes;
  }
}

/**
 * The files of a package, one after the other: each is written to its end before the next begins.
 */
class WaczPackage {
  readonly #job: ExportJob;
  readonly #source: ExportSource;
  readonly #at: number;
  readonly #resources: WaczResource[] = [];
  readonly #index: LineSorter;
  readonly #idx: string[] = [IDX_HEADER];
  #mainPage: PageLine | null = null;

  constructor(job: ExportJob, source: ExportSource) {
    this.#job = job;
    this.#source = source;
    this.#at = this.#source.clock.now();
    this.#index = job.scratch.sorter();
  }

  async *entries(): AsyncGenerator<ZipEntry> {
    const { id } = this.#job;
    const source = this.#source;
    const { name } = await source.catalog.execution(id);
    for (const parts of [exportWarc(source, id), referredRecords(source, id)]) {
      for await (const { name: file, bytes, cdxj } of parts) {
        await this.#index.add(cdxj);
        yield this.#whole(`archive/${file}`, bytes);
      }
    }
    yield this.#streamed('indexes/index.cdx.gz', this.#blocks());
    yield this.#whole('indexes/index.idx', Buffer.from(`${this.#idx.join('\n')}\n`));
    yield this.#streamed('pages/pages.jsonl', this.#pages());
    const created = new Date(this.#at).toISOString().replace(/\.\d+Z$/, 'Z');
    const about = { title: name, created, software: SOFTWARE, mainPage: this.#mainPage };
    const description = Buffer.from(datapackage(this.#resources, about));
    yield this.#entry('datapackage.json', description);
    yield this.#entry('datapackage-digest.json', Buffer.from(datapackageDigest(sha256Hex(description))));
  }

  #entry(name: string, input: ZipEntry['input']): ZipEntry {
    return { name, input, lastModified: new Date(this.#at) };
  }

  #whole(path: string, bytes: Uint8Array): ZipEntry {
    this.#resources.push({ path, bytes: bytes.length, sha256: sha256Hex(bytes) });
    return this.#entry(path, bytes);
  }

  #streamed(path: string, parts: AsyncIterable<Uint8Array>): ZipEntry {
    const resources = this.#resources;
    const hashed = async function* (): AsyncGenerator<Uint8Array> {
      const sha256 = new RunningSha256();
      let bytes = 0;
      for await (const part of parts) {
        sha256.add(part);
        bytes += part.length;
        yield part;
      }
      resources.push({ path, bytes, sha256: sha256.hex() });
    };
    return this.#entry(path, hashed());
  }

  /** The sorted index in gzip members, each with its line in the secondary index. */
  async *#blocks(): AsyncGenerator<Uint8Array> {
    let lines: string[] = [];
    let offset = 0;
    const block = (): Uint8Array => {
      const bytes = deflatedMember([Buffer.from(`${lines.join('\n')}\n`)], DEFLATE_LEVEL);
      const prefix = (lines[0] ?? '').split(' ', 2).join(' ');
      this.#idx.push(idxLine(prefix, { offset, length: bytes.length, sha256: sha256Hex(bytes) }));
      offset += bytes.length;
      lines = [];
      return bytes;
    };
    for await (const part of this.#index.sorted()) {
      for (const line of part.split('\n')) {
        if (line === '') continue;
        this.#job.tally.items += 1;
        if (lines.push(line) >= BLOCK_LINES) yield block();
      }
    }
    if (lines.length > 0) yield block();
    else if (offset === 0) yield deflatedMember([new Uint8Array(0)], DEFLATE_LEVEL);
  }

  async *#pages(): AsyncGenerator<Uint8Array> {
    let part = `${JSON.stringify(PAGES_HEADER)}\n`;
    for await (const { page, row } of exportedPages(this.#source, this.#job.id)) {
      this.#mainPage ??= page;
      part += `${JSON.stringify(waczPage(page, row.key))}\n`;
      if (part.length < PART_CHARACTERS) continue;
      yield Buffer.from(part);
      part = '';
    }
    yield Buffer.from(part);
  }
}
