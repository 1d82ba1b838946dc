import { basePageOf, type PageValidators } from '#core/archive/chunk/base-page.ts';
import { CandidateEncoder, decodeCandidate, type FoundLink } from '#core/archive/chunk/candidate-record.ts';
import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import type { Manifest } from '#core/archive/manifest.ts';
import { levelObject } from '#core/archive/object-keys.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import type { Frontier, ListRef } from '#core/frontier/frontier.ts';
import { Ledger } from '#core/frontier/ledger.ts';
import {
  decodeSeen,
  encodeSeen,
  refuseSeen,
  SEEN_RECORD_BYTES,
  type SeenRecord,
} from '#core/frontier/segments/seen-record.ts';
import { isRefusedByLink } from '#core/model/link-reason.ts';
import type { Verdict } from '#core/model/outcome.ts';
import { ExternalSort } from '#engine/external-sort/external-sort.ts';
import { type BasePages, basePages } from '#engine/frontier/base-pages.ts';
import { byCash, byPlace, recordOf } from '#engine/frontier/candidates/candidate-file.ts';
import { CandidateSpill } from '#engine/frontier/candidates/candidate-spill.ts';
import type { Attempt, CrawlState } from '#engine/frontier/crawl-state.ts';
import { LevelLists } from '#engine/frontier/lines/level-lists.ts';
import { putParts } from '#engine/frontier/lines/line-files.ts';
import { isKept, type KeptSegments } from '#engine/frontier/lines/segment-store.ts';
import type { MadeLists } from '#engine/frontier/next-state.ts';
import { bestCandidates } from '#engine/level/best-candidates.ts';
import { PatternCounts } from '#engine/level/pattern-counts.ts';
import { SkippedLists } from '#engine/level/skipped-lists.ts';

/** Decides a level-0 candidate again, after a seed's redirect widened the scope. */
export type Rejudge = (link: Candidate) => Verdict;

export interface MergeOptions {
  /** Null if no verdict has to be decided again. */
  readonly rejudge: Rejudge | null;
  /** Most addresses of one pattern (`traps.pagesPerPattern`); null: there is no limit. */
  readonly pagesPerPattern: number | null;
  /**
   * `entries`: those of sitemaps that the workflow gives, which are tasks of the level that is
   * still open; its links wait.
   * @default candidates
   */
  readonly kind?: 'entries' | 'candidates';
  /**
   * Links of watched groups (`traps.barrenPages`) beyond their share wait for the end of the next
   * level.
   * @default false: they are admitted
   */
  readonly shares?: boolean;
  /** Is the next level in the order of cash? @default false: in that of places */
  readonly ranksByCash?: boolean;
  /** Most tasks of one list (`LevelLists`). */
  readonly listTasks?: number | undefined;
}

/** Batches that are looked up in the seen set beside the one that is worked on. */
const LOOKS_AHEAD = 3;

/** Candidates sorted by key, all different, with what the seen set has of each, by its place. */
interface LookedUp {
  readonly batch: readonly Candidate[];
  readonly keys: readonly string[];
  readonly known: ReadonlyMap<number, Uint8Array>;
}

/** A part of the crawl that merging reads. */
export type MergeInput = Attempt & Pick<CrawlState, 'head' | 'barren' | 'deferring'>;

/**
 * Merges the candidates of the level that closes, once: sorted by URL key, the lowest order key of
 * each, without what was seen; then by order key, of which cash can be the first part: that is the
 * next level's list. Hence the same tasks for any parallelism (design.md §4).
 * `engine/verify/tasks/merge-candidates.ts` says the same in readable form, without spilling to the
 * archive.
 */
export async function mergeLevel(state: MergeInput, options: MergeOptions): Promise<MadeLists> {
  const merge = new LevelMerge(state, options);
  return merge.run();
}

class LevelMerge {
  readonly #state: MergeInput;
  readonly #ledger: Ledger;
  /** The last rank given, by level. */
  readonly #ranks: number[];
  readonly #merged: Manifest['levels'] = [];
  readonly #rejudge: Rejudge | null;
  readonly #patterns: PatternCounts | null;
  readonly #sorter: ExternalSort;
  readonly #encoder = new CandidateEncoder();
  /** Encoded batch by batch: 24 bytes a key. */
  readonly #seen: Uint8Array[] = [];
  readonly #skipped: SkippedLists;
  /** Keys that were admitted, and refused in rank order. */
  readonly #refused: string[] = [];
  readonly #kind: 'entries' | 'candidates';
  readonly #base: BasePages | null;
  /** The seen set, as long as keys are looked up in it. */
  readonly #known: KeptSegments = new Map();
  readonly #shares: boolean;
  readonly #listTasks: number | undefined;
  #notIncluded: Frontier['notIncluded'];
  #offTopic: Frontier['offTopic'];
  /** Candidates that wait for the end of the next level. */
  readonly #deferred: CandidateSpill;
  #spill = 0;

