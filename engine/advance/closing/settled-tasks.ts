import { basePageOf, type PageValidators } from '#core/archive/chunk/base-page.ts';
import type { OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { visitOf } from '#core/collection/page-visit.ts';
import { type DroppedLinks, NO_DROPPED_LINKS, withDroppedLinks } from '#core/execution/dropped-links.ts';
import type { Correction, TaskRow } from '#core/execution/task-index.ts';
import { usableValidators } from '#core/fetch/headers/validators.ts';
import type { BarrenPage } from '#core/frontier/barren/barren-tracker.ts';
import { type DeadSeeds, NO_DEAD_SEEDS, withDeadSeed } from '#core/frontier/dead-seeds.ts';
import type { Ledger } from '#core/frontier/ledger.ts';
import type { DigestRecord } from '#core/frontier/segments/digest-record.ts';
import { Witnesses } from '#core/frontier/waits/witnesses.ts';
import type { Hosts } from '#core/frontier/wave/hosts.ts';
import type { Settled } from '#core/frontier/wave/settle-wave.ts';
import { taskRowOf } from '#core/frontier/wave/task-row.ts';
import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import { FaultCounts, type RecordFault } from '#core/selection/records/record-faults.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { type FetchedPage, settleDigests } from '#engine/advance/closing/settle-digests.ts';
import type { CrawlState } from '#engine/frontier/crawl-state.ts';
import type { KeyedLines } from '#engine/frontier/lines/keyed-lines.ts';
import type { SettledRows } from '#engine/frontier/lines/settled-rows.ts';
import type { HeadChange } from '#engine/frontier/next-state.ts';

/** Digits of the digest by which duplicates are found. */
const DIGEST_DIGITS = 32;

/** Stores that account for a wave's tasks: copies that belong to the step that closes it. */
export interface WaveStores {
  readonly ledger: Ledger;
  readonly hosts: Hosts;
  readonly rows: SettledRows;
  /** Pages of the wave that a later execution can request conditionally. */
  readonly validators: KeyedLines;
  /** Visits that the collection learns from; null if there is no collection. */
  readonly visits: KeyedLines | null;
}

/** Totals of a wave's tasks that are in no store. */
export interface Accounted {
  /** Sitemaps that were read or given up. */
  readonly sitemaps: readonly Settled[];
  /** Start of the last request to each host. */
  readonly lastStarts: ReadonlyMap<string, number>;
  readonly corrections: readonly Correction[];
  readonly head: Pick<
    HeadChange,
    | 'bytes'
    | 'savedBytes'
    | 'deadSeeds'
    | 'deadSitemaps'
    | 'droppedLinks'
    | 'cutPages'
    | 'recordFaults'
    | 'digests'
    | 'losers'
    | 'witnesses'
  >;
}

/**
 * Accounts for the tasks that a wave settled, one by one as their chunks are read: rows, counts,
 * validators. Duplicates become that at the end; a page that was cut is none, and has none: what
 * was not read of it can differ.
 */
export class SettledTasks {
  readonly #state: CrawlState;
  readonly #stores: WaveStores;
  readonly #pages: FetchedPage[] = [];
  readonly #lastStarts = new Map<string, number>();
  readonly #sitemaps: Settled[] = [];
  readonly #faults: FaultCounts;
  /** Faults by page: those of copies are taken back. */
  readonly #faulty = new Map<UrlKey, readonly RecordFault[]>();
  #bytes: number;
  #savedBytes: number;
  #deadSeeds: DeadSeeds | undefined;
  #deadSitemaps: DeadSeeds | undefined;
  #droppedLinks: DroppedLinks | undefined;
  #cutPages: number;
  readonly #witnesses: Witnesses;

  constructor(state: CrawlState, stores: WaveStores) {
    const { head } = state;
    this.#state = state;
    this.#stores = stores;
    this.#faults = new FaultCounts(head.recordFaults ?? []);
    this.#bytes = head.bytes;
    this.#savedBytes = head.savedBytes;
    this.#deadSeeds = head.deadSeeds;
    this.#deadSitemaps = head.deadSitemaps;
    this.#droppedLinks = head.droppedLinks;
    this.#cutPages = head.cutPages ?? 0;
    this.#witnesses = new Witnesses(head.witnesses);
  }

  /** @param faults of the page's record */
  add(settled: Settled, faults: readonly RecordFault[] = []): void {
    const { task, line, outcome } = settled;
    const { ledger, hosts, rows, validators } = this.#stores;
    const host = hostKeyOf(task.url as CrawlUrl);
    const start = line?.startedAt;
    if (start !== undefined) this.#lastStarts.set(host, Math.max(start, this.#lastStarts.get(host) ?? 0));
    this.#droppedLinks = plusDroppedLinks(this.#droppedLinks, settled);
    if (task.sitemap !== undefined) {
      this.#sitemaps.push(settled);
      if (task.sitemap.given === true) this.#deadSitemaps = plusDead(this.#deadSitemaps, settled);
      return;
    }
    ledger.settle(task.level, outcome);
    if (task.seed !== undefined) this.#deadSeeds = plusDead(this.#deadSeeds, settled);
    if (outcome.type === 'stored') this.#bytes += line?.bytes ?? 0;
    if (outcome.type === 'notModified') this.#savedBytes += line?.bytes ?? 0;
    const row = taskRowOf(settled);
    const number = rows.add(row);
    const page = line === null ? null : validatorsOf(settled, row);
    if (line !== null) this.#learn(settled, line, page);
    if (!isPage(outcome) || line === null) return;
    this.#witnesses.add(task.url as CrawlUrl, host);
    if (faults.length > 0) {
      this.#faults.add(task.url, faults);
      this.#faulty.set(task.key, faults);
    }
    const place = hosts.place(host);
    hosts.countPage(place, 1);
    this.#state.barren?.add(barrenPage(task, line));
    if (line.cut === true) this.#cutPages += 1;
    else if (line.digest !== undefined)
      this.#pages.push(fetchedPage(settled, line.digest, { host: place, row: number }));
    if (page !== null) validators.add(page.key, JSON.stringify(page));
  }

  /** Records a visit for the collection. A caller that needs none passes null. */
  #learn({ task }: Settled, line: OutcomeLine, page: PageValidators | null): void {
    const { visits } = this.#stores;
    if (visits === null) return;
    const visit = visitOf(task, line, page === null ? undefined : basePageOf(page, task.url));
    visits.add(task.key, JSON.stringify(visit));
  }

  /** @param openLevel as `settleDigests` has it */
  async finish(openLevel: number | null): Promise<Accounted> {
    const { duplicates, replaced, digests, losers } = await settleDigests(this.#state, this.#pages, openLevel);
    for (const { before, holder } of replaced) this.#makeDuplicate(before, holder.key as UrlKey);
    for (const page of this.#pages) {
      const of = duplicates.get(page.key);
      if (of === undefined) continue;
      this.#makeDuplicate(page, of);
      this.#stores.rows.makeDuplicate(page.row, of);
      this.#faults.remove(this.#faulty.get(page.key as UrlKey) ?? []);
    }
    const recordFaults = this.#faults.all();
    const witnesses = this.#witnesses.origins;
    return {
      sitemaps: this.#sitemaps,
      lastStarts: this.#lastStarts,
      corrections: replaced.map(({ before, holder }) => ({ key: before.key, of: holder.key })),
      head: {
        bytes: this.#bytes,
        savedBytes: this.#savedBytes,
        deadSeeds: this.#deadSeeds,
        deadSitemaps: this.#deadSitemaps,
        droppedLinks: this.#droppedLinks,
        cutPages: this.#cutPages > 0 ? this.#cutPages : undefined,
        recordFaults: recordFaults.length > 0 ? recordFaults : undefined,
        digests,
        losers,
        witnesses: witnesses.length > 0 ? witnesses : undefined,
      },
    };
  }

  /** A page that was counted is a duplicate: the count of pages and that of its host change. */
  #makeDuplicate({ level, host, notModified }: DigestRecord, of: UrlKey): void {
    const { ledger, hosts } = this.#stores;
    ledger.reopen(level, { type: notModified ? 'notModified' : 'stored' });
    ledger.settle(level, { type: 'duplicate', of });
    hosts.countPage(host, -1);
  }
}

