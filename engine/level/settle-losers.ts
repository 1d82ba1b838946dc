import type { Correction } from '#core/execution/task-index.ts';
import { decodeDigest } from '#core/frontier/segments/digest-record.ts';
import type { Attempt, CrawlState, Loser } from '#engine/frontier/crawl-state.ts';
import { readLines, writeLines } from '#engine/frontier/lines/line-files.ts';
import type { StateChange } from '#engine/frontier/next-state.ts';

/**
 * Names the page that each duplicate of a level duplicates, when the level closes.
 * @param closes false at an end in the middle of a level: the answer is right for now, and a
 * continued crawl may change it
 */
export async function settleLosers(
  { segments, archive, name, head }: Attempt & Pick<CrawlState, 'head'>,
  closes: boolean,
): Promise<StateChange> {
  const losers: Loser[] = [];
  for (const file of head.losers) losers.push(...(await readLines<Loser>(archive, file)));
  const digests = [...new Set(losers.map((loser) => loser.digest))].sort();
  const places = new Map(digests.map((digest, i) => [digest, i]));
  const holders = await segments.lookup(head.digests, digests);
  const kept: Loser[] = [];
  const corrections: Correction[] = [];
  for (const loser of losers) {
    const record = holders.get(places.get(loser.digest) ?? -1);
    const of = record === undefined ? loser.of : decodeDigest(record).key;
    if (of !== loser.of) corrections.push({ key: loser.key, of });
    kept.push({ ...loser, of });
  }
  const file = closes ? null : await writeLines(archive, name('losers-at-end.jsonl'), kept);
  return { head: { losers: file === null ? [] : [file] }, corrections };
}
