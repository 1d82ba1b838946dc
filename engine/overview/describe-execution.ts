import type { Archive } from '#core/archive/archive.ts';
import { type CostLine, costOf, LIST_PRICES, type Prices } from '#core/cost/prices.ts';
import { NO_USAGE } from '#core/cost/usage.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import { type Drivenness, type Driver, type DriverWatch, drivennessOf } from '#core/execution/driver.ts';
import { type DroppedLinks, NO_DROPPED_LINKS } from '#core/execution/dropped-links.ts';
import {
  type Counts,
  type Desired,
  EXEMPTIONS,
  type Execution,
  type Exemption,
  exemptionsOf,
  expiryOf,
  hasEnded,
  type LevelCounts,
  lastCallError,
  plannedUnits,
} from '#core/execution/execution.ts';
import type { UnitRow, UnitStore } from '#core/execution/unit-store.ts';
import { type DeadSeed, type DeadSeeds, deadSeedWords, NO_DEAD_SEEDS } from '#core/frontier/dead-seeds.ts';
import { deadSitemapRemedy, deadSitemapWords } from '#core/frontier/dead-sitemap.ts';
import { type Frontier, UNSTARTED_WAVES } from '#core/frontier/frontier.ts';
import { type PatternUse, patternUse } from '#core/frontier/pattern-use.ts';
import { seedRemedy } from '#core/frontier/seed-remedy.ts';
import { waitRemedy, wayRemedy } from '#core/frontier/waits/wait-remedy.ts';
import { GIVEN_UP, NO_SEED, NO_WAY, NO_WORKER, SECRET_PAUSE, WITHDRAWN } from '#core/frontier/wave/end-reason.ts';
import type { Clock } from '#core/model/clock.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';
import { faultWords } from '#core/secrets/header-secret-fault.ts';
import type { FieldFaults } from '#core/selection/records/record-faults.ts';
import type { Limits } from '#core/workflow/limits.ts';
import { limitsInForce } from '#core/workflow/limits-in-force.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { basedOn } from '#engine/overview/based-on.ts';
import { type LiveWork, liveWorkOf, pagesOf } from '#engine/overview/live-work.ts';

export interface DescribePorts {
  readonly catalog: Catalog;
  readonly archive: Archive;
  readonly units: UnitStore;
  readonly clock: Clock;
  /** @default Surf records no signs of life: a passed deadline says that the driver is gone */
  readonly drivers?: DriverWatch;
  /** Prices that crawls are charged at. @default list prices of us-east-1 */
  readonly prices?: Prices;
}

/** Summary of an execution as of its last closed wave. */
export interface ExecutionSummary {
  readonly execution: ExecutionId;
  readonly status: Execution['status'];
  /** The limit, failure or null. */
  readonly reason: string | null;
  /** Cause of the failure or pause, in words; null if there was none, or the reason says it all. */
  readonly cause: string | null;
  /**
   * Seeds that brought no page: how many, and the first ten, each with why as the end of a
   * sentence.
   */
  readonly deadSeeds: DeadSeedsView;
  /** Sitemaps that the workflow names and that could not be read, in the same way. */
  readonly deadSitemaps: DeadSeedsView;
  /** Links that were not read, because their pages bring more new addresses than one page may. */
  readonly droppedLinks: DroppedLinks;
  /** Pages that are larger than one may be: their first bytes were read. */
  readonly cutPages: number;
  /** Fields of records that have errors, by field and code, the most frequent first. */
  readonly recordFaults: FieldFaults;
  /** Patterns that matched nothing, so far. */
  readonly patterns: PatternUse;
  readonly counts: Counts;
  readonly levels: readonly LevelCounts[];
  /**
   * Stored pages, those that were not modified and those of the running wave too: what every screen
   * shows.
   */
  readonly pages: number;
  /** Decoded bytes of pages. */
  readonly bytes: number;
  /** Bytes that its workers archived, in closed waves; null: an older Surf counted none. */
  readonly storedBytes: number | null;
  /** The execution whose pages were requested only if they had changed; null: none. */
  readonly base: ExecutionId | null;
  /** The collection when this tick of it began; null: it is not a tick, or the first. */
  readonly collection: CollectionView | null;
  /** Decoded bytes of pages that were not modified: they did not have to be fetched. */
  readonly savedBytes: number;
  /** Time spent running, without pauses and without time in which no driver ran. */
  readonly seconds: number;
  /** `pages` by `seconds`. */
  readonly pagesPerSecond: number;
  /** List price of the calls that it made, as on AWS. */
  readonly costUsd: number;
}

