import type { Archive } from '#core/archive/archive.ts';
import { ChunkLine } from '#core/archive/chunk/chunk-lines.ts';
import { chunkValues } from '#core/archive/chunk/chunk-values.ts';
import { CHUNK_SUFFIX, publishedManifest } from '#core/archive/object-keys.ts';
import { readRecords, responseOf } from '#core/archive/warc/warc-reader.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { valuesOf } from '#core/bytes/json-lines.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { MAX_RECORD_LINE_BYTES, RecordLine } from '#core/selection/records/record-lines.ts';
import type { TaskView } from '#engine/list-tasks/task-view.ts';

/** What the comparison leaves out, with the reason: the one list of it. */
const DIFFERS: Readonly<Partial<Record<keyof TaskView, string>>> = {
  execution: 'id',
  startedAt: 'time',
  endedAt: 'time',
};

/** A task as two runs must have it. */
export type ComparedTask = Readonly<Record<string, unknown>>;

/** What two runs of one workflow must have in common beside their tasks. */
export interface ComparedArchive {
  /**
   * By address: status and SHA-256 of each different payload in the WARCs, as the server sent it
   * (N15).
   */
  readonly payloads: Readonly<Record<string, readonly string[]>>;
  /** By address: what was extracted. */
  readonly records: Readonly<Record<string, unknown>>;
}

/** Tasks by address, without what is a time; times of errors too. */
export function comparedTasks(views: readonly TaskView[]): ComparedTask[] {
  return views
    .toSorted((a, b) => (a.url < b.url ? -1 : 1))
    .map((view) => {
      const kept = Object.entries(view).filter(([name]) => !(name in DIFFERS));
      return { ...Object.fromEntries(kept), errors: view.errors.map(({ code, message }) => ({ code, message })) };
    });
}

/**
 * Reads what the published manifest lists. Without robots.txt: a deployment that has asked a host
 * does not ask it again for the next crawl.
 */
export async function comparedArchive(archive: Archive, id: ExecutionId): Promise<ComparedArchive> {
  const payloads = new Map<string, Set<string>>();
  const records = new Map<string, unknown>();
  for (const value of valuesOf(await archive.get(publishedManifest(id)))) {
    const { chunk } = value as { chunk: string };
    const end = [...chunkValues(await archive.get(`${chunk}${CHUNK_SUFFIX.lines}`))]
      .map((line) => ChunkLine.parse(line))
      .at(-1);
    if (end?.kind !== 'end') throw new Error(`${chunk} has no end`);
    if (end.warc !== null) addPayloads(payloads, await archive.get(`${chunk}${CHUNK_SUFFIX.warc}`));
    if (end.records !== null) addRecords(records, await archive.get(`${chunk}${CHUNK_SUFFIX.records}`));
  }
  const sorted = [...payloads].sort(byAddress).map(([url, found]): [string, string[]] => [url, [...found].sort()]);
  return { payloads: Object.fromEntries(sorted), records: Object.fromEntries([...records].sort(byAddress)) };
}

function addPayloads(payloads: Map<string, Set<string>>, warc: Uint8Array): void {
  for (const record of readRecords(warc)) {
    const url = record.headers.get('warc-target-uri') ?? '';
    if (record.headers.get('warc-type') !== 'response' || url.endsWith('/robots.txt')) continue;
    const { status, wireBody } = responseOf(record);
    const found = payloads.get(url) ?? new Set();
    payloads.set(url, found.add(`${status} ${sha256Hex(wireBody)}`));
  }
}

function addRecords(records: Map<string, unknown>, object: Uint8Array): void {
  for (const value of valuesOf(object, { maxLineBytes: MAX_RECORD_LINE_BYTES })) {
    const { url, record, errors } = RecordLine.parse(value);
    records.set(url, { record, errors });
  }
}

const byAddress = (a: readonly [string, unknown], b: readonly [string, unknown]): number => (a[0] < b[0] ? -1 : 1);