/**
 * A seed that brought nothing, or a sitemap that the workflow names, or one that its index lists; a
 * redirect leads on to another task of it.
 */
function plusDead(so: DeadSeeds | undefined, { task, outcome, line }: Settled): DeadSeeds | undefined {
  if (outcome.type !== 'skipped' && outcome.type !== 'failed') return so;
  const error = (line?.errors ?? task.errors)?.at(-1);
  const status = /^http-/.test(outcome.reason) ? line?.status : undefined;
  const type = outcome.reason === 'content-type' ? line?.contentType : undefined;
  const detail = outcome.type === 'skipped' ? (outcome.rule ?? type ?? '') : `${status ?? error?.message ?? ''}`;
  const { depth = 0, root = task.url } = task.sitemap ?? {};
  const place = depth === 0 ? { url: root } : { url: task.url, index: root };
  return withDeadSeed(so ?? NO_DEAD_SEEDS, { ...place, reason: outcome.reason, detail, rank: task.rank });
}

function plusDroppedLinks(so: DroppedLinks | undefined, { task, line }: Settled): DroppedLinks | undefined {
  if (line?.linksDropped === undefined) return so;
  const page = { url: task.url, links: line.linksDropped };
  return withDroppedLinks(so ?? NO_DROPPED_LINKS, page);
}

const barrenPage = (
  { key, url, level, rank, via }: Settled['task'],
  { sketch, title, digest }: OutcomeLine,
): BarrenPage => ({ key, url, level, rank, via, sketch, title, digest });

const isPage = ({ type }: { readonly type: string }): boolean => type === 'stored' || type === 'notModified';

function fetchedPage(
  { task, outcome }: Settled,
  digest: string,
  { host, row }: { host: number; row: number },
): FetchedPage {
  const { key, level, rank } = task;
  return {
    digest: digest.slice(0, DIGEST_DIGITS),
    key,
    level,
    rank,
    host,
    notModified: outcome.type === 'notModified',
    row,
  };
}

/**
 * Validators for a later execution; null if the task has none or is not archived. Duplicates have
 * them like any page.
 */
function validatorsOf({ task, line }: Settled, { archived }: TaskRow): PageValidators | null {
  if (line === null || archived === null || line.digest === undefined || !isPage(line.outcome)) return null;
  const usable = usableValidators(line, line.endedAt ?? 0);
  if (usable.etag === undefined && usable.lastModified === undefined) return null;
  const { digest, bytes = 0, cut, contentType, url = task.url } = line;
  return {
    key: task.key,
    url,
    ...usable,
    digest,
    bytes,
    ...(cut === true && { cut }),
    ...(contentType !== undefined && { contentType }),
    archived,
  };
}