/** Collection that a tick continues. */
export interface CollectionView {
  /** Addresses that were requested before. */
  readonly pages: number;
  /** Addresses that were due, and are requested; the others are kept. */
  readonly due: number;
  /** Addresses that the previous execution left pending, and that are requested, too. */
  readonly pending: number;
  /** Addresses that are gone: 404 or 410, twice. */
  readonly gone: number;
  /** Estimate of the pages that are as they were last seen, by how often they change. */
  readonly fresh: number;
  /** Days for which the copies of pages have been out of date, in the mean; null: not estimated. */
  readonly ageDays: number | null;
}

export interface DeadSeedsView {
  readonly count: number;
  readonly first: readonly DeadSeedView[];
}

/** A seed without a page, or a sitemap that the workflow names and that could not be read. */
export type DeadSeedView = Omit<DeadSeed, 'rank'> & {
  readonly why: string;
  /** Advice to the user; null: nothing that Surf knows. */
  readonly remedy: string | null;
};

/** A wait and its cause. Times are ISO 8601 UTC. */
export interface Wait {
  readonly cause: string;
  readonly until: string;
  /** Advice to the user; null: there is nothing to do but wait. */
  readonly remedy: string | null;
}

/** A host that workers wait for. */
export interface WaitingHost extends Wait {
  readonly host: string;
}

export interface ExecutionView extends ExecutionSummary {
  /** Does something drive it? `gone`: it is interrupted, and `resume` continues it. */
  readonly driver: Driver;
  /** The last sign of life of a driver that is gone, where it is known; null otherwise. */
  readonly silentSince: string | null;
  readonly name: string;
  readonly workflow: { readonly id: string; readonly version: number };
  /** Rules that do not hold for it. */
  readonly exemptions: readonly Exemption[];
  readonly desired: Desired;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** When its retention is over, and Surf deletes it; null: it stays, or it has not ended. */
  readonly expiresAt: string | null;
  /** Execution that is based on it and keeps it beyond `expiresAt`; null before that, or none. */
  readonly keptFor: ExecutionId | null;
  /** The level that is being crawled, and the wave; null before the first. */
  readonly level: number | null;
  readonly wave: number;
  readonly live: LiveWork;
  /** The wait of the execution as a whole; null: none. */
  readonly waiting: Wait | null;
  /** Hosts, the soonest first, each once; at most 20 a worker. */
  readonly hosts: readonly WaitingHost[];
  /** Last sign of life of a worker in the running wave; null if none has begun. */
  readonly beatAt: string | null;
  /** Limits in force: the workflow's, changed by `continue`. */
  readonly limits: Limits;
  readonly cost: ExecutionCost;
}

/** Cost of the execution's calls on Lambda arm64 at list price. */
export interface ExecutionCost {
  /** Date on which the prices were read. */
  readonly pricesOf: string;
  readonly region: string;
  readonly lines: readonly CostLine[];
  /** Reserves of units that began and never reported. */
  readonly lostUsd: number;
}

/** @throws SurfError EXECUTION_NOT_FOUND */
export async function describeExecution(ports: DescribePorts, id: ExecutionId): Promise<ExecutionView> {
  return await describeRow(ports, await ports.catalog.execution(id));
}

