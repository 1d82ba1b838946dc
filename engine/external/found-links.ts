import type { Archive } from '#core/archive/archive.ts';
import { decodeCandidate } from '#core/archive/chunk/candidate-record.ts';
import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import type { FoundLink } from '#engine/external/register-merge.ts';
import { ExternalSort } from '#engine/external-sort/external-sort.ts';
import { textRecord } from '#engine/external-sort/record-file.ts';
import { readCandidates } from '#engine/frontier/candidates/candidate-file.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import type { FilePlace } from '#engine/frontier/keyed-files.ts';
import { streamLines } from '#engine/frontier/lines/line-files.ts';
import { byLineKey } from '#engine/frontier/lines/line-key.ts';
import { manifestsOf } from '#engine/frontier/manifest-chain.ts';

/** The links of an execution that left its scope, sorted by key: of one key the merged one last. */
export async function foundLinks({ archive, name }: FilePlace, row: Execution): Promise<ExternalSort> {
  let spills = 0;
  const links = new ExternalSort({ archive, newName: () => name(`spill-${spills++}`), keyOf: byLineKey });
  for await (const batch of linksOutside(archive, row)) {
    for (const { key, url, by } of batch) {
      const spilled = links.add(textRecord(JSON.stringify({ key, url, by } satisfies FoundLink)));
      if (spilled !== undefined) await spilled;
    }
  }
  return links;
}

/** Search text in a line: quotes within its URL are escaped. */
const OUTSIDE = '"reason":"outside-scope"';

/**
 * Yields the links of the level that the execution left open, then those of the levels that it
 * closed. If a redirect of a seed has widened the scope, open ones are not decided yet.
 */
async function* linksOutside(archive: Archive, row: Execution): AsyncGenerator<Candidate[]> {
  if (row.frontier === null) return;
  const head = await readJson<Frontier>(archive, row.frontier, 'lists');
  for (const { object } of head.widened ? [] : head.candidates) {
    for await (const records of readCandidates(archive, object)) {
      const links = records.map(({ bytes, at }) => decodeCandidate(bytes, at));
      yield links.filter(({ reason }) => reason === 'outside-scope');
    }
  }
  for await (const { manifest } of manifestsOf(archive, row)) {
    for (const { skipped } of manifest.levels) {
      if (skipped === null) continue;
      for await (const lines of streamLines(archive, skipped)) {
        yield lines.filter((line) => line.includes(OUTSIDE)).map((line) => JSON.parse(line) as Candidate);
      }
    }
  }
}
