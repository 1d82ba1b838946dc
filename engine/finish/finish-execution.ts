import type { Archive } from '#core/archive/archive.ts';
import { CHUNK_SUFFIX, executionPrefix, publishedManifest, waveOfAttempt } from '#core/archive/object-keys.ts';
import type { Catalog, ExecutionEvent } from '#core/execution/catalog.ts';
import { type Execution, hasEnded, isBehind, isOver } from '#core/execution/execution.ts';
import type { TaskIndex } from '#core/execution/task-index.ts';
import type { AccountStore } from '#core/identity/account-store.ts';
import type { Clock, RandomId } from '#core/model/clock.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { Checkpoint } from '#engine/advance/ports.ts';
import { keepChecks } from '#engine/external/keep-checks.ts';
import { keepExternal } from '#engine/external/keep-external.ts';
import { type RemovePorts, removeExecution } from '#engine/finish/delete-execution.ts';
import { linesOf } from '#engine/frontier/lines/line-files.ts';
import { manifestsOf } from '#engine/frontier/manifest-chain.ts';

export interface FinishPorts extends RemovePorts {
  readonly catalog: Catalog;
  readonly tasks: TaskIndex;
  readonly clock: Clock;
  readonly random: RandomId;
  readonly owners?: Pick<AccountStore, 'keepStored' | 'dropStored'>;
  readonly checkpoint?: Checkpoint;
}

/** Objects deleted together. */
const BATCH = 1_000;
/** Events read together. */
const EVENTS = 1_000;
/** Characters of an error in an event. */
const MOST_TEXT = 300;

/**
 * Publishes what belongs to an ended execution, keeps its external links and what it found about
 * those of another, and deletes what does not
 * belong to it: chunks that no manifest lists, objects of advances that lost. Only of waves that
 * were closed before it began, so that a late worker or a `continue` loses nothing. Idempotent;
 * does nothing while it runs. One that is `deleting` is deleted. A published manifest says that the
 * register of external links is there, too.
 *
 * @returns the row as it was found; null when it was deleted
 * @throws SurfError EXECUTION_NOT_FOUND
 */
export async function finishExecution(ports: FinishPorts, id: ExecutionId): Promise<Execution | null> {
  const row = await ports.catalog.execution(id);
  if (row.status === 'deleting') {
    await removeExecution(ports, row);
    return null;
  }
  if (hasEnded(row.status)) await keepCrawlSize(ports, row);
  if (!isOver(row)) return row;
  const kept = await listedOf(ports.archive, row);
  const object = publishedManifest(id);
  await ports.checkpoint?.('finish:before', `${row.wave}`);
  await ports.archive.delete([object]);
  await ports.checkpoint?.('finish:deleted', `${row.wave}`);
  const fault = await keepExternal(ports, { row });
  const lost = await keepChecks(ports, row);
  await ports.archive.put(object, linesOf(kept.chunks));
  await ports.checkpoint?.('finish:published', `${row.wave}`);
  await deleteAll(ports.archive, garbage(ports.archive, row, kept));
  await ports.catalog.addEvents(id, [
    {
      once: `finished-${row.wave}`,
      at: ports.clock.now(),
      type: 'finished',
      text: finishedText(kept.chunks.length, { fault, lost }),
    },
  ]);
  return row;
}

/** Each commit tells it, too; the last one may have died before. */
async function keepCrawlSize({ owners }: FinishPorts, { id, owner, storedBytes }: Execution): Promise<void> {
  if (owner === undefined || storedBytes === undefined) return;
  await owners?.keepStored({ user: owner, execution: id, part: 'crawl', bytes: storedBytes });
}

interface Faults {
  /** Reason for a new register of external links; null: none began. */
  readonly fault: string | null;
  /** Reason why its answers about external links are in no register; null if they are. */
  readonly lost: string | null;
}

const finishedText = (chunks: number, { fault, lost }: Faults): string =>
  `${chunks} ${chunks === 1 ? 'chunk' : 'chunks'} published` +
  (fault === null ? '' : `; a new register of external links began: ${fault}`.slice(0, MOST_TEXT / 2)) +
  (lost === null ? '' : `; no register got the answers of external links: ${lost}`.slice(0, MOST_TEXT / 2));

/**
 * Is nothing left to do for an ended execution? A process that was killed after the last commit
 * leaves projections, or what is done here.
 */
export async function isFinished(ports: Pick<FinishPorts, 'catalog'>, row: Execution): Promise<boolean> {
  if (isBehind(row)) return false;
  let last: ExecutionEvent | undefined;
  for (;;) {
    const events = await ports.catalog.events(row.id, EVENTS, last?.seq);
    if (events.length === 0) return last?.type === 'finished';
    last = events.at(-1);
  }
}

interface Listed {
  /** Lines of the published manifest, in order. */
  readonly chunks: { wave: number; chunk: string; outcomes: number }[];
  readonly objects: ReadonlySet<string>;
  /** Random names of the advances that won. */
  readonly attempts: ReadonlySet<string>;
}

async function listedOf(archive: Archive, row: Execution): Promise<Listed> {
  const waves: Listed['chunks'][] = [];
  const objects = new Set<string>();
  const attempts = new Set<string>();
  for await (const { key, manifest } of manifestsOf(archive, row)) {
    attempts.add(key.split('/').at(-2) ?? '');
    waves.push(manifest.chunks.map(({ base, outcomes }) => ({ wave: manifest.wave, chunk: base, outcomes })));
    for (const { base } of manifest.chunks)
      for (const suffix of Object.values(CHUNK_SUFFIX)) objects.add(`${base}${suffix}`);
  }
  return { chunks: waves.reverse().flat(), objects, attempts };
}

/**
 * Objects to delete, by one look at all: chunks of closed waves that no manifest lists, and what
 * advances wrote that lost the commit of a closed wave, or died before it. What belongs to the wave
 * that the row names may still come: it stays.
 */
async function* garbage(archive: Archive, row: Execution, kept: Listed): AsyncGenerator<string> {
  const prefix = executionPrefix(row.id);
  const lost = new Set<string>();
  const nameless: { readonly key: string; readonly attempt: string }[] = [];
  for await (const { key } of archive.list(prefix)) {
    const [folder, place = '', name = ''] = key.slice(prefix.length).split('/');
    if (folder === 'chunks') {
      if (Number(place) < row.wave && !kept.objects.has(key)) yield key;
    } else if (folder === 'waves') {
      if (Number(place) > row.wave || kept.attempts.has(name)) continue;
      lost.add(name);
      yield key;
    } else if (folder === 'levels' || folder === 'seen') {
      const attempt = folder === 'levels' ? name : (place.split('-', 1)[0] ?? '');
      const wave = waveOfAttempt(attempt);
      if (Number.isNaN(wave)) nameless.push({ key, attempt });
      else if (wave <= row.wave && !kept.attempts.has(attempt)) yield key;
    }
  }
  for (const { key, attempt } of nameless) if (lost.has(attempt)) yield key;
}

async function deleteAll(archive: Archive, keys: AsyncIterable<string>): Promise<void> {
  let batch: string[] = [];
  for await (const key of keys) {
    if (batch.push(key) < BATCH) continue;
    await archive.delete(batch);
    batch = [];
  }
  if (batch.length > 0) await archive.delete(batch);
}
