import type { FetchAnswer } from '#core/fetch/fetcher.ts';
import type { Clock } from '#core/model/clock.ts';
import { addressBoundOf } from '#core/politeness/address-bound.ts';
import { type HostClock, hostClockOf } from '#core/politeness/delay.ts';
import { addressKeyOf } from '#core/politeness/hosts/address-key.ts';
import type { HostKey } from '#core/politeness/hosts/host-key.ts';
import { paceKeys } from '#core/politeness/hosts/pace-key.ts';
import type { Politeness } from '#core/politeness/politeness.ts';
import { RequestPace } from '#core/politeness/request-pace.ts';

/** A host to which the sample sends requests. */
export interface SampledHost {
  readonly host: HostKey;
  readonly clock: HostClock;
  isRobotsRead: boolean;
  crawlDelaySeconds: number | null;
  address: string | null;
  requests: number;
  failures: number;
  isBusy: boolean;
  /** True once the host does not answer, or answers 429 or 503. */
  isOver: boolean;
}

/** Most hosts that get requests; for others the estimate uses the workflow's delay. */
const MOST_HOSTS = 8;
/** Unanswered requests after which a host gets no more. */
const MOST_FAILURES = 2;

/** Schedules requests for each host: one at a time, spaced as a crawl spaces them. */
export class SampledHosts {
  readonly #politeness: Politeness;
  readonly #clock: Clock;
  readonly #hosts = new Map<HostKey, SampledHost>();
  /** Names the delay that a host shares. */
  readonly #paceKey: (host: string) => string;
  readonly #paces = new Map<string, RequestPace>();
  /** Time from which another host of an address may get a request. */
  readonly #addressFree = new Map<string, number>();

  constructor(politeness: Politeness, clock: Clock) {
    this.#politeness = politeness;
    this.#paceKey = paceKeys(politeness.delayPer);
    this.#clock = clock;
  }

  find(host: HostKey): SampledHost | undefined {
    return this.#hosts.get(host);
  }

  /** Null if enough others get requests. */
  open(host: HostKey): SampledHost | null {
    const known = this.#hosts.get(host);
    if (known !== undefined) return known;
    if (this.#hosts.size >= MOST_HOSTS) return null;
    const opened: SampledHost = {
      host,
      clock: hostClockOf(this.#politeness, this.#paceOf(host)),
      crawlDelaySeconds: null,
      address: null,
      requests: 0,
      failures: 0,
      isBusy: false,
      isOver: false,
      isRobotsRead: this.#politeness.robots === 'ignore',
    };
    this.#hosts.set(host, opened);
    return opened;
  }

  /** Hosts of one domain may share it. */
  #paceOf(host: HostKey): RequestPace {
    const key = this.#paceKey(host);
    const pace = this.#paces.get(key) ?? new RequestPace();
    this.#paces.set(key, pace);
    return pace;
  }

  /** The host of these that is due first, and when (monotonic ms); null: none may get a request. */
  nextTurn(hosts: Iterable<HostKey>): { readonly host: SampledHost; readonly at: number } | null {
    let best: { host: SampledHost; at: number } | null = null;
    for (const key of hosts) {
      const host = this.open(key);
      if (host === null || host.isBusy || host.isOver) continue;
      const turn = { host, at: this.#readyAt(host) };
      if (best === null || turn.at < best.at || (turn.at === best.at && host.requests < best.host.requests))
        best = turn;
    }
    return best;
  }

  /** A request for a page or a sitemap begins. */
  started(host: SampledHost): void {
    host.requests += 1;
    host.clock.started(this.#clock.monotonic());
    this.#claimAddress(host);
  }

  answered(host: SampledHost, { address, startedAt, endedAt, wireBody }: FetchAnswer): void {
    host.clock.took(endedAt - startedAt);
    host.clock.received(wireBody.length);
    host.failures = 0;
    host.address = address ?? host.address;
    this.#claimAddress(host);
  }

  failed(host: SampledHost): void {
    host.failures += 1;
    if (host.failures >= MOST_FAILURES) host.isOver = true;
  }

  /** Requests for robots.txt wait for nothing. */
  #readyAt({ isRobotsRead, clock, address }: SampledHost): number {
    const now = this.#clock.monotonic();
    if (!isRobotsRead) return now;
    const key = address === null ? null : addressKeyOf(address);
    return Math.max(now, clock.next().at, key === null ? now : (this.#addressFree.get(key) ?? now));
  }

  #claimAddress({ address }: SampledHost): void {
    const bound = addressBoundOf(this.#politeness);
    const key = address === null ? null : addressKeyOf(address);
    if (bound !== null && key !== null) this.#addressFree.set(key, this.#clock.monotonic() + bound.spacingMs);
  }
}
