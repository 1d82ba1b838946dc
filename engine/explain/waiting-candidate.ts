import type { Archive } from '#core/archive/archive.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import { CANDIDATE_KINDS } from '#engine/advance/candidate-kinds.ts';
import { type Candidate, compareCandidates } from '#engine/advance/candidate-runs.ts';
import { listedLine } from '#engine/explain/listed-line.ts';

/**
 * The best link to an address that the open level has found and that is decided when it ends. One search in each run of the level: a wave leaves one for
 * each 250,000 links.
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
      const found = await listedLine<Candidate>(archive, object, key);
      if (found !== null && (best === null || compareCandidates(found, best) < 0)) best = found;
    }
  }
  return best;
}
