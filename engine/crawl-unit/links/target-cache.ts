import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { Target } from '#engine/crawl-unit/links/target.ts';

/** Memory of a target besides its address, in bytes. */
const TARGET_BYTES = 250;

/**
 * Remembers the targets of addresses, for a unit that needs the target of each link. Other units
 * need only the place of an address, and have no such cache: its targets become garbage of the old
 * generation, 33 MB for a page of a million links (ADR 118).
 */
export class TargetCache {
  readonly #mostBytes: number;
  readonly #targets = new Map<CrawlUrl, Target>();
  #bytes = 0;

  /** @param mostBytes with more it is full */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Memory that it takes, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** True if the caller has to clear it. */
  get isFull(): boolean {
    return this.#bytes > this.#mostBytes;
  }

  get(url: CrawlUrl): Target | undefined {
    return this.#targets.get(url);
  }

  /** Takes the target of an address that it does not have. */
  add(target: Target): void {
    this.#bytes += target.url.length + TARGET_BYTES;
    this.#targets.set(target.url, target);
  }

  clear(): void {
    this.#targets.clear();
    this.#bytes = 0;
  }
}
