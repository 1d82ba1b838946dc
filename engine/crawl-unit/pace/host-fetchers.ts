import type { PlanTask } from '#core/archive/plan.ts';
import type { HostCookies } from '#core/fetch/cookies/host-cookies.ts';
import type { HeaderPair } from '#core/fetch/headers/request-headers.ts';
import { hostClockOf } from '#core/politeness/delay.ts';
import { type HostKey, hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import type { HostStore } from '#core/politeness/hosts/host-store.ts';
import { domainLease, domainOf } from '#core/politeness/hosts/pace-key.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { HostFetcher } from '#engine/crawl-unit/hosts/host-fetcher.ts';
import type { HostFetcherParts } from '#engine/crawl-unit/hosts/host-fetcher-parts.ts';
import { HostLease, type HostLeaseParts } from '#engine/crawl-unit/hosts/host-lease.ts';
import { type Job, jobOf } from '#engine/crawl-unit/jobs/job.ts';
import { RankQueue } from '#engine/crawl-unit/jobs/job-queue.ts';
import { DomainLease } from '#engine/crawl-unit/pace/domain-lease.ts';
import { DomainTurns } from '#engine/crawl-unit/pace/domain-turns.ts';

export interface HostFetchersParts extends Pick<HostLeaseParts, 'owner' | 'rows'> {
  readonly shared: HostFetcherParts;
  readonly hostStore: HostStore;
  /** Do its requests go through a proxy? */
  readonly isProxied: boolean;
  readonly politeness: Workflow['politeness'];
  readonly headers: (url: CrawlUrl) => readonly HeaderPair[];
  /** Makes the cookies of a host; null if the workflow keeps none. */
  readonly cookies: (() => HostCookies) | null;
}

/** A fetcher for each host, in the order of the tasks; hosts of one domain can share a pace. */
export function hostFetchers(parts: HostFetchersParts, tasks: readonly PlanTask[]): HostFetcher[] {
  const { shared, politeness } = parts;
  const domains = new Map<string, DomainTurns>();
  return [...byHost(tasks)].map(([host, hostTasks]) => {
    const domain = politeness.delayPer === 'domain' ? domainOf(host) : null;
    const own = {
      host,
      queue: queueOf(hostTasks, shared.clock),
      headers: parts.headers,
      cookies: parts.cookies?.() ?? null,
    };
    if (domain === null) {
      const hostClock = hostClockOf(politeness);
      const lease = leaseOf(parts, host, hostClock);
      return new HostFetcher(shared, { ...own, lease, hostClock, slots: shared.slots });
    }
    const turns = domains.get(domain) ?? new DomainTurns(domain);
    domains.set(domain, turns);
    const hostClock = hostClockOf(politeness, turns.pace);
    const lease = new DomainLease(
      leaseOf(parts, domainLease(domain), withoutPause(hostClock)),
      leaseOf(parts, host, hostClock),
    );
    const slots = turns.slots(shared.slots, shared.startsUntil);
    return new HostFetcher(shared, { ...own, lease, hostClock, slots });
  });
}

const leaseOf = (
  { owner, rows, hostStore, shared, isProxied }: HostFetchersParts,
  host: HostKey,
  clock: HostLeaseParts['hostClock'],
): HostLease => {
  const hostClock = isProxied ? withoutPause(clock) : clock;
  return new HostLease({ host, owner, hostStore, calls: shared.calls, clock: shared.clock, rows, hostClock });
};

/**
 * Clock whose lease keeps no pause (Retry-After) for the next owner: of a host's domain, because
 * the pause is the host's own; of a crawl through a proxy, which could have asked for it itself
 * (ADR 105).
 */
const withoutPause = (hostClock: HostLeaseParts['hostClock']): HostLeaseParts['hostClock'] => ({
  get delayMs() {
    return hostClock.delayMs;
  },
  get lastStart() {
    return hostClock.lastStart;
  },
  retryAfterUntil: Number.NEGATIVE_INFINITY,
  hold: (at, reason) => hostClock.hold(at, reason),
});

function byHost(tasks: readonly PlanTask[]): Map<HostKey, PlanTask[]> {
  const hosts = new Map<HostKey, PlanTask[]>();
  for (const task of tasks) {
    const host = hostKeyOf(task.url as CrawlUrl);
    const own = hosts.get(host);
    if (own === undefined) hosts.set(host, [task]);
    else own.push(task);
  }
  return hosts;
}

function queueOf(tasks: readonly PlanTask[], clock: HostFetcherParts['clock']): RankQueue {
  const now = clock.now();
  const epoch = now - clock.monotonic();
  const mayStart = ({ notBefore }: PlanTask): boolean => notBefore === undefined || notBefore <= now;
  const waiting = tasks
    .filter((task) => !mayStart(task))
    .map((task): Job => {
      const { notBefore = 0, cause = '' } = task;
      return { ...jobOf(task), notBefore: notBefore - epoch, reason: 'back-off', cause };
    });
  return new RankQueue(tasks.filter(mayStart), waiting);
}
