import { CandidateEncoder, decodeCandidate } from '#core/archive/chunk/candidate-record.ts';
import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import type { Manifest } from '#core/archive/manifest.ts';
import { levelObject } from '#core/archive/object-keys.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import type { FileRef, ListRef } from '#core/frontier/frontier.ts';
import { encodeSeen, SEEN_RECORD_BYTES } from '#core/frontier/segments/seen-record.ts';
import type { Hosts } from '#core/frontier/wave/hosts.ts';
import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import type { ScopeFilter } from '#core/scope/filter/scope-filter.ts';
import { admitsSitemap } from '#core/sitemap/admits-sitemap.ts';
import { MOST_SITEMAPS, MOST_SITEMAPS_OF_HOST } from '#core/sitemap/sitemap-place.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { ExternalSort } from '#engine/external-sort/external-sort.ts';
import { RecordFile } from '#engine/external-sort/record-file.ts';
import { byPlace, recordOf } from '#engine/frontier/candidates/candidate-file.ts';
import type { Attempt, CrawlState } from '#engine/frontier/crawl-state.ts';
import { ListBuilder } from '#engine/frontier/lines/level-list.ts';
import type { KeptSegments } from '#engine/frontier/lines/segment-store.ts';
import type { MadeLists } from '#engine/frontier/next-state.ts';
import { bestCandidates } from '#engine/level/best-candidates.ts';

/** The part of the crawl that taking up sitemaps reads. */
export type SitemapInput = Attempt & Pick<CrawlState, 'head' | 'hosts'>;

/** A found sitemap. */
type Found = Candidate & { readonly sitemap: NonNullable<Candidate['sitemap']> };

/**
 * Writes the sitemaps that the workflow gives as a run, like those that workers found: rank and
 * position are their place in its list.
 */
export async function addGivenSitemaps(
  { archive, name }: Attempt,
  given: readonly Candidate[],
): Promise<FileRef | null> {
  const sorted = [...given].sort((a, b) => (a.key < b.key ? -1 : 1));
  const encoder = new CandidateEncoder();
  const file = new RecordFile();
  for (const link of sorted) file.add(recordOf(encoder, link));
  return file.write(archive, name('sitemaps-given.bin'));
}

/**
 * Takes up the sitemaps that were found since the last time: those that are new and admitted, in
 * order of level, finder's rank and place, as many as a host and an execution may have. They get
 * ranks behind all of their level, and a list like tasks; they are fetched before the level closes
 * (ADR 3).
 *
 * @param files runs of found sitemaps: Surf admits all of them
 */
export async function admitSitemaps(
  state: SitemapInput,
  { files, scopeFilter }: { files: readonly FileRef[]; scopeFilter: ScopeFilter },
): Promise<MadeLists> {
  const { head } = state;
  const kept: KeptSegments = new Map();
  let spill = 0;
  const newName = (): string => state.name(`spill-sitemaps-${spill++}`);
  const sorter = new ExternalSort({ archive: state.archive, newName, keyOf: byPlace });
  const encoder = new CandidateEncoder();
  for await (const batch of bestCandidates(state, files)) {
    const keys = batch.map((candidate) => candidate.key);
    const known = await state.segments.lookup(head.seen, keys, { kept });
    for (const [i, candidate] of batch.entries()) {
      const { sitemap, url } = candidate;
      if (known.has(i) || sitemap === undefined || !admitsSitemap(scopeFilter, url as CrawlUrl, sitemap)) continue;
      const spilled = sorter.add(recordOf(encoder, candidate));
      if (spilled !== undefined) await spilled;
    }
  }
  return new SitemapLists(state).build(sorter);
}

/** Makes the lists, one a level. */
class SitemapLists {
  readonly #state: SitemapInput;
  readonly #hosts: Hosts;
  /** The last rank given, by level. */
  readonly #ranks: number[];
  readonly #merged: Manifest['levels'] = [];
  readonly #lists: ListRef[] = [];
  readonly #keys: { key: string; level: number }[] = [];
  #open: { level: number; list: ListBuilder } | null = null;

  constructor(state: SitemapInput) {
    this.#state = state;
    this.#hosts = state.hosts.copy();
    this.#ranks = [...state.head.ranks];
  }

  async build(sorter: ExternalSort): Promise<MadeLists> {
    for await (const batch of sorter.sorted()) {
      for (const { bytes, at } of batch) await this.#add(decodeCandidate(bytes, at) as Found);
    }
    await this.#finish();
    const { head, segments, execution } = this.#state;
    const records = this.#keys.sort((a, b) => (a.key < b.key ? -1 : 1)).map((key) => ({ ...key, reason: null }));
    const seen = await segments.append(head.seen, encodeSeen(records, execution.wave), {
      recordBytes: SEEN_RECORD_BYTES,
    });
    return {
      lists: this.#lists,
      change: { hosts: this.#hosts, merged: this.#merged, head: { sitemaps: [], ranks: this.#ranks, seen } },
    };
  }

  async #add({ key, url, by, level, sitemap }: Found): Promise<void> {
    const [hosts, ranks] = [this.#hosts, this.#ranks];
    if (hosts.sitemaps(sitemap.host) >= MOST_SITEMAPS_OF_HOST || hosts.allSitemaps >= MOST_SITEMAPS) return;
    hosts.countSitemap(sitemap.host);
    for (let next = ranks.length; next <= level; next++) ranks.push(0);
    const rank = (ranks[level] ?? 0) + 1;
    ranks[level] = rank;
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
    this.#merged.push({ level, list, tasks, skipped: null, skippedRows: 0, sitemaps: true });
  }
}
