import { compareKeysAt, decodeCandidate } from '#core/archive/chunk/candidate-record.ts';
import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import { BLOCK_BYTES, type RecordBytes } from '#core/archive/warc/record-blocks.ts';
import type { FileRef } from '#core/frontier/frontier.ts';
import { mergeSorted } from '#engine/external-sort/merge-sorted.ts';
import { readCandidates } from '#engine/frontier/candidates/candidate-file.ts';
import { compareCandidates } from '#engine/frontier/candidates/candidate-spill.ts';
import type { CrawlState } from '#engine/frontier/crawl-state.ts';
import { isKept } from '#engine/frontier/lines/segment-store.ts';
import { loadEdges } from '#engine/frontier/redirect-edges.ts';
import { lowestRanks } from '#engine/level/lowest-ranks.ts';

/**
 * Keys that are looked up in the seen set together: fewer of them, and less memory, while the set
 * is so small that it is kept.
 */
const BATCH = 20_000;
const SMALL_BATCH = 1_000;

/**
 * All runs of a level are read side by side: together they have about this much in memory, each two
 * parts of at least and at most so much.
 */
const MERGED_BYTES = 64 * 1024 * 1024;
const LEAST_PART_BYTES = BLOCK_BYTES;
const MOST_PART_BYTES = 1024 * 1024;

/**
 * Best candidate of each key, with its final rank and the cash of all, in batches sorted by key.
 * @param decide gives it its final verdict before
 */
export async function* bestCandidates(
  state: Pick<CrawlState, 'archive' | 'head'>,
  files: readonly FileRef[],
  decide: (candidate: Candidate) => Candidate = (candidate) => candidate,
): AsyncGenerator<Candidate[]> {
  const ranks = lowestRanks(await loadEdges(state));
  const runs = files.map(({ object }) => readCandidates(state.archive, object, partBytesOf(files.length)));
  const most = isKept(state.head.seen) ? SMALL_BATCH : BATCH;
  let batch: Candidate[] = [];
  let best: Candidate | undefined;
  for await (const records of mergeSorted(runs, compareKeys)) {
    for (const { bytes, at } of records) {
      const candidate = decide(placed(decodeCandidate(bytes, at), ranks));
      if (best?.key === candidate.key) {
        const cash = (candidate.cash ?? 0) + (best.cash ?? 0);
        if (compareCandidates(candidate, best) < 0) best = candidate;
        if (cash > 0) best = { ...best, cash };
        continue;
      }
      if (best !== undefined) batch.push(best);
      best = candidate;
    }
    if (batch.length < most) continue;
    yield batch;
    batch = [];
  }
  if (best !== undefined) batch.push(best);
  yield batch;
}

function placed(candidate: Candidate, ranks: ReadonlyMap<string, number>): Candidate {
  if (ranks.size === 0) return candidate;
  const rank = ranks.get(`${candidate.level}/${candidate.by}`) ?? candidate.rank;
  return rank < candidate.rank ? { ...candidate, rank } : candidate;
}

const compareKeys = (a: RecordBytes, b: RecordBytes): number => compareKeysAt(a.bytes, a.at, b.bytes, b.at);

/** Bytes to read of each run at once: whole blocks. */
const partBytesOf = (runs: number): number =>
  Math.max(
    LEAST_PART_BYTES,
    Math.min(MOST_PART_BYTES, Math.floor(MERGED_BYTES / 2 / runs / BLOCK_BYTES) * BLOCK_BYTES),
  );
