import { FreshnessTally } from '#core/collection/collection-freshness.ts';
import { HostClaims } from '#core/collection/host-claims.ts';
import { DAY_MS, type PageState } from '#core/collection/page-state.ts';
import { mostDue, revisitPlan } from '#core/collection/revisit-plan.ts';
import { codeOf } from '#core/error.ts';
import type { BodyDecoder } from '#core/fetch/body-decoder.ts';
import type { CollectionRates, CollectionRef, Frontier } from '#core/frontier/frontier.ts';
import { Ledger } from '#core/frontier/ledger.ts';
import { encodeSeen, SEEN_RECORD_BYTES } from '#core/frontier/segments/seen-record.ts';
import { RateHistogram } from '#core/revisit/rate-histogram.ts';
import { createScopeFilter, type ScopeFilter } from '#core/scope/filter/scope-filter.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { seedDepth, seedUrl, seedUrls } from '#core/url/seed/seed.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { mergedPages, visitsOf } from '#engine/collection/collection-merge.ts';
import { DuePages } from '#engine/collection/due-pages.ts';
import { type PendingPage, pendingPages } from '#engine/collection/pending-pages.ts';
import { sitemapClaims } from '#engine/collection/sitemap-claims.ts';
import { LineCursor } from '#engine/external-sort/line-cursor.ts';
import type { Base } from '#engine/frontier/base.ts';
import { type CrawlState, readJson } from '#engine/frontier/crawl-state.ts';
import { KeyedFiles } from '#engine/frontier/keyed-files.ts';
import type { StateChange } from '#engine/frontier/next-state.ts';

/**
 * Does this workflow continue the collection of that base? Keys must mean the same, and pages that
 * it knows must have been found as its seeds say.
 */
export const continuesCollection = (workflow: Workflow, base: Workflow): boolean =>
  workflow.revisit.policy !== 'off' &&
  base.revisit.policy !== 'off' &&
  JSON.stringify([workflow.key, depthsOf(workflow)]) === JSON.stringify([base.key, depthsOf(base)]);

/** Seeds with a depth, in the order of their addresses. */
const depthsOf = ({ seeds }: Workflow): string[] =>
  seeds.flatMap((seed) => (seedDepth(seed) === undefined ? [] : [`${seedUrl(seed)} ${seedDepth(seed)}`])).sort();

/** Inputs that a tick begins with. */
export interface TickParts {
  readonly workflow: Workflow;
  readonly base: Base;
  /** Reads archived sitemaps. */
  readonly decodeBody: BodyDecoder;
}

/**
 * Begins a tick: the collection as the base left it is written down, sorted by key. Every address
 * of it is discovered and in the seen set. Those that are due are tasks of their levels, and behind
 * them those that the base had no room for; the others are kept, and cost no row and no look-up. A
 * base that cannot be read has no collection: everything is crawled.
 */
export async function openCollection(state: CrawlState, tick: TickParts): Promise<StateChange> {
  try {
    return await new CollectionOpening(state, tick).run();
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'OBJECT_NOT_FOUND' && code !== 'OBJECT_CORRUPT') throw error;
    return { head: { base: baseRef(tick.base) } };
  }
}

/**
 * The reference to the base. It names no files: the lists of a tick hold every address to request.
 */
const baseRef = ({ row, alike }: Base) => ({ execution: row.id, manifest: row.manifest, alike, files: [] });

/** Addresses whose records are encoded at once. */
const SEEN_BATCH = 256;

class CollectionOpening {
  readonly #state: CrawlState;
  readonly #workflow: Workflow;
  readonly #base: Base;
  readonly #decodeBody: BodyDecoder;
  readonly #at: number;
  readonly #ledger: Ledger;
  readonly #rates = new RateHistogram();
  readonly #seen: Uint8Array[] = [];
  #pending = 0;
  readonly #records: { key: string; level: number; reason: null }[] = [];
  readonly #seeds: ReadonlySet<string>;
  readonly #filter: ScopeFilter | null;
  readonly #due: DuePages;
  #pages = 0;
  readonly #freshness: FreshnessTally;
  #gone = 0;

  constructor(state: CrawlState, { workflow, base, decodeBody }: TickParts) {
    this.#state = state;
    this.#decodeBody = decodeBody;
    this.#workflow = workflow;
    this.#base = base;
    this.#at = state.execution.createdAt;
    this.#freshness = new FreshnessTally(this.#at);
    this.#ledger = new Ledger(state.head.counts, state.head.levels);
    this.#seeds = new Set(seedUrls(workflow.seeds).map((text) => urlKey(text as CrawlUrl, workflow.key)));
    this.#filter = isOtherWorkflow(state, base) ? scopeFilterOf(state, workflow) : null;
    this.#due = new DuePages(state);
  }

