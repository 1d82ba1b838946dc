import type { Archive } from '#core/archive/archive.ts';
import { decodeCandidate, keyAt } from '#core/archive/chunk/candidate-record.ts';
import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import { readCandidates } from '#engine/frontier/candidates/candidate-file.ts';
import { CANDIDATE_KINDS } from '#engine/frontier/candidates/candidate-kinds.ts';
import { compareCandidates } from '#engine/frontier/candidates/candidate-spill.ts';

/**
 * The best link to an address that the open level has found and that is decided when it ends. Reads
 * each run of the level up to the key: a wave leaves a run of 4 MB for each 40,000 links.
 */
export async function waitingCandidate(
  archive: Archive,
  head: Frontier,
  keys: { readonly page: string; readonly sitemap: string },
): Promise<Candidate | null> {
  let best: Candidate | null = null;
  for (const kind of CANDIDATE_KINDS) {
    const key = kind === 'sitemaps' ? keys.sitemap : keys.page;
    for (const { object } of head[kind] ?? []) {
      for await (const found of candidatesOf(archive, object, key))
        if (best === null || compareCandidates(found, best) < 0) best = found;
    }
  }
  return best;
}

/** The links of one run to a key; a run is sorted by key. */
async function* candidatesOf(archive: Archive, object: string, key: string): AsyncGenerator<Candidate> {
  for await (const records of readCandidates(archive, object)) {
    for (const { bytes, at } of records) {
      const found = keyAt(bytes, at);
      if (found === key) yield decodeCandidate(bytes, at);
      if (found > key) return;
    }
  }
}
