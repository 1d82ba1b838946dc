import type { Archive } from '#core/archive/archive.ts';
import { decodeCandidate } from '#core/archive/chunk/candidate-record.ts';
import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import type { FileRef } from '#core/frontier/frontier.ts';
import { readCandidates } from '#engine/frontier/candidates/candidate-file.ts';

/** A link that a walk may follow. */
export type SampleLink = Pick<Candidate, 'key' | 'url' | 'position' | 'depthLeft'>;

/** Links that walks may follow, by page. */
export type SampleLinks = ReadonlyMap<string, readonly SampleLink[]>;

/**
 * The admitted links of all pages so far, each target once a page: about 200 bytes a link, 200
 * links a page (`MOST_PAGE_LINKS`; of seeds twice as many), and 10,000 pages (`MOST_STEPS`).
 *
 * @param judge decides the links of seeds: redirects of other seeds may have widened the scope
 */
export async function sampleLinks(
  archive: Archive,
  files: readonly FileRef[],
  judge: (candidate: Candidate) => Candidate['reason'],
): Promise<SampleLinks> {
  const pages = new Map<string, Map<string, SampleLink>>();
  for (const { object } of files) {
    for await (const records of readCandidates(archive, object)) {
      for (const { bytes, at } of records) {
        const link = decodeCandidate(bytes, at);
        if (judge(link) !== null) continue;
        const { key, url, position, depthLeft } = link;
        const links = pages.get(link.by) ?? new Map<string, SampleLink>();
        const before = links.get(key);
        if (before === undefined || position < before.position) links.set(key, { key, url, position, depthLeft });
        pages.set(link.by, links);
      }
    }
  }
  return new Map([...pages].map(([page, links]) => [page, [...links.values()]]));
}
