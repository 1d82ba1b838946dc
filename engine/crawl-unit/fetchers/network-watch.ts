import type { Fetcher, FetchFailure, FetchRequest, FetchResult, Reach } from '#core/fetch/fetcher.ts';
import { Witnesses } from '#core/frontier/waits/witnesses.ts';
import type { Clock } from '#core/model/clock.ts';
import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** Hosts without a way to them, failing ones and witnesses, that it takes for an outage. */
const LEAST_HOSTS = 3;
/** Time for which an answer proves that there is a network: a witness gets no more connections. */
const PROOF_MS = 1_000;
/** A host that is there takes a connection within that time, also when a packet of it is lost. */
const WITNESS_MS = 5_000;

export interface NetworkWatchOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Origins that answered earlier waves (`Witnesses`). */
  readonly witnesses: readonly string[];
  /** Called with the words of the failure that showed it. */
  readonly gone: (words: string) => void;
}

/**
 * Tells dead hosts from an outage of the network, and ends the unit for the latter before any URL
 * has used up a try on it.
 *
 * A failure that can be the network's (`fault: 'network'`), or a time-out, is judged before anybody
 * sees it. A host that answered decides: Surf connects to each witness. If one is reached, the
 * network is there, and the failure is the host's: it no longer has a `fault`. If none is, the
 * network is gone, on two conditions: the witnesses and the hosts that fail are three together, and
 * one of these failures is the network's, since silence alone proves nothing. Without a witness
 * Surf cannot distinguish the two.
 */
export function watchingNetwork(fetcher: Fetcher, options: NetworkWatchOptions): Fetcher {
  const watch = new NetworkWatch(fetcher, options);
  return {
    fetch: async (request, connections) => watch.judged(request, await fetcher.fetch(request, connections)),
    ...(fetcher.address !== undefined && { address: fetcher.address.bind(fetcher) }),
    close: () => fetcher.close(),
  };
}

class NetworkWatch {
  readonly #fetcher: Pick<Fetcher, 'reach'>;
  readonly #clock: NetworkWatchOptions['clock'];
  readonly #tellGone: NetworkWatchOptions['gone'];
  readonly #witnesses: Witnesses;
  /** Hosts that failed since the last proof of a network. */
  readonly #failing = new Set<string>();
  #provenAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<readonly Reach[]> | null = null;
  #isGone = false;

  constructor(fetcher: Pick<Fetcher, 'reach'>, { clock, witnesses, gone }: NetworkWatchOptions) {
    this.#fetcher = fetcher;
    this.#clock = clock;
    this.#witnesses = new Witnesses(witnesses);
    this.#tellGone = gone;
  }

  async judged({ url, signal }: FetchRequest, result: FetchResult): Promise<FetchResult> {
    if (result.ok) {
      this.#witnesses.add(url);
      this.#proven();
      return result;
    }
    if (this.#isGone || signal?.aborted === true || !isSuspect(result)) return result;
    this.#failing.add(hostKeyOf(url));
    if (!(await this.#isOutage(result))) return ofItsHost(result);
    if (!this.#isGone) this.#tellGone(result.message);
    this.#isGone = true;
    return { ...result, fault: 'network' };
  }

  async #isOutage({ fault }: FetchFailure): Promise<boolean> {
    if (this.#isProven() || !this.#canTell()) return false;
    this.#asking ??= this.#askWitnesses().finally(() => {
      this.#asking = null;
    });
    const ways = await this.#asking;
    if (ways.includes('reached')) this.#proven();
    if (this.#isProven()) return false; // an answer can have come meanwhile
    return fault === 'network' || ways.includes('no-network');
  }

  /** The ways to all of them, or to the first that is reached. */
  #askWitnesses(): Promise<readonly Reach[]> {
    const ways = this.#witnesses.origins.map(
      async (origin) => (await this.#fetcher.reach?.(`${origin}/` as CrawlUrl, WITNESS_MS)) ?? 'silent',
    );
    const reached = ways.map(async (way): Promise<readonly Reach[]> => {
      if ((await way) !== 'reached') throw new Error('not reached');
      return ['reached'];
    });
    return Promise.any(reached).catch(() => Promise.all(ways));
  }

  #proven(): void {
    this.#provenAt = this.#clock.monotonic();
    this.#failing.clear();
  }

  #isProven(): boolean {
    return this.#clock.monotonic() - this.#provenAt < PROOF_MS;
  }

  #canTell(): boolean {
    const { hosts } = this.#witnesses;
    if (hosts.length === 0 || this.#fetcher.reach === undefined) return false;
    return new Set([...this.#failing, ...hosts]).size >= LEAST_HOSTS;
  }
}

/** Can it be the network's? A request that was not sent tells nothing. */
const isSuspect = ({ fault, reason, unsent }: FetchFailure): boolean =>
  fault === 'network' || (reason === 'timeout' && fault === undefined && unsent !== true);

/** The failure, without the doubt whose it is. */
function ofItsHost({ fault: _, ...failure }: FetchFailure): FetchFailure {
  return failure;
}
