import { createHash } from 'node:crypto';
import { createUndiciFetcher, type UndiciFetcherOptions } from '#adapters/http/undici-fetcher.ts';
import type { RunSettings } from '#core/execution/execution.ts';
import type { Fetcher } from '#core/fetch/fetcher.ts';
import type { ProxyAddress } from '#core/secrets/proxy-address.ts';

/** Most fetchers through a proxy that a worker keeps; it closes the least recently used one. */
const MAX_PROXIED = 4;

/** One fetcher for each way of fetching; its connections outlive a unit. */
export class FetcherPool {
  readonly #options: Omit<UndiciFetcherOptions, keyof RunSettings>;
  readonly #direct = new Map<string, Fetcher>();
  /** Least recently used first. */
  readonly #proxied = new Map<string, Fetcher>();

  /** @param options of every fetcher */
  constructor(options: Omit<UndiciFetcherOptions, keyof RunSettings>) {
    this.#options = options;
  }

  /** A worker has one unit at a time (ADR 6): the fetcher that is closed is nobody's. */
  get(settings: RunSettings, proxy: ProxyAddress | null): Fetcher {
    const [kept, name] =
      proxy === null ? [this.#direct, JSON.stringify(settings)] : [this.#proxied, nameOf(settings, proxy)];
    const fetcher = kept.get(name) ?? createUndiciFetcher({ ...settings, ...this.#options }, proxy);
    kept.delete(name);
    kept.set(name, fetcher);
    if (kept === this.#proxied && kept.size > MAX_PROXIED) this.#closeOldest();
    return fetcher;
  }

  #closeOldest(): void {
    for (const [name, fetcher] of this.#proxied) {
      this.#proxied.delete(name);
      void fetcher.close();
      return;
    }
  }
}

/** A changed password is another way. */
function nameOf(settings: RunSettings, { authorization, ...proxy }: ProxyAddress): string {
  const text = JSON.stringify([settings, proxy, authorization?.reveal() ?? null]);
  return createHash('sha256').update(text).digest('hex');
}
