import * as z from 'zod';
import { DAY_MS, hasChanged, type PageState, type RevisitPlan } from '#core/collection/page-state.ts';
import type { PageVisit } from '#core/collection/page-visit.ts';
import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import { type ClaimRecord, claimWeight, daysWithClaim, NO_CLAIMS, withClaim } from '#core/revisit/claim-record.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** Hosts that are remembered: those that came first. The sitemaps of others count for nothing. */
const MOST_HOSTS = 1_000;

const count = z.int().nonnegative();

/** Host, saidChanged, saidWrong, quietChanged, quietRight. */
export const HostClaim = z.tuple([z.string(), count, count, count, count]);
export type HostClaim = z.infer<typeof HostClaim>;

/**
 * Trust in the `lastmod` of each host's sitemaps, from the findings of earlier ticks. Findings of
 * this tick count in the next.
 */
export class HostClaims {
  readonly #weights = new Map<string, number>();
  readonly #records = new Map<string, ClaimRecord>();

  /** @param entries as `entries` of the previous tick gave them */
  constructor(entries: readonly HostClaim[] = []) {
    for (const [host, saidChanged, saidWrong, quietChanged, quietRight] of entries.slice(0, MOST_HOSTS)) {
      const record = { saidChanged, saidWrong, quietChanged, quietRight };
      this.#records.set(host, record);
      this.#weights.set(host, claimWeight(record));
    }
  }

  /**
   * Learns from a visit that could compare.
   * @param at the `lastmod` of the page in the execution of the visit, epoch ms
   */
  learn(before: PageState, visit: PageVisit, at: number): void {
    const changed = hasChanged(before, visit);
    if (changed === null || before.seenAt === undefined) return;
    const host = hostKeyOf(before.url as CrawlUrl);
    const record = this.#records.get(host);
    if (record === undefined && this.#records.size >= MOST_HOSTS) return;
    this.#records.set(host, withClaim(record ?? NO_CLAIMS, at > before.seenAt, changed));
  }

  /**
   * The page with its due time if its sitemap says that it changed at `at`: earlier, if that is
   * later than the last visit and the host has told the truth. Seeds with a period, pages that
   * failed last, and tombstones stay as they are.
   */
  heard(page: PageState, at: number, { bounds, periods }: RevisitPlan): PageState {
    const { seenAt, dueAt, plannedAt = dueAt, rate, key } = page;
    if (seenAt === undefined || at <= seenAt || page.failures !== undefined || periods.has(key)) return page;
    const weight = this.#weights.get(hostKeyOf(page.url as CrawlUrl)) ?? 1;
    const days = daysWithClaim((plannedAt - seenAt) / DAY_MS, rate, weight);
    const early = Math.round(seenAt + Math.max(bounds.minIntervalDays, days) * DAY_MS);
    return early < dueAt ? { ...page, dueAt: early, plannedAt } : page;
  }

  /** In the order in which hosts came. */
  entries(): HostClaim[] {
    return [...this.#records].map(([host, record]) => [
      host,
      record.saidChanged,
      record.saidWrong,
      record.quietChanged,
      record.quietRight,
    ]);
  }
}