/** Describes a row that was read already. */
export async function describeRow(ports: DescribePorts, row: Execution): Promise<ExecutionView> {
  const { definition } = await ports.catalog.workflow(row.workflowId, row.workflowVersion);
  const frontier = row.status === 'deleting' ? null : row.frontier; // it may be gone already
  const now = ports.clock.now();
  const driven = drivennessOf(row, (await ports.drivers?.signs()) ?? null, now);
  const live = await liveState(ports, row);
  const head = frontier === null ? null : await readJson<Frontier>(ports.archive, frontier, 'lists');
  return {
    ...summaryOf(row, { head, definition, pages: live.pages, until: ranUntil(driven, live.beatAt, now) }),
    name: row.name,
    driver: driven.driver,
    silentSince: driven.silentSince === null ? null : isoTime(driven.silentSince),
    workflow: { id: row.workflowId, version: row.workflowVersion },
    exemptions: exemptionsOf(row),
    createdAt: isoTime(row.createdAt),
    startedAt: row.startedAt === null ? null : isoTime(row.startedAt),
    endedAt: row.endedAt === null ? null : isoTime(row.endedAt),
    ...(await expiry(ports, row, now)),
    level: head?.level ?? null,
    wave: row.wave,
    ...live,
    limits: limitsInForce(definition, row.limits),
    cost: costView(head, ports.prices ?? LIST_PRICES),
  };
}

/** Whether another one keeps it is looked up only once it matters: that reads a list. */
async function expiry(
  { catalog }: DescribePorts,
  row: Execution,
  now: number,
): Promise<Pick<ExecutionView, 'expiresAt' | 'keptFor'>> {
  const at = expiryOf(row);
  if (at === null) return { expiresAt: null, keptFor: null };
  return { expiresAt: isoTime(at), keptFor: at < now ? await basedOn(catalog, row) : null };
}

/** State that changes while it runs, but for its level; it costs the reads of the wave's units. */
export async function liveState(
  { units }: Pick<DescribePorts, 'units'>,
  row: Execution,
): Promise<Pick<ExecutionView, 'status' | 'desired' | 'counts' | 'pages' | 'live' | 'waiting' | 'hosts' | 'beatAt'>> {
  const rows = await units.rows(row.id, row.wave, plannedUnits(row));
  const { status, desired, counts, answer } = row;
  const waits = status === 'waiting' && answer?.type === 'wait';
  const live = liveWorkOf(rows);
  return {
    status,
    desired,
    counts,
    live,
    pages: pagesOf(counts, live),
    waiting: waits ? waitView(answer) : null,
    hosts: waitingHosts(rows),
    beatAt: rows.length === 0 ? null : isoTime(Math.max(...rows.map(({ beatAt }) => beatAt))),
  };
}

/** End of its run so far: now, or the last sign of life of its driver or of a worker. */
function ranUntil({ driver, silentSince }: Drivenness, beatAt: string | null, now: number): number | null {
  if (driver !== 'gone') return now;
  const workedAt = beatAt === null ? null : Date.parse(beatAt);
  return silentSince === null || workedAt === null ? (silentSince ?? workedAt) : Math.max(silentSince, workedAt);
}

