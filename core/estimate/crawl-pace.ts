import type { PaceCause } from '#core/estimate/estimate.ts';
import type { SiteSample } from '#core/estimate/site-sample.ts';
import { addressBoundOf } from '#core/politeness/address-bound.ts';
import { hostClockOf } from '#core/politeness/delay.ts';
import { addressKeyOf } from '#core/politeness/hosts/address-key.ts';
import { paceKeys } from '#core/politeness/hosts/pace-key.ts';
import { isRated, meanInterval } from '#core/politeness/rate/request-rate.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

export type PaceRules = Pick<Workflow, 'politeness' | 'parallelism' | 'hostsPerWorker'> & {
  readonly fetch: Pick<Workflow['fetch'], 'headFirst'>;
};

/** Pace that the politeness rules allow a crawl. */
export interface CrawlPace {
  /** Seconds per request of the whole crawl: requests × this is its time. */
  readonly secondsPerRequest: number;
  readonly cause: PaceCause;
  /** The host that binds; null: no single one does. */
  readonly host: string | null;
  /** Seconds between two requests to it, or to a shared address. */
  readonly spacingSeconds: number;
}

export interface MeanAnswer {
  readonly ms: number;
  /** Size of its body, as it is sent. */
  readonly bytes: number;
}

interface HostSpacing {
  readonly host: string;
  readonly address: string | null;
  /** Part of all requests that go to it. */
  readonly share: number;
  readonly seconds: number;
  readonly cause: PaceCause;
}

/**
 * The pace of a crawl whose requests are spread over hosts as the known addresses are. Requests to
 * one host begin one after another, `delayMs` apart, or as its answers come; hosts are crawled at
 * once, as many as the workers have in flight; hosts of one address share its bound.
 *
 * @param answer the mean answer
 * @returns null when no host is known
 */
export function crawlPace(hosts: SiteSample['hosts'], rules: PaceRules, answer: MeanAnswer): CrawlPace | null {
  const spacings = queueSpacings(hostSpacings(hosts, rules, answer), rules);
  const [slowest] = spacings.toSorted((a, b) => b.share * b.seconds - a.share * a.seconds);
  if (slowest === undefined) return null;
  const inFlight = rules.parallelism * rules.hostsPerWorker;
  const together = spacings.reduce((sum, { share, seconds }) => sum + share * seconds, 0) / inFlight;
  const shared = addressPace(spacings, rules);
  const rated = isRated(rules.politeness) ? meanInterval(rules.politeness, 0) : 0;
  const paces: CrawlPace[] = [
    {
      secondsPerRequest: slowest.share * slowest.seconds,
      cause: slowest.cause,
      host: slowest.host,
      spacingSeconds: slowest.seconds,
    },
    { secondsPerRequest: together, cause: 'hosts-at-once', host: null, spacingSeconds: slowest.seconds },
    ...(shared === null ? [] : [shared]),
    { secondsPerRequest: rated, cause: 'rate', host: null, spacingSeconds: rated },
  ];
  return paces.reduce((most, pace) => (pace.secondsPerRequest > most.secondsPerRequest ? pace : most));
}

function hostSpacings(hosts: SiteSample['hosts'], rules: PaceRules, { ms, bytes }: MeanAnswer): HostSpacing[] {
  const { connectionsPerHost } = rules.politeness;
  const known = hosts.reduce((sum, host) => sum + host.known, 0);
  // A HEAD and a GET are one turn of the host, and two answers.
  const answerSeconds = ((rules.fetch.headFirst ? 2 : 1) * ms) / 1_000 / connectionsPerHost;
  return hosts.map(({ host, address, crawlDelaySeconds, known: own }) => {
    const clock = hostClockOf(rules.politeness);
    clock.learnCrawlDelay(crawlDelaySeconds);
    clock.took(ms);
    clock.started(0);
    clock.received(bytes);
    const delay = clock.delayMs / 1_000;
    const spaced = crawlDelaySeconds !== null && delay === crawlDelaySeconds ? 'crawl-delay' : 'delay';
    const bound = clock.isBandwidthBound ? 'bandwidth' : spaced;
    return {
      host,
      address,
      share: known === 0 ? 1 / hosts.length : own / known,
      seconds: Math.max(delay, answerSeconds),
      cause: answerSeconds > delay || (!clock.isBandwidthBound && clock.slowResponseMs !== null) ? 'latency' : bound,
    };
  });
}

/** Hosts that share one delay as one: the slowest of them, with the requests of all. */
function queueSpacings(spacings: HostSpacing[], { politeness }: PaceRules): HostSpacing[] {
  if (politeness.delayPer !== 'domain') return spacings;
  const paceKey = paceKeys('domain');
  const queues = Map.groupBy(spacings, ({ host }) => paceKey(host));
  return [...queues].map(([host, own]) => {
    const slowest = own.reduce((most, each) => (each.seconds > most.seconds ? each : most));
    return { ...slowest, host, share: own.reduce((sum, { share }) => sum + share, 0) };
  });
}

/** Pace of the address with the most requests, if several hosts share it; null: there is none. */
function addressPace(spacings: readonly HostSpacing[], { politeness }: PaceRules): CrawlPace | null {
  const bound = addressBoundOf(politeness);
  if (bound === null) return null;
  const shares = new Map<string, number>();
  for (const { address, share } of spacings) {
    const key = address === null ? null : addressKeyOf(address);
    if (key !== null) shares.set(key, (shares.get(key) ?? 0) + share);
  }
  const spacingSeconds = bound.spacingMs / 1_000;
  const secondsPerRequest = Math.max(0, ...shares.values()) * spacingSeconds;
  return { secondsPerRequest, cause: 'address', host: null, spacingSeconds };
}

const DAY_SECONDS = 86_400;

/**
 * Seconds from start to end of a crawl that may run in so many hours of each day: it starts with
 * the first of them.
 *
 * @param openSeconds of a day
 */
export function withNights(seconds: number, openSeconds: number): number {
  if (seconds <= openSeconds) return seconds;
  const days = Math.ceil(seconds / openSeconds) - 1;
  return days * DAY_SECONDS + (seconds - days * openSeconds);
}
