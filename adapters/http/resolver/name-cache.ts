import { isOutOfFiles } from '#adapters/http/resolver/open-files.ts';

/** All addresses of a host name, best first, and the time for which they hold. */
export interface Resolved {
  readonly addresses: readonly string[];
  /** TTL of the record that expires first. */
  readonly ttlSeconds: number;
}

/** Asks for a name. Rejects when it has no address. */
export type Resolver = (name: string) => Promise<Resolved>;

/**
 * A TTL of 0 would cost a lookup for each connection; after a TTL of a week the host may have
 * moved.
 */
const SHORTEST_TTL_SECONDS = 5;
const LONGEST_TTL_SECONDS = 3_600;
/** RFC 2308 §5 would allow hours; a crawl retries, and names come back. */
const NEGATIVE_TTL_SECONDS = 10;
const MAX_NAMES = 1_000;

interface Entry {
  readonly addresses: Promise<readonly string[]>;
  /** Monotonic ms; infinite while the lookup runs. */
  until: number;
}

/**
 * Remembers the addresses of names for as long as their records say, within 5 s and an hour;
 * failures for 10 s (I3). A name that is being asked is not asked again. Of more than 1,000 names
 * the one that was asked longest ago is forgotten.
 */
export class NameCache {
  readonly #resolve: Resolver;
  readonly #now: () => number;
  readonly #names = new Map<string, Entry>();

  /** @param now monotonic ms */
  constructor(resolve: Resolver, now: () => number = () => performance.now()) {
    this.#resolve = resolve;
    this.#now = now;
  }

  /** Never an empty list: a name without address rejects. */
  addresses(name: string): Promise<readonly string[]> {
    const known = this.#names.get(name);
    if (known !== undefined && known.until > this.#now()) return known.addresses;
    this.#names.delete(name);
    if (this.#names.size >= MAX_NAMES) this.#names.delete(this.#names.keys().next().value ?? '');
    const asked = this.#ask(name);
    const entry: Entry = { addresses: asked.then(({ addresses }) => addresses), until: Number.POSITIVE_INFINITY };
    this.#names.set(name, entry);
    asked.then(
      ({ ttlSeconds }) => this.#keep(entry, Math.max(SHORTEST_TTL_SECONDS, Math.min(ttlSeconds, LONGEST_TTL_SECONDS))),
      (error: unknown) => this.#keep(entry, isOutOfFiles(error) ? 0 : NEGATIVE_TTL_SECONDS),
    );
    return entry.addresses;
  }

  async #ask(name: string): Promise<Resolved> {
    const resolved = await this.#resolve(name);
    if (resolved.addresses.length === 0) throw new Error('no address');
    return resolved;
  }

  #keep(entry: Entry, seconds: number): void {
    entry.until = this.#now() + seconds * 1000;
  }
}
