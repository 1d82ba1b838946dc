import type { FileRef, SegmentRef } from '#core/frontier/frontier.ts';
import {
  DIGEST_RECORD_BYTES,
  type DigestRecord,
  decodeDigest,
  encodeDigests,
} from '#core/frontier/segments/digest-record.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import type { Attempt, CrawlState, Loser } from '#engine/frontier/crawl-state.ts';
import { writeLines } from '#engine/frontier/lines/line-files.ts';

/** A page that was fetched in the wave. */
export interface FetchedPage extends DigestRecord {
  /** Number of its row among those that are settled. */
  readonly row: number;
}

/** The pages of a wave, after those with one digest were compared. */
export interface SettledDigests {
  /** Key of each duplicate among the pages → key of the page it duplicates, as far as known now. */
  readonly duplicates: ReadonlyMap<string, UrlKey>;
  /** Pages of earlier waves of the level that are duplicates after all. */
  readonly replaced: readonly { readonly before: DigestRecord; readonly holder: DigestRecord }[];
  readonly digests: readonly SegmentRef[];
  readonly losers: readonly FileRef[];
}

/**
 * Finds out which pages of a wave are exact duplicates (H8). Of the pages with one digest the one
 * of lowest rank in the first level that has it is the page; the others are duplicates of it and
 * free their slots. Which copy stays can change until the level closes; how many there are cannot.
 *
 * @param openLevel the level in which a later page of lower rank may still take an earlier one's
 * place; null: none, as in a crawl one by one
 */
export async function settleDigests(
  { segments, archive, name, head }: Attempt & Pick<CrawlState, 'head'>,
  pages: readonly FetchedPage[],
  openLevel: number | null,
): Promise<SettledDigests> {
  const duplicates = new Map<string, UrlKey>();
  const groups = groupByDigest(pages);
  const keys = [...groups.keys()].sort();
  const known = await segments.lookup(head.digests, keys);
  const changed: DigestRecord[] = [];
  const lost: Loser[] = [];
  const replaced: { before: DigestRecord; holder: DigestRecord }[] = [];
  for (const [i, digest] of keys.entries()) {
    const record = known.get(i);
    const before = record === undefined ? undefined : decodeDigest(record);
    const group = groups.get(digest) ?? [];
    const holder = holderOf(group, before, openLevel);
    if (holder !== before) changed.push(holder);
    for (const page of group) {
      if (page.key === holder.key) continue;
      duplicates.set(page.key, holder.key as UrlKey);
      lost.push({ key: page.key, digest, of: holder.key });
    }
    if (before !== undefined && holder !== before) {
      replaced.push({ before, holder });
      lost.push({ key: before.key, digest, of: holder.key });
    }
  }
  const shape = { recordBytes: DIGEST_RECORD_BYTES, prefixes: true } as const; // few pages are duplicates
  const digests = await segments.append(head.digests, encodeDigests(changed), shape);
  const file = await writeLines(archive, name('losers.jsonl'), lost);
  return { duplicates, replaced, digests, losers: file === null ? head.losers : [...head.losers, file] };
}

/** The page of lowest rank; but a page of a level that is closed stays. */
function holderOf(group: DigestRecord[], before: DigestRecord | undefined, level: number | null): DigestRecord {
  const first = group.reduce((best, page) => (compareRanks(page, best) < 0 ? page : best));
  if (before === undefined) return first;
  const open = before.level === level && first.level === level;
  return open && compareRanks(first, before) < 0 ? first : before;
}

const compareRanks = (a: DigestRecord, b: DigestRecord): number =>
  a.level - b.level || a.rank - b.rank || (a.key < b.key ? -1 : 1);

function groupByDigest(pages: readonly FetchedPage[]): Map<string, FetchedPage[]> {
  const groups = new Map<string, FetchedPage[]>();
  for (const page of pages) {
    const group = groups.get(page.digest);
    if (group === undefined) groups.set(page.digest, [page]);
    else group.push(page);
  }
  return groups;
}
