import { DIGEST_RECORD_BYTES, type DigestRecord, decodeDigest, encodeDigests } from '#core/frontier/digest-record.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import type { CrawlState, Loser } from '#engine/advance/crawl-state.ts';
import { readLines, writeLines } from '#engine/advance/line-files.ts';

/** A page that was fetched in the wave. */
export interface FetchedPage extends DigestRecord {
  /** Number of its row among those that are settled. */
  readonly row: number;
}

/**
 * Finds out which pages of a wave are exact duplicates (H8). Of the pages with one digest the one of lowest rank in the first level that has it
 * is the page; the others are duplicates of it and free their slots. Which copy stays can change until the level closes; how many there are cannot.
 *
 * @param openLevel the level in which a later page of lower rank may still take an earlier one's place; null: none, as in a crawl one by one
 * @returns key of each duplicate among `pages` → key of the page it is a duplicate of, as far as known now
 */
export async function settleDigests(
  state: CrawlState,
  pages: readonly FetchedPage[],
  openLevel: number | null,
): Promise<Map<string, UrlKey>> {
  const duplicates = new Map<string, UrlKey>();
  const groups = groupByDigest(pages);
  const digests = [...groups.keys()].sort();
  const known = await state.segments.lookup(state.head.digests, digests);
  const changed: DigestRecord[] = [];
  const losers: Loser[] = [];
  for (const [i, digest] of digests.entries()) {
    const record = known.get(i);
    const before = record === undefined ? undefined : decodeDigest(record);
    const group = groups.get(digest) ?? [];
    const holder = holderOf(group, before, openLevel);
    if (holder !== before) changed.push(holder);
    for (const page of group) {
      if (page.key === holder.key) continue;
      duplicates.set(page.key, holder.key as UrlKey);
      losers.push({ key: page.key, digest, of: holder.key });
    }
    if (before !== undefined && holder !== before) {
      dethrone(state, before, holder);
      losers.push({ key: before.key, digest, of: holder.key });
    }
  }
  state.head.digests = await state.segments.append(state.head.digests, encodeDigests(changed), DIGEST_RECORD_BYTES);
  const file = await writeLines(state.archive, state.name('losers.jsonl'), losers);
  if (file !== null) state.head.losers.push(file);
  return duplicates;
}

/**
 * Which page is it that the duplicates of a level are duplicates of: settled when the level closes.
 * @param closes false at an end in the middle of a level: it is right for now, and may change when the crawl continues
 */
export async function settleLosers(state: CrawlState, closes: boolean): Promise<void> {
  const losers: Loser[] = [];
  for (const file of state.head.losers) losers.push(...(await readLines<Loser>(state.archive, file)));
  const digests = [...new Set(losers.map((loser) => loser.digest))].sort();
  const places = new Map(digests.map((digest, i) => [digest, i]));
  const holders = await state.segments.lookup(state.head.digests, digests);
  const kept: Loser[] = [];
  for (const loser of losers) {
    const record = holders.get(places.get(loser.digest) ?? -1);
    const of = record === undefined ? loser.of : decodeDigest(record).key;
    if (of !== loser.of) state.corrections.push({ key: loser.key, of });
    kept.push({ ...loser, of });
  }
  const file = closes ? null : await writeLines(state.archive, state.name('losers-at-end.jsonl'), kept);
  state.head.losers = file === null ? [] : [file];
}

/** The page of lowest rank; but a page of a level that is closed stays. */
function holderOf(group: DigestRecord[], before: DigestRecord | undefined, level: number | null): DigestRecord {
  const first = group.reduce((best, page) => (compareRanks(page, best) < 0 ? page : best));
  if (before === undefined) return first;
  const open = before.level === level && first.level === level;
  return open && compareRanks(first, before) < 0 ? first : before;
}

/** A page settled in an earlier wave of this level is a duplicate after all: the count of pages stays, that of its host changes. */
function dethrone(state: CrawlState, before: DigestRecord, holder: DigestRecord): void {
  state.ledger.reopen(before.level, { type: before.notModified ? 'notModified' : 'stored' });
  state.ledger.settle(before.level, { type: 'duplicate', of: holder.key as UrlKey });
  state.hosts.countPage(before.host, -1);
  state.corrections.push({ key: before.key, of: holder.key });
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
