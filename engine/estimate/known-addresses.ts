import { sha256Prefix } from '#core/bytes/digest.ts';
import { type HostKey, hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import { Canonicalizer } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/** Source of an address. */
export type FoundBy = 'seed' | 'link' | 'sitemap';

/** An address of the crawl. */
export interface KnownAddress {
  readonly url: CrawlUrl;
  readonly host: HostKey;
  /** Links from the nearest seed. */
  readonly depth: number;
  readonly isSeed: boolean;
  /** Sampled pages that link to it. */
  links: number;
  /** Entries of sitemaps that it stands for; 0: none lists it. */
  listed: number;
  isAsked: boolean;
  /**
   * Decides the order of requests, the least first: made of `sample.randomSeed` and the address.
   */
  readonly draw: string;
}

/** Most addresses that are remembered. */
const MOST_ADDRESSES = 100_000;

/** The addresses of a crawl that a sample has met, each once, as the crawl tells them apart. */
export class KnownAddresses {
  readonly #keys: Canonicalizer;
  readonly #seed: number;
  readonly #known = new Map<string, KnownAddress>();

  constructor({ key, sample }: Pick<Workflow, 'key' | 'sample'>) {
    this.#keys = new Canonicalizer(key);
    this.#seed = sample.randomSeed;
  }

  get all(): Iterable<KnownAddress> {
    return this.#known.values();
  }

  /**
   * @param listed entries of sitemaps that it stands for
   * @returns was not a link to it known?
   */
  add(url: CrawlUrl, depth: number, by: FoundBy, listed = 0): boolean {
    const form = this.#keys.form(url);
    const known = this.#known.get(form);
    if (known !== undefined) {
      const isNew = by === 'link' && known.links === 0 && !known.isSeed;
      if (by === 'link') known.links += 1;
      if (listed > 0 && known.listed === 0) known.listed = listed;
      return isNew;
    }
    if (this.#known.size >= MOST_ADDRESSES) return false;
    const draw = sha256Prefix(`${this.#seed} ${form}`);
    const how = { isSeed: by === 'seed', links: by === 'link' ? 1 : 0, listed, isAsked: false };
    this.#known.set(form, { url, host: hostKeyOf(url), depth, draw, ...how });
    return by === 'link';
  }

  /** The crawl would not request it. */
  forget({ url }: KnownAddress): void {
    this.#known.delete(this.#keys.form(url));
  }

  /** Hosts on which something is not requested yet, in the order in which they were met. */
  waitingHosts(): Set<HostKey> {
    const hosts = new Set<HostKey>();
    for (const { isAsked, host } of this.#known.values()) if (!isAsked) hosts.add(host);
    return hosts;
  }

  /**
   * The address of a host that is requested next: its seeds in their order, then a draw of all
   * others.
   * @param prefer a draw of these comes first, where there are some
   */
  next(host: HostKey, prefer: 'linked' | 'listed'): KnownAddress | null {
    let best: KnownAddress | null = null;
    for (const address of this.#known.values()) {
      if (address.isAsked || address.host !== host) continue;
      if (address.isSeed) return address;
      if (best === null || isBefore(address, best, prefer)) best = address;
    }
    return best;
  }
}

function isBefore(a: KnownAddress, b: KnownAddress, prefer: 'linked' | 'listed'): boolean {
  const [wantedA, wantedB] = [a, b].map(({ links, listed }) => (prefer === 'linked' ? links > 0 : listed > 0));
  return wantedA === wantedB ? a.draw < b.draw : wantedA === true;
}
