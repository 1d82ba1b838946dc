import { CHUNK_BYTES, CHUNK_SIZE } from '#core/archive/chunk/chunk-size.ts';
import { invocationUsage } from '#core/cost/lambda.ts';
import { costOf, type Prices } from '#core/cost/prices.ts';
import { NO_USAGE, type Usage } from '#core/cost/usage.ts';
import { FEW_UNITS_BEAT_MS } from '#core/execution/unit-store.ts';
import { LEASE_RENEW_MS } from '#core/politeness/hosts/host-store.ts';

/** Bounds on the use of a unit, known when it is planned. */
export interface UnitBudget {
  /** Its time budget. */
  readonly seconds: number;
  readonly memoryMb: number;
  readonly tasks: number;
  /** Distinct hosts of its tasks. @default tasks */
  readonly hosts?: number;
  /** Hosts that it fetches from at once. @default 25 */
  readonly hostsInFlight?: number;
  /** Sitemaps among the tasks. @default 0 */
  readonly sitemaps?: number;
  /**
   * Tasks that have a base page: if the page has not changed, its body is read from the archive.
   * @default 0
   */
  readonly revisits?: number;
  /** `limits.pageBytes`. @default 10 MiB */
  readonly pageBytes?: number;
  /** Secrets that the headers refer to. @default 0 */
  readonly secrets?: number;
  /** Most that plug-ins use for one page. @default nothing */
  readonly pageCalls?: Pick<Usage, 'gbSeconds' | 'invocations'>;
  /** 2 (WARC and lines), and one each for links and records where requested. @default 4 */
  readonly objectsPerChunk?: number;
}

/**
 * A task's row that is alone in its pack, and does not compress, takes two units; that it is a
 * duplicate takes another.
 */
const UNITS_PER_TASK = 3;

/**
 * A worker shows a sign of life and reads the execution row at most this often; with twenty waiting
 * hosts its row has 3 KB.
 */
const BEAT_SECONDS = FEW_UNITS_BEAT_MS / 1_000;
const UNITS_PER_BEAT = 3;

/**
 * Units for one host: a refused lease with its mark, the granted one, its release, the robots
 * pointer.
 */
const UNITS_PER_HOST = 5;

/** A worker renews a lease this often, and reads the execution row each time. */
const RENEWAL_SECONDS = LEASE_RENEW_MS / 1_000;

/** A lease that another crawl holds is requested again this often: the mark, and the refusal. */
const REFUSAL_SECONDS = 3;
const UNITS_PER_REFUSAL = 2;

/**
 * A sitemap fills a chunk, and can make the unit request so many robots.txt of other hosts: each is
 * read, fetched, stored and pointed to.
 */
const ROBOTS_PER_SITEMAP = 100;

/** A read that finds no answer is repeated once or twice; more is an outage, and ends the unit. */
const TRIES_OF_SECRET = 3;

/**
 * The most that a unit uses: its whole time budget, and every write that its tasks and hosts can
 * cause.
 */
export function reserveUsage(unit: UnitBudget): Usage {
  const { seconds, tasks, hosts = tasks, hostsInFlight = 25, sitemaps = 0, revisits = 0, objectsPerChunk = 4 } = unit;
  const { pageBytes = 10 * 1024 * 1024, secrets = 0, pageCalls = NO_USAGE } = unit;
  const { gbSeconds, invocations } = invocationUsage(unit.memoryMb, seconds * 1_000);
  const foreign = sitemaps * ROBOTS_PER_SITEMAP;
  const chunks =
    1 +
    sitemaps +
    Math.ceil(tasks / CHUNK_SIZE.outcomes) +
    Math.ceil((tasks * pageBytes) / CHUNK_BYTES) +
    Math.ceil((seconds * 1_000) / CHUNK_SIZE.ageMs);
  const beats = 1 + Math.ceil(seconds / BEAT_SECONDS);
  const inFlight = Math.min(hosts, hostsInFlight);
  const renewals = inFlight * Math.ceil(seconds / RENEWAL_SECONDS);
  const refusals = inFlight * Math.ceil(seconds / REFUSAL_SECONDS);
  return {
    gbSeconds: gbSeconds + tasks * pageCalls.gbSeconds,
    invocations: invocations + tasks * pageCalls.invocations,
    transitions: 2, // the start of a Distributed Map's child, and its state
    writeUnits:
      2 +
      tasks * UNITS_PER_TASK +
      beats * UNITS_PER_BEAT +
      hosts * UNITS_PER_HOST +
      foreign +
      renewals +
      refusals * UNITS_PER_REFUSAL,
    // The execution row at each beat and after each lease, and the robots pointer.
    readUnits: beats + hosts * 2 + renewals + foreign,
    puts: chunks * objectsPerChunk + hosts + foreign, // and a robots.txt of each host
    ...(secrets > 0 && { secretReads: secrets * TRIES_OF_SECRET }),
    gets: 2 + hosts + foreign + revisits, // plan and tasks, and a robots.txt of each host
  };
}

/**
 * Reservation of a unit before its wave starts, in USD; a unit that never reports is charged this
 * (design.md §1, promise 4). It covers what one unit can use, leases of all hosts in flight refused
 * all the time included.
 */
export const reserveUsd = (unit: UnitBudget, prices: Prices): number => costOf(reserveUsage(unit), prices).total;
