import type { BasePage } from '#core/archive/chunk/base-page.ts';
import { FreshnessTally } from '#core/collection/collection-freshness.ts';
import { HostClaims } from '#core/collection/host-claims.ts';
import { DAY_MS, type PageState, stateAfter, underPlan } from '#core/collection/page-state.ts';
import type { PageVisit } from '#core/collection/page-visit.ts';
import { mostDue, revisitPlan } from '#core/collection/revisit-plan.ts';
import { claimsIn, MOST_DATES, sitemapsToRead } from '#core/collection/sitemap-claim.ts';
import { codeOf } from '#core/error.ts';
import type { Execution } from '#core/execution/execution.ts';
import { type BaseFile, CollectionRates, type CollectionRef, Frontier } from '#core/frontier/frontier.ts';
import { RateHistogram } from '#core/revisit/rate-histogram.ts';
import { createScopeFilter } from '#core/scope/filter/scope-filter.ts';
import { Canonicalizer, urlKey } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { seedUrls } from '#core/url/seed/seed.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import type { BaseLog, KnownPages, LeftTask } from '#engine/verify/audit/base-log.ts';
import type { MergedLevel } from '#engine/verify/audit/merged-level.ts';
import { type Line, ObjectReader } from '#engine/verify/audit/object-reader.ts';
import { sameJson } from '#engine/verify/audit/same-json.ts';
import { besideManifest } from '#engine/verify/checks/check-execution.ts';

/** A tick as its first frontier names it, and its base. */
export interface Tick {
  /** Key of that frontier. */
  readonly key: string;
  readonly frontier: Frontier;
  readonly log: BaseLog;
  readonly base: Execution;
  readonly alike: boolean;
}

/**
 * Computes the collection of a tick again, from the collection and the log of its base. Compares
 * the result with what the tick wrote: its lines, its counts, and which pages were due. Admits the
 * pages that were due, and keeps the others.
 */
export async function replayCollection(audit: Audit, tick: Tick): Promise<KnownPages | null> {
  const { differences, row } = audit;
  const { key, frontier } = tick;
  const { collection } = frontier;
  if (collection === undefined) {
    differences.add('collection', key, { expected: 'the collection of the base', found: 'none' });
    return null;
  }
  const before = await frontierOfBase(audit, tick);
  if (before === null) return null;
  differences.compare('collection', `${key} at`, { expected: row.createdAt, found: collection.at });
  for (const url of before?.scopeSeeds ?? []) audit.replay.scopeSeeds.add(url);
  const replay = new CollectionReplay(audit, tick, collection);
  await replay.run(before);
  return replay;
}

/** @returns null when it cannot be read: a difference; undefined when the base had none */
async function frontierOfBase(audit: Audit, { frontier, base }: Tick): Promise<Frontier | undefined | null> {
  const manifest = frontier.base?.manifest;
  if (manifest === undefined || manifest === null) return undefined;
  const reader = new ObjectReader(audit.archive, base.id, audit.differences);
  return await reader.json(besideManifest(manifest), Frontier, 'base-missing');
}

class CollectionReplay implements KnownPages {
  readonly #audit: Audit;
  readonly #tick: Tick;
  readonly #collection: CollectionRef;
  readonly #asked = new Map<string, BasePage | undefined>();
  readonly #due: PageState[] = [];
  /** By key: addresses that the base left in its queue, without those that the collection knows. */
  #left = new Map<string, LeftTask>();
  readonly #rates = new RateHistogram();
  #pages = 0;
  #gone = 0;
  readonly #freshness: FreshnessTally;

  constructor(audit: Audit, tick: Tick, collection: CollectionRef) {
    this.#audit = audit;
    this.#tick = tick;
    this.#collection = collection;
    this.#freshness = new FreshnessTally(collection.at);
  }

  pageOf({ key, sitemap }: { readonly key: string; readonly sitemap: unknown }): BasePage | undefined {
    return sitemap === null ? this.#asked.get(key) : undefined;
  }

