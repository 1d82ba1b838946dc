import { sha256Prefix } from '#core/bytes/digest.ts';
import type { SegmentRef } from '#core/frontier/frontier.ts';
import { decodePattern, encodePatterns, PATTERN_RECORD_BYTES } from '#core/frontier/segments/pattern-record.ts';
import { patternRule, urlPattern } from '#core/scope/patterns/url-pattern.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { Attempt, CrawlState } from '#engine/frontier/crawl-state.ts';
import type { SegmentStore } from '#engine/frontier/lines/segment-store.ts';

/**
 * A pattern that a merge met: how many addresses of it were admitted before, and with those of the
 * merge.
 */
interface Count {
  readonly before: number;
  now: number;
}

/**
 * Counts what is admitted of each pattern (`traps.pagesPerPattern`): first a merge notes all
 * addresses that it would admit, then the second pass admits them in rank order. So any parallelism
 * takes the same first addresses of a pattern. The table is in sorted segments like the seen set.
 * Memory: about 150 bytes for each pattern of the merge.
 */
export class PatternCounts {
  readonly #segments: SegmentStore;
  readonly #table: readonly SegmentRef[];
  readonly #most: number;
  readonly #counts = new Map<string, Count>();

  /** @param most addresses of one pattern */
  constructor({ segments, head }: Pick<Attempt, 'segments'> & Pick<CrawlState, 'head'>, most: number) {
    this.#segments = segments;
    this.#table = head.patterns ?? [];
    this.#most = most;
  }

  /** An address that may be requested later. */
  note(url: string): void {
    this.#counts.set(keyOf(urlPattern(url as CrawlUrl)), NONE);
  }

  /** Reads what is known of all noted patterns. */
  async load(): Promise<void> {
    const keys = [...this.#counts.keys()].sort();
    const known = await this.#segments.lookup(this.#table, keys);
    for (const [i, key] of keys.entries()) {
      const record = known.get(i);
      const before = record === undefined ? 0 : decodePattern(record).count;
      this.#counts.set(key, { before, now: before });
    }
  }

  /** Takes the next address in rank order. @returns null when it is admitted, else the rule */
  take(url: string): string | null {
    const pattern = urlPattern(url as CrawlUrl);
    const count = this.#counts.get(keyOf(pattern));
    if (count === undefined || count.now >= this.#most) return patternRule(this.#most, pattern);
    count.now += 1;
    return null;
  }

  /** Writes what has changed. @returns the table with it */
  save(): Promise<readonly SegmentRef[]> {
    const changed = [...this.#counts]
      .filter(([, { before, now }]) => now > before)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const records = encodePatterns(changed.map(([pattern, { now }]) => ({ pattern, count: now })));
    return this.#segments.append(this.#table, records, { recordBytes: PATTERN_RECORD_BYTES });
  }
}

const NONE: Count = Object.freeze({ before: 0, now: 0 });

const keyOf = (pattern: string): string => sha256Prefix(pattern);
