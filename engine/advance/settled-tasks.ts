import type { PageValidators } from '#core/archive/base-page.ts';
import { NO_DROPPED_LINKS, withDroppedLinks } from '#core/execution/dropped-links.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import { usableValidators } from '#core/fetch/validators.ts';
import { NO_DEAD_SEEDS, withDeadSeed } from '#core/frontier/dead-seeds.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import type { Settled } from '#core/frontier/settle-wave.ts';
import { hostKeyOf } from '#core/politeness/host-key.ts';
import { FaultCounts, type RecordFault } from '#core/selection/record-faults.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import type { CrawlState } from '#engine/advance/crawl-state.ts';
import { type FetchedPage, settleDigests } from '#engine/advance/settle-digests.ts';
import { taskRowOf } from '#engine/advance/task-row.ts';

/** Digits of the digest by which duplicates are found. */
const DIGEST_DIGITS = 32;

/** Accounts for the tasks that a wave settled, one by one as their chunks are read: rows, counts, validators. Duplicates become that at the end. */
export class SettledTasks {
  readonly #state: CrawlState;
  readonly #pages: FetchedPage[] = [];
  /** When the last request to each host began. */
  readonly #lastStarts = new Map<string, number>();

  readonly #faults: FaultCounts;
  /** By page: a copy's are taken back. */
  readonly #faulty = new Map<UrlKey, readonly RecordFault[]>();

  constructor(state: CrawlState) {
    this.#state = state;
    this.#faults = new FaultCounts(state.head.recordFaults ?? []);
  }

  get lastStarts(): ReadonlyMap<string, number> {
    return this.#lastStarts;
  }

  /** @param faults of the page's record */
  add(settled: Settled, faults: readonly RecordFault[] = []): void {
    const { task, line, outcome } = settled;
    const state = this.#state;
    const host = hostKeyOf(task.url as CrawlUrl);
    const start = line?.startedAt;
    if (start !== undefined) this.#lastStarts.set(host, Math.max(start, this.#lastStarts.get(host) ?? 0));
    countDroppedLinks(state.head, settled);
    if (task.sitemap !== undefined) {
      state.sitemaps.push(settled);
      return;
    }
    state.ledger.settle(task.level, outcome);
    countDeadSeed(state.head, settled);
    if (outcome.type === 'stored') state.head.bytes += line?.bytes ?? 0;
    if (outcome.type === 'notModified') state.head.savedBytes += line?.bytes ?? 0;
    const row = taskRowOf(settled);
    const number = state.settled.add(row);
    if (!isPage(outcome) || line === null) return;
    if (faults.length > 0) {
      this.#faults.add(task.url, faults);
      this.#faulty.set(task.key, faults);
    }
    const place = state.hosts.place(host);
    state.hosts.countPage(place, 1);
    state.barren?.add({ ...task, sketch: line.sketch, title: line.title, digest: line.digest });
    if (line.digest !== undefined) this.#pages.push(fetchedPage(settled, line.digest, { host: place, row: number }));
    const page = validatorsOf(settled, row);
    if (page !== null) state.validators.add(page.key, JSON.stringify(page));
  }

  /** @param openLevel as `settleDigests` has it */
  async finish(openLevel: number | null): Promise<void> {
    const { ledger, hosts, settled, head } = this.#state;
    const duplicates = await settleDigests(this.#state, this.#pages, openLevel);
    for (const { key, level, host, row, notModified } of this.#pages) {
      const of = duplicates.get(key);
      if (of === undefined) continue;
      ledger.reopen(level, { type: notModified ? 'notModified' : 'stored' });
      ledger.settle(level, { type: 'duplicate', of });
      hosts.countPage(host, -1);
      settled.makeDuplicate(row, of);
      this.#faults.remove(this.#faulty.get(key as UrlKey) ?? []);
    }
    const recordFaults = this.#faults.all();
    if (recordFaults.length > 0) head.recordFaults = recordFaults;
    else delete head.recordFaults;
  }
}

/** A seed's task that brought no page; a redirect leads on to another task of the seed. */
function countDeadSeed(head: Frontier, { task, outcome, line }: Settled): void {
  if (task.seed === undefined || (outcome.type !== 'skipped' && outcome.type !== 'failed')) return;
  const error = (line?.errors ?? task.errors)?.at(-1);
  const status = /^http-/.test(outcome.reason) ? line?.status : undefined;
  const detail = outcome.type === 'skipped' ? (outcome.rule ?? '') : `${status ?? error?.message ?? ''}`;
  const seed = { url: task.url, reason: outcome.reason, detail, rank: task.rank };
  head.deadSeeds = withDeadSeed(head.deadSeeds ?? NO_DEAD_SEEDS, seed);
}

function countDroppedLinks(head: Frontier, { task, line }: Settled): void {
  if (line?.linksDropped === undefined) return;
  const page = { url: task.url, links: line.linksDropped };
  head.droppedLinks = withDroppedLinks(head.droppedLinks ?? NO_DROPPED_LINKS, page);
}

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

/** What a later execution can ask by; null for what has no validator, or is not archived. Duplicates are asked about like any page. */
function validatorsOf({ task, line }: Settled, { archived }: TaskRow): PageValidators | null {
  if (line === null || archived === null || line.digest === undefined) return null;
  const usable = usableValidators(line, line.endedAt ?? 0);
  if (usable.etag === undefined && usable.lastModified === undefined) return null;
  const { digest, bytes = 0, contentType, url = task.url } = line;
  return { key: task.key, url, ...usable, digest, bytes, ...(contentType !== undefined && { contentType }), archived };
}