  async run(before: Frontier | undefined): Promise<void> {
    const { objects, differences, archive } = this.#audit;
    const base = new ObjectReader(archive, this.#tick.base.id, differences);
    const old = linesOf(base, before?.collection?.files ?? [], 'base-missing');
    const found = linesOf(objects, this.#collection.files, 'collection');
    const learned = await this.#learned(base, before?.collection);
    const hosts = new HostClaims(learned?.sitemaps);
    const rates = RateHistogram.of(learned?.rates ?? []);
    if (this.#collection.pending !== undefined) this.#left = await this.#tick.log.left();
    for await (const page of this.#expected({ old, rates, hosts, said: await this.#said() })) {
      const line = await found.next();
      const written = line.done === true ? undefined : line.value;
      if (!sameJson(page, written)) {
        differences.add('collection', `page ${page.url}`, { expected: page, found: written ?? 'no line' });
      }
      this.#take(page);
    }
    const more = await found.next();
    if (more.done !== true) differences.add('collection', 'pages', { expected: 'no more lines', found: more.value });
    this.#takeLeft();
    await this.#compareSums(hosts);
    this.#audit.due = this.#admitDue();
  }

  /** The collection after the base, in the order of its keys. */
  async *#expected({ old, rates, hosts, said }: ReplayParts): AsyncGenerator<PageState> {
    const { log, alike } = this.#tick;
    const visits = log.visits();
    const plan = revisitPlan(this.#audit.workflow, rates, visits.length);
    const inScope = this.#scope();
    let at = 0;
    const heard = (page: PageState): PageState => {
      const at = said.get(page.key);
      return at === undefined ? page : hosts.heard(page, at, plan);
    };
    const after = (before: PageState | null, visit: PageVisit): PageState => {
      const at = said.get(visit.key);
      if (before !== null && at !== undefined) hosts.learn(before, visit, at);
      return heard(withoutDates(stateAfter(before, visit, plan), alike));
    };
    const merged: PageState[] = [];
    const own = (): PageState[] => {
      for (const { key } of merged) this.#left.delete(key);
      return merged.splice(0).filter(inScope);
    };
    for await (const line of old) {
      const page = withoutDates(underPlan(line as unknown as PageState, plan), alike);
      for (; at < visits.length && (visits[at] as PageVisit).key < page.key; at++) {
        merged.push(after(null, visits[at] as PageVisit));
      }
      if (visits[at]?.key === page.key) merged.push(after(page, visits[at++] as PageVisit));
      else merged.push(heard(page));
      yield* own();
    }
    for (; at < visits.length; at++) merged.push(after(null, visits[at] as PageVisit));
    yield* own();
  }

  /** Filter for pages that the workflow crawls: others have left the collection. */
  #scope(): (page: Pick<PageState, 'key' | 'url'>) => boolean {
    const { row, workflow } = this.#audit;
    const { base } = this.#tick;
    if (row.workflowId === base.workflowId && row.workflowVersion === base.workflowVersion) return () => true;
    const { allowPrivateNetwork } = row.settings;
    const filter = createScopeFilter(workflow, workflow.seeds, { allowPrivateNetwork });
    const seeds = this.#seeds();
    return ({ url, key }) => filter.decide(url as CrawlUrl, { nofollow: false, seed: seeds.has(key) }).reason === null;
  }

  #seeds(): ReadonlySet<string> {
    const { seeds, key } = this.#audit.workflow;
    return new Set(seedUrls(seeds).map((text) => urlKey(text as CrawlUrl, key)));
  }

  #take(page: PageState): void {
    const { replay } = this.#audit;
    const { at } = this.#collection;
    this.#pages += 1;
    if (page.goneAt === undefined) this.#rates.add(page.rate);
    else this.#gone += 1;
    this.#freshness.add(page);
    replay.discover(page.key, page.level, null);
    if (page.dueAt <= at || this.#audit.row.full === true) this.#due.push(page);
    else replay.tally.keep(page.level);
  }

  #takeLeft(): void {
    const inScope = this.#scope();
    for (const task of this.#left.values()) {
      if (inScope(task)) this.#audit.replay.discover(task.key, task.level, null);
      else this.#left.delete(task.key);
    }
  }

