import type { Archive } from '#core/archive/archive.ts';
import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import { decodeSeen } from '#core/frontier/segments/seen-record.ts';
import { isRefusedByLink } from '#core/model/link-reason.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { streamLines } from '#engine/frontier/lines/line-files.ts';
import { SegmentStore } from '#engine/frontier/lines/segment-store.ts';
import { manifestsOf } from '#engine/frontier/manifest-chain.ts';

/** A URL that was refused at admission, with the level that it was refused for. */
export interface RefusedTask {
  readonly level: number;
  readonly candidate: Candidate;
}

/** Keys that are looked up in the seen set together. */
const BATCH = 10_000;

/**
 * Every URL that a rule refused when its level was merged, once. One that was refused as `nofollow`
 * or `off-topic` and decided again later is left out here: it is among the tasks, or refused again
 * for another reason.
 */
export async function* refusedTasks(archive: Archive, row: Execution): AsyncGenerator<RefusedTask> {
  if (row.frontier === null) return;
  const head = await readJson<Frontier>(archive, row.frontier, 'lists');
  const stillRefused = refusedFilter(archive, head);
  for await (const { manifest } of manifestsOf(archive, row)) {
    for (const { level, skipped } of manifest.levels) {
      if (skipped === null) continue;
      for await (const candidates of refusedOf(archive, skipped, stillRefused)) {
        for (const candidate of candidates) yield { level, candidate };
      }
    }
  }
}

/** A list of refused URLs, some at a time. */
async function* refusedOf(
  archive: Archive,
  object: string,
  stillRefused: (batch: readonly Candidate[]) => Promise<Candidate[]>,
): AsyncGenerator<Candidate[]> {
  let unsure: Candidate[] = [];
  for await (const lines of streamLines(archive, object)) {
    const candidates = lines.map((line) => JSON.parse(line) as Candidate);
    yield candidates.filter((candidate) => !isRefusedByLink(candidate));
    for (const candidate of candidates) if (isRefusedByLink(candidate)) unsure.push(candidate);
    if (unsure.length < BATCH) continue;
    yield await stillRefused(unsure);
    unsure = [];
  }
  yield await stillRefused(unsure);
}

/**
 * Keeps the candidates whose link is still refused: one look into the seen set for many of them.
 */
function refusedFilter(archive: Archive, head: Frontier): (batch: readonly Candidate[]) => Promise<Candidate[]> {
  const segments = new SegmentStore(archive, () => '');
  return async (batch) => {
    if (batch.length === 0) return [];
    const sorted = [...batch].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    const keys = sorted.map((candidate) => candidate.key);
    const records = await segments.lookup(head.seen, keys);
    return sorted.filter((_, i) => {
      const record = records.get(i);
      return record === undefined || isRefusedByLink(decodeSeen(record));
    });
  };
}
