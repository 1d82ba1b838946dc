import { CandidateEncoder, decodeCandidate } from '#core/archive/candidate-record.ts';
import type { Candidate } from '#core/archive/chunk-lines.ts';
import { levelObject } from '#core/archive/object-keys.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import type { ListRef } from '#core/frontier/frontier.ts';
import { encodeSeen, SEEN_RECORD_BYTES } from '#core/frontier/seen-record.ts';
import { hostKeyOf } from '#core/politeness/host-key.ts';
import type { UrlJudge } from '#core/scope/url-judge.ts';
import { admitsSitemap } from '#core/sitemap/admits-sitemap.ts';
import { MOST_SITEMAPS, MOST_SITEMAPS_OF_HOST } from '#core/sitemap/sitemap-place.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { byPlace, recordOf } from '#engine/advance/candidate-file.ts';
import type { CrawlState } from '#engine/advance/crawl-state.ts';
import { ListBuilder } from '#engine/advance/level-list.ts';
import { bestCandidates } from '#engine/advance/merge-level.ts';
import type { KeptSegments } from '#engine/advance/segment-store.ts';
import { ExternalSort } from '#engine/external-sort/external-sort.ts';
import { RecordFile } from '#engine/external-sort/record-file.ts';

/** A found sitemap. */
type Found = Candidate & { readonly sitemap: NonNullable<Candidate['sitemap']> };

/** Puts the sitemaps that the workflow gives where those are that were found: rank and position are their place in its list. */
export async function giveSitemaps(state: CrawlState, given: readonly Candidate[]): Promise<void> {
  if (given.length === 0) return;
  const sorted = [...given].sort((a, b) => (a.key < b.key ? -1 : 1));
  const encoder = new CandidateEncoder();
  const file = new RecordFile();
  for (const link of sorted) file.add(recordOf(encoder, link));
  const written = await file.write(state.archive, state.name('sitemaps-given.bin'));
  if (written !== null) state.head.sitemaps.push(written);
}

/**
 * Takes up the sitemaps that were found since the last time: those that are new and admitted, in order of level, finder's rank and place, as many as a host
 * and an execution may have. They get ranks behind all of their level, and a list like tasks; they are fetched before the level closes (ADR 3).
 */
export async function takeSitemaps(state: CrawlState, judge: UrlJudge): Promise<ListRef[]> {
  const { head } = state;
  const kept: KeptSegments = new Map();
  let spill = 0;
  const newName = (): string => state.name(`spill-sitemaps-${spill++}`);
  const sorter = new ExternalSort({ archive: state.archive, newName, keyOf: byPlace });
  const encoder = new CandidateEncoder();
  for await (const batch of bestCandidates(state, head.sitemaps)) {
    const keys = batch.map((candidate) => candidate.key);
    const known = await state.segments.lookup(head.seen, keys, { kept });
    for (const [i, candidate] of batch.entries()) {
      const { sitemap, url } = candidate;
      if (known.has(i) || sitemap === undefined || !admitsSitemap(judge, url as CrawlUrl, sitemap)) continue;
      const spilled = sorter.add(recordOf(encoder, candidate));
      if (spilled !== undefined) await spilled;
    }
  }
  head.sitemaps = [];
  return new SitemapLists(state).build(sorter);
}

/** Makes the lists, one a level. */
class SitemapLists {
  readonly #state: CrawlState;
  readonly #lists: ListRef[] = [];
  readonly #keys: { key: string; level: number }[] = [];
  #open: { level: number; list: ListBuilder } | null = null;

  constructor(state: CrawlState) {
    this.#state = state;
  }

  async build(sorter: ExternalSort): Promise<ListRef[]> {
    for await (const batch of sorter.sorted()) {
      for (const { bytes, at } of batch) await this.#add(decodeCandidate(bytes, at) as Found);
    }
    await this.#finish();
    const { head, segments, execution } = this.#state;
    const seen = this.#keys.sort((a, b) => (a.key < b.key ? -1 : 1)).map((key) => ({ ...key, reason: null }));
    head.seen = await segments.append(head.seen, encodeSeen(seen, execution.wave), SEEN_RECORD_BYTES);
    return this.#lists;
  }

  async #add({ key, url, by, level, sitemap }: Found): Promise<void> {
    const { hosts, head } = this.#state;
    if (hosts.sitemaps(sitemap.host) >= MOST_SITEMAPS_OF_HOST || hosts.allSitemaps >= MOST_SITEMAPS) return;
    hosts.countSitemap(sitemap.host);
    for (let next = head.ranks.length; next <= level; next++) head.ranks.push(0);
    const rank = (head.ranks[level] ?? 0) + 1;
    head.ranks[level] = rank;
    this.#keys.push({ key, level });
    const task: PlanTask = { key, url, level, rank, ...(by !== key && { via: by }), sitemap };
    (await this.#builder(level)).add(task, hostKeyOf(url as CrawlUrl));
  }

  async #builder(level: number): Promise<ListBuilder> {
    if (this.#open?.level === level) return this.#open.list;
    await this.#finish();
    const { archive, execution, attempt } = this.#state;
    const list = levelObject(execution.id, level, attempt, 'sitemaps-');
    this.#open = { level, list: new ListBuilder(archive, { level, list }) };
    return this.#open.list;
  }

  async #finish(): Promise<void> {
    const made = await this.#open?.list.finish();
    this.#open = null;
    if (!made) return;
    this.#lists.push({ ...made, sitemaps: true });
    const { level, list, tasks } = made;
    this.#state.merged.push({ level, list, tasks, skipped: null, skippedRows: 0, sitemaps: true });
  }
}
