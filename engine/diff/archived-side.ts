import type { Archive } from '#core/archive/archive.ts';
import type { OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import type { RedirectedTo } from '#core/diff/url-version.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { UnitStore } from '#core/execution/unit-store.ts';
import { recordFields } from '#core/export/tables/record-fields.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { isPage } from '#engine/archive-reader/exported-pages.ts';
import { type ListedChunk, readPart } from '#engine/archive-reader/listed-chunk.ts';
import { listedChunks } from '#engine/archive-reader/listed-chunks.ts';
import { RecordCursor } from '#engine/archive-reader/record-cursor.ts';
import { isItsLine } from '#engine/archive-reader/settled-tasks.ts';
import { type SettledWave, settledWaves } from '#engine/archive-reader/waves/settled-waves.ts';
import type { WaveRows } from '#engine/archive-reader/waves/wave-rows.ts';
import { knownPages } from '#engine/collection/known-pages.ts';
import type { DiffSide } from '#engine/diff/diff-side.ts';
import { type KnownVersion, keptVersion, pageVersion, taskVersion } from '#engine/diff/known-version.ts';
import { pendingTasks } from '#engine/list-tasks/pending-tasks.ts';
import { refusedTasks } from '#engine/list-tasks/refused-tasks.ts';
import { settledDraft } from '#engine/list-tasks/task-view.ts';

export interface ArchivedSidePorts {
  readonly catalog: Pick<Catalog, 'execution' | 'workflow'>;
  readonly archive: Archive;
  readonly units: UnitStore;
}

/** Versions handed on together. */
const BATCH = 500;

/**
 * A side of a comparison, from the archive alone: each object is read once, in order, so that it
 * takes no look-up of a row. One wave is in memory at a time.
 * @throws SurfError EXECUTION_NOT_FOUND, and while it is read OBJECT_NOT_FOUND, OBJECT_CORRUPT
 */
export async function archivedSide(ports: ArchivedSidePorts, id: ExecutionId): Promise<DiffSide> {
  const row = await ports.catalog.execution(id);
  const { definition } = await ports.catalog.workflow(row.workflowId, row.workflowVersion);
  return {
    keyRules: definition.key,
    async *versions() {
      for await (const wave of settledWaves(ports.archive, row)) {
        yield* waveVersions(ports.archive, wave, recordFields(definition) !== null);
      }
      yield* inBatches(unsettledVersions(ports, row));
    },
  };
}

/** @param extracts the crawl took records from its pages */
async function* waveVersions(
  archive: Archive,
  { manifest, rows }: SettledWave,
  extracts: boolean,
): AsyncGenerator<KnownVersion[]> {
  const others = new Set(rows.keys());
  const targets = new Map<UrlKey, RedirectedTo>();
  for await (const chunk of listedChunks(archive, manifest.chunks)) {
    const records = extracts ? new RecordCursor(await readPart(archive, chunk, 'records')) : null;
    const pages = pagesOf(chunk, rows, records);
    for (const { key } of pages) if (key !== null) others.delete(key);
    for (const line of chunk.outcomes) {
      const row = line.target === undefined ? undefined : rows.get(line.key);
      if (row === undefined || line.target === undefined || !isItsLine(row, line, chunk.base)) continue;
      targets.set(line.key, { key: line.target.key, url: line.target.url });
    }
    yield pages;
  }
  yield* inBatches(otherVersions(others, rows, targets));
}

/** URLs of a wave that are not pages, with the targets of redirects. */
function* otherVersions(
  keys: ReadonlySet<UrlKey>,
  rows: WaveRows,
  targets: ReadonlyMap<UrlKey, RedirectedTo>,
): Generator<KnownVersion> {
  for (const key of keys) {
    const row = rows.get(key);
    const to = targets.get(key);
    if (row !== undefined) yield* oneOrNone(taskVersion(key, { ...settledDraft(row), ...(to && { to }) }));
  }
}

function pagesOf(chunk: ListedChunk, rows: WaveRows, records: RecordCursor | null): KnownVersion[] {
  const pages: KnownVersion[] = [];
  for (const line of chunk.outcomes) {
    if (line.outcome.type !== 'stored' && line.outcome.type !== 'notModified') continue;
    const record = records?.take(line.key)?.record; // of copies, too: records come in the order of the lines
    const row = rows.get(line.key);
    if (row === undefined || !isPage(row.outcome) || !isItsLine(row, line, chunk.base)) continue;
    pages.push(pageVersion(line.key, { ...factsOf(row, line), ...(record !== undefined && { record }) }));
  }
  return pages;
}

const factsOf = ({ url, title }: TaskRow, { digest, textDigest }: OutcomeLine) => ({
  url,
  title,
  digest: digest ?? null,
  ...(textDigest !== undefined && { textDigest }),
});

/** Refused and pending URLs, and pages that a tick knew. */
async function* unsettledVersions(ports: ArchivedSidePorts, row: Execution): AsyncGenerator<KnownVersion> {
  for await (const { candidate } of refusedTasks(ports.archive, row)) {
    const { key, url, reason } = candidate;
    yield* oneOrNone(taskVersion(key, { url, outcome: 'skipped', reason, status: null }));
  }
  for await (const { task, reported } of pendingTasks(ports, row)) {
    const nothing = { url: task.url, outcome: null, reason: null, status: null };
    yield* oneOrNone(taskVersion(task.key, reported === undefined ? nothing : settledDraft(reported)));
  }
  for await (const page of knownPages(ports.archive, row)) yield keptVersion(page);
}

const oneOrNone = (version: KnownVersion | null): readonly KnownVersion[] => (version === null ? [] : [version]);

async function* inBatches(
  versions: AsyncIterable<KnownVersion> | Iterable<KnownVersion>,
): AsyncGenerator<KnownVersion[]> {
  let batch: KnownVersion[] = [];
  for await (const version of versions) {
    if (batch.push(version) < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
