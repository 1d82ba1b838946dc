import * as z from 'zod';
import { DAY_MS, type PageState, probablyFresh } from '#core/collection/page-state.ts';
import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

const count = z.int().nonnegative();

/** Estimates by the change rates of pages, at one instant. */
export const Freshness = z.object({
  /** Pages that were seen and are not gone, and those of them that are probably unchanged. */
  pages: count,
  fresh: z.number().nonnegative(),
  /**
   * Days for which a copy has been out of date, as the mean of all pages; a fresh copy counts 0.
   */
  ageDays: z.number().nonnegative(),
});
export type Freshness = z.infer<typeof Freshness>;

/** Most hosts that are named: those with the most pages. */
const MOST_NAMED = 20;
/** Hosts that are counted one by one: those of the first pages in the order of the keys. */
const MOST_HOSTS = 1_000;

/** Freshness of a collection, as a whole and by host. */
export const CollectionFreshness = Freshness.extend({
  hosts: z.array(Freshness.extend({ host: z.string() })).max(MOST_NAMED),
});
export type CollectionFreshness = z.infer<typeof CollectionFreshness>;

/**
 * Days for which a copy of this age has probably been out of date, if the page changes at random at
 * this rate: t − (1 − exp(−λt)) / λ (Cho and Garcia-Molina, TODS 2003). For few changes the series
 * gives it.
 */
export function expectedAgeDays(rate: number, days: number): number {
  const changes = rate * days;
  return changes < 1e-4 ? (changes * days) / 2 : days + Math.expm1(-changes) / rate;
}

/** Adds up pages in the order of their keys. Memory does not grow with the collection. */
export class FreshnessTally {
  readonly #all = new Sum();
  readonly #hosts = new Map<string, Sum>();
  readonly #at: number;

  /** @param at epoch ms */
  constructor(at: number) {
    this.#at = at;
  }

  add(page: PageState): void {
    const { seenAt, goneAt, rate, url } = page;
    if (seenAt === undefined || goneAt !== undefined) return;
    const fresh = probablyFresh(page, this.#at);
    const ageDays = expectedAgeDays(rate, Math.max(0, this.#at - seenAt) / DAY_MS);
    this.#all.add(fresh, ageDays);
    const host = hostKeyOf(url as CrawlUrl);
    let sum = this.#hosts.get(host);
    if (sum === undefined) {
      if (this.#hosts.size >= MOST_HOSTS) return;
      sum = new Sum();
      this.#hosts.set(host, sum);
    }
    sum.add(fresh, ageDays);
  }

  get(): CollectionFreshness {
    const hosts = [...this.#hosts].map(([host, sum]) => ({ host, ...sum.get() }));
    hosts.sort((a, b) => b.pages - a.pages || (a.host < b.host ? -1 : 1));
    return { ...this.#all.get(), hosts: hosts.slice(0, MOST_NAMED) };
  }
}

class Sum {
  #pages = 0;
  #fresh = 0;
  #ageDays = 0;

  add(fresh: number, ageDays: number): void {
    this.#pages += 1;
    this.#fresh += fresh;
    this.#ageDays += ageDays;
  }

  get(): Freshness {
    const pages = this.#pages;
    return { pages, fresh: rounded(this.#fresh), ageDays: pages === 0 ? 0 : rounded(this.#ageDays / pages) };
  }
}

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