  async run(): Promise<StateChange> {
    const { archive, name, head, segments } = this.#state;
    const before = await this.#frontierOfBase();
    const { visits, count, sitemaps } = await visitsOf(this.#state, this.#base);
    const [workflow, decodeBody] = [this.#workflow, this.#decodeBody];
    const claims = await sitemapClaims(this.#state, { sitemaps, workflow, decodeBody });
    const { rates, sitemaps: known } = await this.#learned(before?.collection);
    const hosts = new HostClaims(known);
    const plan = revisitPlan(this.#workflow, RateHistogram.of(rates), count);
    const files = new KeyedFiles(this.#state, 'pages');
    const parts = { files: before?.collection?.files ?? [], visits, claims, hosts, plan, alike: this.#base.alike };
    const pending = new LineCursor<PendingPage>(await pendingPages(this.#state, before));
    await pending.next();
    for await (const batch of mergedPages(this.#state, parts)) {
      for (const { page, line } of batch) {
        await this.#takeUp(pending, page.key);
        if (pending.current?.key === page.key) await pending.next(); // due, and not reached
        if (!this.#isInScope(page)) continue;
        this.#see(page);
        const full = files.add(line);
        if (full !== undefined) await full;
        const spilled = this.#count(page);
        if (spilled !== undefined) await spilled;
      }
    }
    await this.#takeUp(pending, null);
    this.#encodeSeen();
    const days = (this.#at - this.#base.row.createdAt) / DAY_MS;
    const isFull = this.#state.execution.full === true;
    const most = isFull ? Number.POSITIVE_INFINITY : mostDue(this.#workflow.revisit, days);
    const { lists, merged, ranks, due, goneDue } = await this.#due.lists({
      most,
      seeds: this.#seeds,
      ledger: this.#ledger,
    });
    const object = name('rates.json');
    await archive.put(object, [Buffer.from(JSON.stringify(ratesOf(this.#rates, hosts)))]);
    const freshness = this.#freshness.get();
    const collection: CollectionRef = {
      at: this.#at,
      files: await files.finish(),
      rates: object,
      pages: this.#pages,
      due,
      pending: this.#pending,
      gone: this.#gone,
      goneDue,
      fresh: Math.round(freshness.fresh),
      freshness,
    };
    const seen = await segments.append(head.seen, Buffer.concat(this.#seen), { recordBytes: SEEN_RECORD_BYTES });
    const { counts, levels } = this.#ledger;
    const scopeSeeds = [...new Set([...head.scopeSeeds, ...(before?.scopeSeeds ?? [])])];
    return {
      lists,
      merged,
      head: { base: baseRef(this.#base), collection, seen, ranks: [...ranks], counts, levels, scopeSeeds },
    };
  }

  /** Takes up pending addresses with keys below this one; null: all that are left. */
  async #takeUp(pending: LineCursor<PendingPage>, below: string | null): Promise<void> {
    for (; pending.current !== null && (below === null || pending.current.key < below); await pending.next()) {
      const page = pending.current;
      if (!this.#isInScope(page)) continue;
      this.#see(page);
      this.#pending += 1;
      this.#ledger.discover(page.level);
      const spilled = this.#due.addPending(page);
      if (spilled !== undefined) await spilled;
    }
  }

  #see({ key, level }: { readonly key: string; readonly level: number }): void {
    this.#records.push({ key, level, reason: null });
    if (this.#records.length >= SEEN_BATCH) this.#encodeSeen();
  }

  #encodeSeen(): void {
    this.#seen.push(encodeSeen(this.#records.splice(0), this.#state.execution.wave));
  }

  /** @returns to be awaited */
  #count(page: PageState): Promise<void> | undefined {
    const { level, dueAt, goneAt, rate } = page;
    this.#pages += 1;
    if (goneAt === undefined) this.#rates.add(rate);
    else this.#gone += 1;
    this.#freshness.add(page);
    this.#ledger.discover(level);
    if (dueAt <= this.#at || this.#state.execution.full === true) return this.#due.add(page);
    this.#ledger.keep(level, 1);
    return undefined;
  }

  /** False for a page that another workflow does not crawl: it leaves the collection. */
  #isInScope({ url, key }: Pick<PageState, 'key' | 'url'>): boolean {
    if (this.#filter === null) return true;
    return this.#filter.decide(url as CrawlUrl, { nofollow: false, seed: this.#seeds.has(key) }).reason === null;
  }

  async #frontierOfBase(): Promise<Frontier | null> {
    const { frontier } = this.#base.row;
    return frontier === null ? null : await readJson<Frontier>(this.#state.archive, frontier, 'lists');
  }

  async #learned(collection: CollectionRef | undefined): Promise<CollectionRates> {
    if (collection === undefined) return { v: 1, rates: [] };
    return await readJson<CollectionRates>(this.#state.archive, collection.rates, 'rates');
  }
}

function ratesOf(rates: RateHistogram, hosts: HostClaims): CollectionRates {
  const sitemaps = hosts.entries();
  return { v: 1, rates: rates.entries(), ...(sitemaps.length > 0 && { sitemaps }) };
}

const isOtherWorkflow = ({ execution }: CrawlState, { row }: Base): boolean =>
  execution.workflowId !== row.workflowId || execution.workflowVersion !== row.workflowVersion;

const scopeFilterOf = (state: CrawlState, workflow: Workflow): ScopeFilter =>
  createScopeFilter(workflow, state.head.scopeSeeds, {
    allowPrivateNetwork: state.execution.settings.allowPrivateNetwork,
  });
