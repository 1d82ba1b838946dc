import type { Archive } from '#core/archive/archive.ts';
import type { ChunkEnd, OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import type { Manifest, ManifestChunk } from '#core/archive/manifest.ts';
import { CHUNK_SUFFIX, chunkBase, waveObject } from '#core/archive/object-keys.ts';
import { cdxjLine } from '#core/archive/warc/cdxj.ts';
import { WarcChunk } from '#core/archive/warc/warc-records.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { encodeGzipLines } from '#core/bytes/json-lines.ts';
import { NO_USAGE } from '#core/cost/usage.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { TaskIndex, TaskRow } from '#core/execution/task-index.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import { linesOf } from '#engine/frontier/lines/line-files.ts';
import { EXECUTION, sampleExecution, sampleWorkflow, waveOf } from '#test/contract/samples.ts';

const PAGES_A_CHUNK = 100;
const CHUNKS_A_WAVE = 50;
const ORIGIN = 'http://site.example';
const T0 = 1_763_700_000_000;

export const syntheticUrl = (n: number): CrawlUrl => `${ORIGIN}/section-${n % 97}/page-${n}.html?view=full` as CrawlUrl;

/** Distinct for each page, about a kilobyte, with two links. */
export const syntheticBody = (n: number): string =>
  `<html><head><title>Page ${n}</title></head><body><h1>Page ${n}</h1><p>${`Words of page ${n}. `.repeat(45)}</p><a href="${syntheticUrl(n + 1)}">next ${n + 1}</a> <a href="/section-0/page-0.html?view=full">home</a></body></html>`;

/**
 * An execution of so many pages as a crawl would have left it, with nothing but what exports read:
 * written object by object, so that making it takes no memory either. Every tenth page is a copy of
 * another, and counts as none.
 *
 * @returns how many pages it has
 */
export async function makeSyntheticExecution(
  ports: { readonly catalog: Catalog; readonly archive: Archive; readonly tasks: TaskIndex },
  pages: number,
): Promise<{ readonly id: ExecutionId; readonly pages: number; readonly rows: number }> {
  let previous: string | null = null;
  let wave = 0;
  let chunks: ManifestChunk[] = [];
  let settled: TaskRow[] = [];
  const close = async (): Promise<void> => {
    wave += 1;
    const key = waveObject(EXECUTION, wave + 1, 'synthetic', 'manifest.json');
    const none = { corrections: null, levels: [], died: 0, text: '' };
    const object = waveObject(EXECUTION, wave + 1, 'synthetic', 'settled.jsonl');
    settled.sort((a, b) => (a.key < b.key ? -1 : 1));
    await ports.archive.put(object, linesOf(settled));
    await ports.tasks.write(EXECUTION, waveOf(settled, wave));
    const manifest: Manifest = {
      v: 1,
      execution: EXECUTION,
      wave,
      closedAt: T0,
      previous,
      plan: null,
      chunks,
      settled: { object, rows: settled.length },
      ...none,
    };
    await ports.archive.put(key, [Buffer.from(JSON.stringify(manifest))]);
    previous = key;
    chunks = [];
    settled = [];
  };
  for (let from = 0; from < pages; from += PAGES_A_CHUNK) {
    const { chunk, rows } = await writeChunk(ports.archive, { from, to: Math.min(pages, from + PAGES_A_CHUNK), wave });
    chunks.push(chunk);
    settled.push(...rows);
    if (chunks.length >= CHUNKS_A_WAVE) await close();
  }
  await close();
  await ports.catalog.saveWorkflow(sampleWorkflow(1, `${ORIGIN}/`));
  const state = { frontier: null, plan: null, manifest: previous, wave: wave + 1, projected: wave + 1 };
  await ports.catalog.createExecution(sampleExecution({ id: EXECUTION, ...state }));
  return { id: EXECUTION, pages: pages - Math.ceil(pages / 10), rows: pages };
}

async function writeChunk(
  archive: Archive,
  { from, to, wave }: { readonly from: number; readonly to: number; readonly wave: number },
): Promise<{ chunk: ManifestChunk; rows: TaskRow[] }> {
  const base = chunkBase({
    execution: EXECUTION,
    wave: wave + 1,
    unit: from / PAGES_A_CHUNK,
    token: `synthetic${from}`,
    n: 0,
  });
  const warc = new WarcChunk(() => base);
  warc.warcinfo({ software: 'test' }, T0);
  const made = Array.from({ length: to - from }, (_, i) => writePage(warc, from + i, base));
  const bytes = Buffer.concat(warc.finish());
  await archive.put(`${base}${CHUNK_SUFFIX.warc}`, [bytes]);
  const head = { kind: 'chunk', v: 1, execution: EXECUTION, wave: wave + 1, unit: 0, token: 't', n: 0, final: true };
  const end: ChunkEnd = {
    kind: 'end',
    outcomes: made.length,
    candidates: 0,
    warc: { bytes: bytes.length, sha256: sha256Hex(bytes) },
    links: null,
    records: null,
    usage: NO_USAGE,
  };
  const lines = encodeGzipLines([head, ...made.map(({ line }) => line), ...made.map(({ cdxj }) => cdxj), end]);
  await archive.put(`${base}${CHUNK_SUFFIX.lines}`, [lines]);
  const proof = { bytes: lines.length, sha256: sha256Hex(lines), outcomes: made.length, candidates: 0 };
  return { chunk: { unit: from / PAGES_A_CHUNK, n: 0, base, ...proof }, rows: made.map(({ row }) => row) };
}

function writePage(warc: WarcChunk, n: number, base: string) {
  const url = syntheticUrl(n);
  const key = urlKeyOf(url);
  const body = Buffer.from(syntheticBody(n));
  const startedAt = T0 + n * 1_000;
  const answer = {
    ok: true as const,
    status: 200,
    statusText: 'OK',
    headers: [['Content-Type', 'text/html; charset=utf-8']] as const,
    startedAt,
    endedAt: startedAt + 5,
    requestHead: Buffer.from(`GET ${url} HTTP/1.1\r\n\r\n`),
    wireBody: body,
    body,
    end: 'complete' as const,
    address: '192.0.2.1',
  };
  const { offset, length, payloadDigest } = warc.exchange(answer, url);
  const filename = `${base.slice(base.lastIndexOf('/') + 1)}${CHUNK_SUFFIX.warc}`;
  const contentType = 'text/html; charset=utf-8';
  const line: OutcomeLine = {
    kind: 'outcome',
    key,
    outcome: { type: 'stored' },
    status: 200,
    contentType,
    bytes: body.length,
    wireBytes: body.length,
    digest: sha256Hex(body),
    attempts: 1,
    startedAt,
    endedAt: startedAt + 5,
    warc: { offset, length },
  };
  const row: TaskRow = {
    v: 1,
    key,
    url,
    level: n === 0 ? 0 : 1,
    rank: n + 1,
    via: n === 0 ? null : urlKeyOf(syntheticUrl(0)),
    outcome: n % 10 === 0 ? { type: 'duplicate', of: urlKeyOf(syntheticUrl(n + 1)) } : { type: 'stored' },
    status: 200,
    contentType,
    bytes: body.length,
    title: `Page ${n} – «${'title '.repeat(20)}» 日本`,
    attempts: 1,
    startedAt,
    endedAt: startedAt + 5,
    errors: [],
    archived: { object: `${base}${CHUNK_SUFFIX.warc}`, offset, length },
  };
  const entry = { url, startedAt, contentType, status: 200, payloadDigest, offset, length, filename };
  return { line, row, cdxj: { kind: 'cdxj', line: cdxjLine(entry) } };
}
