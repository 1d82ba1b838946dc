import type { Archive } from '#core/archive/archive.ts';
import { ChunkLine, type LinkLine, type OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { chunkValues } from '#core/archive/chunk/chunk-values.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import { readRecords, responseOf } from '#core/archive/warc/warc-reader.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { valuesOf } from '#core/bytes/json-lines.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { TaskIndex, TaskRow } from '#core/execution/task-index.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { RecordLine } from '#core/selection/records/record-lines.ts';
import { manifestsOf } from '#engine/frontier/manifest-chain.ts';
import type { TaskView } from '#engine/list-tasks/task-view.ts';

export interface RecordPorts {
  readonly catalog: Catalog;
  readonly archive: Archive;
  readonly tasks: TaskIndex;
}

/**
 * Everything that is the same in every crawl of the same site by the same workflow: no times, no
 * places in files.
 */
export interface CrawlRecord {
  readonly url: string;
  readonly level: number;
  readonly rank: number;
  /** URL of the discoverer. */
  readonly via: string | null;
  /** `stored`, `duplicate of http://…`, `redirected to http://…`, `failed(http-4xx)`. */
  readonly outcome: string;
  readonly status: number | null;
  readonly contentType: string | null;
  readonly bytes: number | null;
  readonly title: string | null;
  readonly attempts: number;
  readonly errors: readonly string[];
  /** SHA-256 of the decoded body, and links on the page. */
  readonly digest: string | null;
  readonly links: number | null;
  /** Its edges of the link graph, in the order of the page. */
  readonly edges: readonly LinkLine[];
  /** What the selection policy took out of it; null when there is no record. */
  readonly extracted: Pick<RecordLine, 'record' | 'errors'> | null;
  /** Responses that were archived for it: status and SHA-256 of the body on the wire. */
  readonly archived: readonly string[];
}

interface Chunks {
  readonly outcomes: Map<string, OutcomeLine>;
  readonly edges: Map<string, LinkLine[]>;
  readonly archived: Map<string, string[]>;
  readonly extracted: Map<string, Pick<RecordLine, 'record' | 'errors'>>;
}

/**
 * The settled tasks of an execution with all that the listed chunks have of them, by URL. Looks at
 * no object that no manifest lists.
 */
export async function crawlRecords(ports: RecordPorts, id: ExecutionId): Promise<CrawlRecord[]> {
  const chunks = await readChunks(ports, id);
  const { rows } = await ports.tasks.list(id, 1_000_000);
  const urls = new Map(rows.map((row) => [row.key as string, row.url]));
  return rows.map((row) => recordOf(row, urls, chunks)).sort((a, b) => (a.url < b.url ? -1 : 1));
}

function recordOf(row: TaskRow, urls: ReadonlyMap<string, string>, chunks: Chunks): CrawlRecord {
  const line = chunks.outcomes.get(row.key);
  const urlOf = (key: string): string => urls.get(key) ?? key;
  const { url, level, rank, status, contentType, bytes, title, attempts } = row;
  return {
    url,
    level,
    rank,
    status,
    contentType,
    bytes,
    title,
    attempts,
    via: row.via === null ? null : urlOf(row.via),
    outcome: outcomeWords(row, urlOf),
    errors: row.errors.map(({ code, message }) => `${code}: ${message}`),
    digest: line?.digest ?? null,
    links: line?.links ?? null,
    edges: chunks.edges.get(url) ?? [],
    extracted: chunks.extracted.get(row.key) ?? null,
    archived: chunks.archived.get(url) ?? [],
  };
}

function outcomeWords({ outcome }: TaskRow, urlOf: (key: string) => string): string {
  if (outcome.type === 'duplicate') return `duplicate of ${urlOf(outcome.of)}`;
  if (outcome.type === 'redirected') return `redirected to ${urlOf(outcome.to)}`;
  return 'reason' in outcome ? `${outcome.type}(${outcome.reason})` : outcome.type;
}

async function readChunks(ports: RecordPorts, id: ExecutionId): Promise<Chunks> {
  const chunks: Chunks = { outcomes: new Map(), edges: new Map(), archived: new Map(), extracted: new Map() };
  for await (const { manifest } of manifestsOf(ports.archive, await ports.catalog.execution(id))) {
    for (const { base } of manifest.chunks) await readChunk(ports.archive, base, chunks);
  }
  return chunks;
}

async function readChunk(archive: Archive, base: string, chunks: Chunks): Promise<void> {
  const lines = [...chunkValues(await archive.get(`${base}${CHUNK_SUFFIX.lines}`))].map((value) =>
    ChunkLine.parse(value),
  );
  for (const line of lines) {
    if (line.kind === 'outcome' && line.outcome.type !== 'deferred') chunks.outcomes.set(line.key, line);
  }
  const end = lines.at(-1);
  if (end?.kind !== 'end') throw new Error(`${base} has no end`);
  if (end.links !== null) {
    for (const value of valuesOf(await archive.get(`${base}${CHUNK_SUFFIX.links}`))) {
      const link = value as LinkLine;
      push(chunks.edges, link.from, link);
    }
  }
  if (end.records !== null) {
    for (const value of valuesOf(await archive.get(`${base}${CHUNK_SUFFIX.records}`))) {
      const { key, record, errors } = RecordLine.parse(value);
      chunks.extracted.set(key, { record, errors });
    }
  }
  if (end.warc !== null) {
    for (const record of readRecords(await archive.get(`${base}${CHUNK_SUFFIX.warc}`))) {
      if (record.headers.get('warc-type') !== 'response') continue;
      const { status, wireBody } = responseOf(record);
      push(chunks.archived, record.headers.get('warc-target-uri') ?? '', `${status} ${sha256Hex(wireBody)}`);
    }
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/**
 * All that two crawls of one site by one workflow have in common: no ids, no times, no places in
 * files.
 */
export interface CrawlResult {
  readonly status: string;
  readonly reason: string | null;
  readonly counts: unknown;
  readonly tasks: readonly (readonly unknown[])[];
  readonly records: readonly CrawlRecord[];
}

/** A crawl that has ended, embedded or over the adapters of AWS. */
export interface EndedCrawl {
  readonly id: ExecutionId;
  views(): Promise<TaskView[]>;
}

export async function crawlResult(ports: RecordPorts, crawl: EndedCrawl): Promise<CrawlResult> {
  const { status, reason, counts } = await ports.catalog.execution(crawl.id);
  const tasks = (await crawl.views()).map((view) => [
    ...[view.url, view.outcome, view.reason, view.state, view.status, view.level, view.via],
    ...[view.contentType, view.bytes, view.title],
  ]);
  return { status, reason, counts, tasks, records: await crawlRecords(ports, crawl.id) };
}