  async #compareSums(hosts: HostClaims): Promise<void> {
    const { differences, objects } = this.#audit;
    const { pages, pending, gone, fresh, freshness, rates: object } = this.#collection;
    const all = this.#freshness.get();
    const expected = {
      pages: this.#pages,
      ...(pending !== undefined && { pending: this.#left.size }),
      gone: this.#gone,
      fresh: Math.round(all.fresh),
      ...(freshness !== undefined && { freshness: all }),
    };
    const found = {
      pages,
      ...(pending !== undefined && { pending }),
      gone,
      fresh,
      ...(freshness !== undefined && { freshness }),
    };
    if (!sameJson(expected, found)) differences.add('collection', this.#tick.key, { expected, found });
    const written = await objects.json(object, CollectionRates, 'collection');
    if (written === null) return;
    const learned = [this.#rates.entries(), hosts.entries()];
    const foundThere = [written.rates, written.sitemaps ?? []];
    if (!sameJson(learned, foundThere)) {
      differences.add('collection', object, { expected: learned, found: foundThere });
    }
  }

  /**
   * Admits as many as the budget allows, the longest due first, then what the base left; a list a
   * level.
   */
  #admitDue(): Map<number, MergedLevel> {
    const { replay, workflow, row, differences } = this.#audit;
    const days = (row.createdAt - this.#tick.base.createdAt) / DAY_MS;
    const most = row.full === true ? Number.POSITIVE_INFINITY : mostDue(workflow.revisit, days);
    const seeds = this.#seeds();
    const levels = new Map<number, MergedLevel>();
    const inOrder = this.#due.sort((a, b) => a.dueAt - b.dueAt || (a.key < b.key ? -1 : 1));
    const admit = ({ key, url, level, depthLeft }: Omit<LeftTask, 'rank'>): void => {
      const rank = (replay.ranks[level] ?? 0) + 1;
      replay.ranks[level] = rank;
      const merged: MergedLevel = levels.get(level) ?? { admitted: [], skipped: new Map() };
      const seed = seeds.has(key);
      merged.admitted.push(replay.admit({ key, url, level, rank, via: null, hop: 0, seed, depthLeft }));
      levels.set(level, merged);
    };
    for (const page of inOrder.slice(0, most)) {
      admit(page);
      this.#asked.set(page.key, page.page);
    }
    for (const task of [...this.#left.values()].sort((a, b) => a.rank - b.rank)) admit(task);
    for (const { level } of inOrder.slice(most)) replay.tally.keep(level);
    const due = { expected: Math.min(most, inOrder.length), found: this.#collection.due };
    differences.compare('collection', `${this.#tick.key} due`, due);
    const { goneDue } = this.#collection;
    const expected = inOrder.slice(0, most).filter(({ goneAt }) => goneAt !== undefined).length;
    if (goneDue !== undefined)
      differences.compare('collection', `${this.#tick.key} gone due`, { expected, found: goneDue });
    return levels;
  }

  async #learned(base: ObjectReader, collection: CollectionRef | undefined): Promise<CollectionRates | null> {
    return collection === undefined ? null : await base.json(collection.rates, CollectionRates, 'base-missing');
  }

  /** The latest date of each address, by the sitemaps that the base's log names. */
  async #said(): Promise<ReadonlyMap<string, number>> {
    const { archive, decodeBody, workflow, differences } = this.#audit;
    const how = { decodeBody, keys: new Canonicalizer(workflow.key) };
    const said = new Map<string, number>();
    let dates = 0;
    for (const { archived } of sitemapsToRead(this.#tick.log.sitemaps())) {
      if (dates >= MOST_DATES) break;
      const { object, offset, length } = archived;
      const record = await archive.range(object, offset, length).catch((error: unknown) => {
        if (codeOf(error) !== 'OBJECT_NOT_FOUND') throw error;
        differences.add('base-missing', object, { expected: 'a sitemap', found: 'none' });
        return new Uint8Array(0);
      });
      const claims = claimsIn(record, how);
      dates += claims.length;
      for (const { key, at } of claims) said.set(key, Math.max(at, said.get(key) ?? at));
    }
    return said;
  }
}

/** Inputs for the pages of a tick, besides the log of its base. */
interface ReplayParts {
  /** The lines of the base. */
  readonly old: AsyncGenerator<Line>;
  readonly rates: RateHistogram;
  readonly hosts: HostClaims;
  /** Dates in sitemaps, by key. */
  readonly said: ReadonlyMap<string, number>;
}

async function* linesOf(
  objects: ObjectReader,
  files: readonly BaseFile[],
  code: 'base-missing' | 'collection',
): AsyncGenerator<Line> {
  for (const { object } of files) {
    const bytes = await objects.bytes(object, code);
    if (bytes !== null) yield* objects.lines(object, bytes, code);
  }
}

/** A date does not count where the two ask differently. */
function withoutDates(state: PageState, alike: boolean): PageState {
  if (alike || state.page?.lastModified === undefined) return state;
  const { page, ...rest } = state;
  const { lastModified: _, ...known } = page;
  return known.etag === undefined ? rest : { ...rest, page: known };
}