function summaryOf(
  row: Execution,
  {
    head,
    definition,
    pages,
    until,
  }: { head: Frontier | null; definition: Workflow; pages: number; until: number | null },
): ExecutionSummary {
  const since = hasEnded(row.status) ? null : row.runningSince;
  const ms = row.ranMs + (since === null || until === null ? 0 : Math.max(0, until - since));
  const deadSeeds = deadView(head?.deadSeeds, deadSeedWords, seedRemedy);
  const [first] = deadSeeds.first;
  return {
    execution: row.id,
    status: row.status,
    reason: row.reason,
    cause: causeOf(row, head, first),
    deadSeeds,
    deadSitemaps: deadView(head?.deadSitemaps, deadSitemapWords, deadSitemapRemedy),
    droppedLinks: head?.droppedLinks ?? NO_DROPPED_LINKS,
    cutPages: head?.cutPages ?? 0,
    recordFaults: head?.recordFaults ?? [],
    patterns: patternUse(definition, { head, counts: row.counts }),
    counts: row.counts,
    pages,
    levels: head?.levels ?? [],
    bytes: row.bytes,
    storedBytes: row.storedBytes ?? null,
    base: row.base ?? null,
    collection: collectionView(head),
    savedBytes: head?.savedBytes ?? 0,
    seconds: Math.round(ms) / 1_000,
    pagesPerSecond: ms === 0 ? 0 : Math.round((pages * 100_000) / ms) / 100,
    costUsd: row.costUsd,
  };
}

function collectionView(head: Frontier | null): CollectionView | null {
  if (head?.collection === undefined) return null;
  const { pages, due, pending = 0, gone, fresh, freshness } = head.collection;
  return { pages, due, pending, gone, fresh, ageDays: freshness?.ageDays ?? null };
}

/** Cause behind the reason, where that does not say it all. */
function causeOf(row: Execution, head: Frontier | null, firstDead: DeadSeedView | undefined): string | null {
  if (row.reason === NO_SEED) return firstDead === undefined ? null : `${firstDead.url}: ${firstDead.why}`;
  if (row.reason === GIVEN_UP)
    return `no call of advance could close wave ${row.wave}: ${lastCallError(row)}; resume tries the wave again`;
  if (row.reason === NO_WORKER)
    return `no worker started in ${UNSTARTED_WAVES} waves; the log of the workers says why, then the execution can be resumed`;
  if (head?.wayFault !== undefined && row.reason === NO_WAY[head.wayFault.way]) {
    const { detail } = head.wayFault;
    return `${detail}; ${wayRemedy(head.wayFault)}${row.status === 'paused' ? '; then it can be resumed' : ''}`;
  }
  const fault = head?.secretFault;
  if (fault !== undefined && row.reason === SECRET_PAUSE[fault.reason])
    return `${faultWords(fault, row.owner ?? LOCAL_USER)}; then it can be resumed`;
  const right = EXEMPTIONS.find((name) => row.reason === WITHDRAWN[name]);
  if (right === undefined) return null;
  return `${row.owner ?? 'its owner'} no longer has the right ${right}; an administrator can restore it, then the execution can be resumed`;
}

function deadView(
  { count, first }: DeadSeeds = NO_DEAD_SEEDS,
  wordsOf: (seed: DeadSeed) => string,
  remedyOf: (seed: DeadSeed) => string | null,
): DeadSeedsView {
  return {
    count,
    first: first.map((seed) => ({ ...withoutRank(seed), why: wordsOf(seed), remedy: remedyOf(seed) })),
  };
}

const withoutRank = ({ rank: _, ...seed }: DeadSeed): Omit<DeadSeed, 'rank'> => seed;

function costView(head: Frontier | null, prices: Prices): ExecutionCost {
  const { lines } = costOf(head?.usage ?? NO_USAGE, prices);
  return { pricesOf: prices.read, region: prices.region, lines, lostUsd: head?.lostUsd ?? 0 };
}

function waitingHosts(units: readonly UnitRow[]): WaitingHost[] {
  const waits = units.flatMap(({ live, ended, died }) => (ended || died ? [] : live.waiting));
  const hosts = new Map<string, WaitingHost>();
  for (const { host, cause, until } of waits.sort((a, b) => a.until - b.until)) {
    if (!hosts.has(host)) hosts.set(host, { host, ...waitView({ cause, until }) });
  }
  return [...hosts.values()];
}

const waitView = ({ cause, until }: { readonly cause: string; readonly until: number }): Wait => ({
  cause,
  until: isoTime(until),
  remedy: waitRemedy(cause),
});

const isoTime = (at: number): string => new Date(at).toISOString();