  constructor(state: MergeInput, options: MergeOptions) {
    const { rejudge, pagesPerPattern, kind = 'candidates', shares = false, ranksByCash = false, listTasks } = options;
    this.#state = state;
    this.#ledger = new Ledger(state.head.counts, state.head.levels);
    this.#ranks = [...state.head.ranks];
    this.#rejudge = rejudge;
    this.#kind = kind;
    this.#shares = shares;
    this.#listTasks = listTasks;
    this.#offTopic = state.head.offTopic;
    let run = 0;
    this.#deferred = new CandidateSpill(state.archive, () => state.name(`deferred-${run++}.bin`));
    this.#base = basePages(state);
    this.#patterns = pagesPerPattern === null ? null : new PatternCounts(state, pagesPerPattern);
    const { archive } = state;
    const keyOf = ranksByCash ? byCash : byPlace;
    this.#sorter = new ExternalSort({ archive, newName: () => this.#spillName(), keyOf });
    this.#skipped = new SkippedLists(archive, { newName: () => this.#spillName(), deeper: this.#deeper });
  }

  async run(): Promise<MadeLists> {
    const { head, segments, deferring } = this.#state;
    const best = bestCandidates(this.#state, head[this.#kind], (candidate) => this.#decide(candidate));
    for await (const looked of this.#lookedUp(best)) await this.#admit(looked);
    const deferred = await this.#deferred.finish();
    await this.#patterns?.load();
    const lists = await this.#lists();
    const patterns = await this.#patterns?.save();
    const records = Buffer.concat(this.#seen);
    for (const key of this.#refused) refuseSeen(records, key, 'trap');
    const seen = await segments.append(head.seen, records, { recordBytes: SEEN_RECORD_BYTES });
    const { counts, levels } = this.#ledger;
    return {
      lists,
      change: {
        deferring: deferring || deferred.length > 0,
        merged: this.#merged,
        head: {
          [this.#kind]: deferred,
          ...(this.#kind === 'candidates' && { redirects: [], widened: false }),
          ...(patterns !== undefined && { patterns }),
          notIncluded: head.notIncluded ?? this.#notIncluded,
          offTopic: this.#offTopic,
          ranks: this.#ranks,
          seen,
          counts,
          levels,
        },
      },
    };
  }

  /** The candidate with its final verdict. */
  #decide(candidate: Candidate): Candidate {
    if (this.#rejudge === null || candidate.level !== 0) return candidate;
    const { rule: _rule, nofollow: _nofollow, ...bare } = candidate;
    return { ...bare, ...this.#rejudge(candidate) };
  }

  /** Batches in their order, the next of which are looked up while the caller has one. */
  async *#lookedUp(batches: AsyncIterable<Candidate[]>): AsyncGenerator<LookedUp> {
    const most = isKept(this.#state.head.seen) ? 0 : LOOKS_AHEAD;
    const ahead: Promise<LookedUp>[] = [];
    for await (const batch of batches) {
      const looked = this.#lookUp(batch);
      looked.catch(() => undefined); // the caller that waits for it throws it
      ahead.push(looked);
      const first = ahead.length > most ? ahead.shift() : undefined;
      if (first !== undefined) yield first;
    }
    yield* ahead;
  }

  async #lookUp(batch: readonly Candidate[]): Promise<LookedUp> {
    const { head, segments } = this.#state;
    const keys = batch.map((candidate) => candidate.key);
    return { batch, keys, known: await segments.lookup(head.seen, keys, { kept: this.#known }) };
  }

  async #admit({ batch, keys, known }: LookedUp): Promise<void> {
    const pages = await this.#base?.lookup(keys);
    const seen: SeenRecord[] = [];
    const skipped = new Map<number, Candidate[]>();
    for (const [i, found] of batch.entries()) {
      const candidate = this.#admission(found, known.get(i));
      if (candidate === null) {
        await this.#deferred.add(found);
        continue;
      }
      const level = this.#discover(candidate, known.get(i));
      if (level === null) continue;
      seen.push({ key: candidate.key, level, reason: candidate.reason });
      if (candidate.reason !== null) {
        this.#ledger.settle(level, { type: 'skipped', reason: candidate.reason });
        if (candidate.reason === 'not-included') this.#noteRefused(candidate);
        if (candidate.reason === 'off-topic') this.#noteOffTopic(candidate);
        push(skipped, level, candidate);
        continue;
      }
      const spilled = this.#put(candidate, pages?.get(i));
      if (spilled !== undefined) await spilled;
    }
    this.#seen.push(encodeSeen(seen, this.#state.execution.wave));
    for (const [level, candidates] of skipped) this.#skipped.add(level, candidates);
  }

  /** Keeps the first of the URLs that no include pattern matched. */
  #noteRefused({ url, rank, position }: Candidate): void {
    const first = this.#notIncluded;
    if (first === undefined || rank < first.rank || (rank === first.rank && position < first.position)) {
      this.#notIncluded = { url, rank, position };
    }
  }

  /** Keeps the best link that is off topic. */
  #noteOffTopic({ url, offTopic: score = 0, rank, position }: Candidate): void {
    const best = this.#offTopic;
    const isFirst = best === undefined || rank < best.rank || (rank === best.rank && position < best.position);
    if (score > (best?.score ?? -1) || (score === best?.score && isFirst)) {
      this.#offTopic = { url, score, rank, position };
    }
  }

  /** The candidate as its group is judged; null: it waits. */
  #admission(candidate: Candidate, record: Uint8Array | undefined): Candidate | null {
    const { barren } = this.#state;
    if (barren === null || this.#kind === 'entries' || candidate.reason !== null || !isNews(record)) return candidate;
    const admission = barren.admit(candidate.url, this.#shares);
    if (admission.type === 'defer') return null;
    return admission.type === 'admit' ? candidate : { ...candidate, reason: 'trap', rule: admission.rule };
  }

  /**
   * Counts a candidate that is new, or was reached before only by links that Surf does not follow.
   * @param record what is known of its key @returns its level; null when it is known already
   */
  #discover(candidate: Candidate, record: Uint8Array | undefined): number | null {
    const ledger = this.#ledger;
    const level = candidate.level + this.#deeper;
    if (record === undefined) {
      ledger.discover(level);
      return level;
    }
    const before = decodeSeen(record);
    if (!isRefusedByLink(before) || isRefusedByLink(candidate)) return null;
    ledger.reopen(before.level, { type: 'skipped', reason: before.reason });
    ledger.moveLevel(before.level, level);
    return level;
  }

  /** Takes a candidate as a task. @returns a promise when the sorter spills */
  #put(candidate: Candidate, page: PageValidators | undefined): Promise<void> | undefined {
    this.#patterns?.note(candidate.url);
    const base = page === undefined ? undefined : basePageOf(page, candidate.url);
    return this.#sorter.add(recordOf(this.#encoder, { ...candidate, base }));
  }

  async #lists(): Promise<readonly ListRef[]> {
    const { archive, execution, attempt } = this.#state;
    const keyOf = (level: number): string => levelObject(execution.id, level, attempt, this.#prefix);
    const made = new LevelLists(archive, { keyOf, listTasks: this.#listTasks });
    for await (const batch of this.#sorter.sorted()) {
      for (const { bytes, at } of batch) {
        const link = decodeCandidate(bytes, at);
        const level = link.level + this.#deeper;
        const put = this.#refuse(link, level) ?? made.add(this.#taskOf(link, level));
        if (put !== undefined) await put;
      }
    }
    const lists = await made.finish();
    await this.#publish(lists);
    return lists;
  }

  /** The task of a link, with the next rank of its level. */
  #taskOf({ key, url, by: via, base, depthLeft, cash }: FoundLink, level: number): PlanTask {
    const rank = this.#nextRank(level);
    const known = {
      ...(depthLeft !== undefined && { depthLeft }),
      ...(cash !== undefined && { cash }),
      ...(base !== undefined && { base }),
    };
    return { key, url, level, rank, via, ...known };
  }

  #nextRank(level: number): number {
    const ranks = this.#ranks;
    for (let next = ranks.length; next <= level; next++) ranks.push(0);
    const rank = (ranks[level] ?? 0) + 1;
    ranks[level] = rank;
    return rank;
  }

  /** Refuses what was admitted when there are enough of its pattern. @returns null when it stays */
  #refuse({ base: _base, ...link }: FoundLink, level: number): Promise<void> | null {
    if (this.#patterns === null) return null;
    const rule = this.#patterns.take(link.url);
    if (rule === null) return null;
    this.#refused.push(link.key);
    this.#ledger.settle(level, { type: 'skipped', reason: 'trap' });
    return this.#skipped.addLate(level, { ...link, reason: 'trap', rule }) ?? Promise.resolve();
  }

  /** Notes in the manifest what was merged, level by level. */
  async #publish(lists: readonly ListRef[]): Promise<void> {
    const { execution, attempt, archive } = this.#state;
    const refused = await this.#skipped.finish();
    const levels = new Set([...lists.map((list) => list.level), ...refused.keys()]);
    for (const level of [...levels].sort((a, b) => a - b)) {
      const [list, ...more] = lists.filter((made) => made.level === level);
      const skipped = refused.get(level);
      const object =
        skipped === undefined ? null : levelObject(execution.id, level, attempt, `${this.#prefix}skipped.jsonl`);
      if (object !== null) await putParts(archive, object, skipped?.parts ?? []);
      const { list: prefix = null, tasks = 0 } = list ?? {};
      this.#merged.push({ level, list: prefix, tasks, skipped: object, skippedRows: skipped?.rows ?? 0 });
      for (const next of more)
        this.#merged.push({ level, list: next.list, tasks: next.tasks, skipped: null, skippedRows: 0 });
    }
  }

  /** Levels by which an admitted task is deeper than its discoverer. */
  get #deeper(): number {
    return this.#kind === 'entries' ? 0 : 1;
  }

  get #prefix(): string {
    return this.#kind === 'entries' ? 'entries-' : '';
  }

  #spillName(): string {
    return this.#state.name(`${this.#prefix}spill-${this.#spill++}`);
  }
}

/** True if nobody has seen it, or only links that Surf does not follow led to it. */
const isNews = (record: Uint8Array | undefined): boolean => record === undefined || isRefusedByLink(decodeSeen(record));

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
