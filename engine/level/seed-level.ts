import { basePageOf, type PageValidators } from '#core/archive/chunk/base-page.ts';
import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import { levelObject } from '#core/archive/object-keys.ts';
import { type DeadSeeds, NO_DEAD_SEEDS, withDeadSeed } from '#core/frontier/dead-seeds.ts';
import { Ledger } from '#core/frontier/ledger.ts';
import { encodeSeen, SEEN_RECORD_BYTES, type SeenRecord } from '#core/frontier/segments/seen-record.ts';
import type { SkipReason, Verdict } from '#core/model/outcome.ts';
import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { seedDepth, seedUrl, seedUrls } from '#core/url/seed/seed.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { basePages } from '#engine/frontier/base-pages.ts';
import type { Attempt, CrawlState } from '#engine/frontier/crawl-state.ts';
import { ListBuilder } from '#engine/frontier/lines/level-list.ts';
import { linesOf } from '#engine/frontier/lines/line-files.ts';
import type { MadeLists } from '#engine/frontier/next-state.ts';

type SeedState = Attempt & Pick<CrawlState, 'head'>;

/**
 * Makes level 0: the seeds in the order of the workflow, each key once. Seeds that a rule refuses
 * are skipped. A tick of a collection leaves out seeds that the collection knows.
 */
export async function seedLevel(
  state: SeedState,
  workflow: Workflow,
  decide: (url: CrawlUrl) => Verdict,
): Promise<MadeLists> {
  const seeds = new SeedAdmission(state, {
    workflow,
    decide,
    basePages: await basePagesOf(state, workflow),
    known: await seenSeeds(state, workflow),
  });
  for (const [position, seed] of workflow.seeds.entries()) seeds.add(seed, position);
  return await seeds.finish();
}

interface SeedRules {
  readonly workflow: Workflow;
  readonly decide: (url: CrawlUrl) => Verdict;
  /** Pages of the base execution, by key. */
  readonly basePages: ReadonlyMap<string, PageValidators>;
  /** Keys of seeds that the collection knows. */
  readonly known: ReadonlySet<string>;
}

interface SkippedSeed extends Pick<Candidate, 'key' | 'url' | 'position'> {
  readonly reason: SkipReason;
  readonly rule: string | undefined;
}

/** Admits or refuses the seeds of a workflow, and writes them as level 0. */
class SeedAdmission {
  readonly #state: SeedState;
  readonly #rules: SeedRules;
  readonly #ledger: Ledger;
  readonly #builder: ListBuilder;
  readonly #seen = new Map<string, SeenRecord>();
  readonly #skipped: Candidate[] = [];
  #deadSeeds: DeadSeeds | undefined;
  #rank: number;

  constructor(state: SeedState, rules: SeedRules) {
    const { archive, execution, attempt, head } = state;
    this.#state = state;
    this.#rules = rules;
    this.#ledger = new Ledger(head.counts, head.levels);
    this.#builder = new ListBuilder(archive, { level: 0, list: levelObject(execution.id, 0, attempt, '') });
    this.#deadSeeds = head.deadSeeds;
    this.#rank = head.ranks[0] ?? 0;
  }

  /** @param position of the seed in the workflow */
  add(seed: Workflow['seeds'][number], position: number): void {
    const { workflow, known, decide } = this.#rules;
    const url = seedUrl(seed) as CrawlUrl;
    const key = urlKey(url, workflow.key);
    if (this.#seen.has(key) || known.has(key)) return;
    const { reason, rule } = decide(url);
    this.#seen.set(key, { key, level: 0, reason });
    this.#ledger.discover(0);
    if (reason === null) this.#admit(url, key, seedDepth(seed));
    else this.#skip({ key, url, position, reason, rule });
  }

  #admit(url: CrawlUrl, key: UrlKey, depthLeft: number | undefined): void {
    this.#rank += 1;
    const page = this.#rules.basePages.get(key);
    const base = page === undefined ? {} : { base: basePageOf(page, url) };
    const left = depthLeft === undefined ? {} : { depthLeft };
    this.#builder.add({ key, url, level: 0, rank: this.#rank, seed: true, ...left, ...base }, hostKeyOf(url));
  }

  #skip({ key, url, position, reason, rule }: SkippedSeed): void {
    this.#ledger.settle(0, { type: 'skipped', reason });
    this.#deadSeeds = withDeadSeed(this.#deadSeeds ?? NO_DEAD_SEEDS, { url, reason, detail: rule ?? '', rank: 0 });
    this.#skipped.push({
      key,
      url,
      by: key,
      level: 0,
      rank: 0,
      position,
      reason,
      ...(rule !== undefined && { rule }),
    });
  }

  /** Writes the lists of tasks and of skipped seeds, and the seen set. */
  async finish(): Promise<MadeLists> {
    const { execution, head, segments } = this.#state;
    const records = [...this.#seen.values()].sort(byKey);
    const seen = await segments.append(head.seen, encodeSeen(records, execution.wave), {
      recordBytes: SEEN_RECORD_BYTES,
    });
    const made = await this.#builder.finish();
    const skipped = await this.#writeSkipped();
    const { list = null, tasks = 0 } = made ?? {};
    const { counts, levels } = this.#ledger;
    const ranks = [this.#rank, ...head.ranks.slice(1)];
    return {
      lists: made === null ? [] : [made],
      change: {
        merged: [{ level: 0, list, tasks, skipped, skippedRows: this.#skipped.length }],
        head: { deadSeeds: this.#deadSeeds, ranks, seen, counts, levels },
      },
    };
  }

  /** @returns key of the object; null if no seed was skipped */
  async #writeSkipped(): Promise<string | null> {
    const { archive, execution, attempt } = this.#state;
    if (this.#skipped.length === 0) return null;
    const object = levelObject(execution.id, 0, attempt, 'skipped.jsonl');
    await archive.put(object, linesOf(this.#skipped.sort(byKey)));
    return object;
  }
}

const byKey = (a: { readonly key: string }, b: { readonly key: string }): number => (a.key < b.key ? -1 : 1);

const seedKeys = ({ seeds, key }: Workflow): string[] =>
  [...new Set(seedUrls(seeds).map((text) => urlKey(text as CrawlUrl, key) as string))].sort();

/** Keys of seeds that the collection knows. */
async function seenSeeds(
  { segments, head }: Attempt & Pick<CrawlState, 'head'>,
  workflow: Workflow,
): Promise<ReadonlySet<string>> {
  if (head.seen.length === 0) return new Set();
  const keys = seedKeys(workflow);
  const found = await segments.lookup(head.seen, keys);
  return new Set([...found.keys()].map((place) => keys[place] ?? ''));
}

/** Pages of the seeds that the base knows, by key. */
async function basePagesOf(
  state: Pick<CrawlState, 'archive' | 'head'>,
  workflow: Workflow,
): Promise<ReadonlyMap<string, PageValidators>> {
  const base = basePages(state);
  if (base === null) return new Map();
  const found = await base.lookup(seedKeys(workflow));
  return new Map([...found.values()].map((page) => [page.key, page]));
}
