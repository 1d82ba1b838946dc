import type { Archive } from '#core/archive/archive.ts';
import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import { decodeSeen } from '#core/frontier/segments/seen-record.ts';
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
 * and decided again later is left out here: it is among the tasks, or refused again for another
 * reason.
 */
export async function* refusedTasks(archive: Archive, row: Execution): AsyncGenerator<RefusedTask> {
  if (row.frontier === null) return;
  const head = await readJson<Frontier>(archive, row.frontier, 'lists');
  const stillNofollow = nofollowFilter(archive, head);
  for await (const { manifest } of manifestsOf(archive, row)) {
    for (const { level, skipped } of manifest.levels) {
      if (skipped === null) continue;
      for await (const candidates of refusedOf(archive, skipped, stillNofollow)) {
        for (const candidate of candidates) yield { level, candidate };
      }
    }
  }
}

/** A list of refused URLs, some at a time. */
async function* refusedOf(
  archive: Archive,
  object: string,
  stillNofollow: (batch: readonly Candidate[]) => Promise<Candidate[]>,
): AsyncGenerator<Candidate[]> {
  let nofollow: Candidate[] = [];
  for await (const lines of streamLines(archive, object)) {
    const candidates = lines.map((line) => JSON.parse(line) as Candidate);
    yield candidates.filter(({ reason }) => reason !== 'nofollow');
    for (const candidate of candidates) if (candidate.reason === 'nofollow') nofollow.push(candidate);
    if (nofollow.length < BATCH) continue;
    yield await stillNofollow(nofollow);
    nofollow = [];
  }
  yield await stillNofollow(nofollow);
}

/**
 * Keeps the candidates whose last verdict is `nofollow`: one look into the seen set for many of
 * them.
 */
function nofollowFilter(archive: Archive, head: Frontier): (batch: readonly Candidate[]) => Promise<Candidate[]> {
  const segments = new SegmentStore(archive, () => '');
  return async (batch) => {
    if (batch.length === 0) return [];
    const sorted = [...batch].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    const keys = sorted.map((candidate) => candidate.key);
    const records = await segments.lookup(head.seen, keys);
    return sorted.filter((_, i) => {
      const record = records.get(i);
      return record === undefined || decodeSeen(record).reason === 'nofollow';
    });
  };
}
