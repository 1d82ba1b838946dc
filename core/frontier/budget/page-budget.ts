import type { LimitName } from '#core/execution/execution.ts';
import type { Limits } from '#core/workflow/limits.ts';

/** Pages of an execution that count against the page limits. */
export interface PagesUsed {
  readonly total: number;
  readonly byLevel: ReadonlyMap<number, number>;
  /** Pages by host name. */
  readonly byHost: ReadonlyMap<string, number>;
}

/**
 * Slots for tasks, as many as the page limits leave (design.md §4). A slot is counted like a page
 * until its task has settled otherwise, so that a wave is never larger than what is left.
 */
export class PageBudget {
  readonly #limits: Limits;
  #total: number;
  readonly #level: Map<number, number>;
  readonly #host: Map<string, number>;

  constructor(limits: Limits, used: PagesUsed) {
    this.#limits = limits;
    this.#total = used.total;
    this.#level = new Map(used.byLevel);
    this.#host = new Map(used.byHost);
  }

  /** Is no slot left for any task at all? */
  get isFull(): boolean {
    return this.#limits.pages !== null && this.#total >= this.#limits.pages;
  }

  levelIsFull(level: number): boolean {
    const { pagesPerLevel } = this.#limits;
    return pagesPerLevel !== null && (this.#level.get(level) ?? 0) >= pagesPerLevel;
  }

  hostIsFull(host: string): boolean {
    const { pagesPerHost } = this.#limits;
    return pagesPerHost !== null && (this.#host.get(host) ?? 0) >= pagesPerHost;
  }

  /** The limit that blocks a task, or null. Depth comes first: no other limit frees a deep task. */
  holder(level: number, host: string): LimitName | null {
    if (this.#limits.depth !== null && level > this.#limits.depth) return 'depth';
    if (this.isFull) return 'pages';
    if (this.hostIsFull(host)) return 'pagesPerHost';
    return this.levelIsFull(level) ? 'pagesPerLevel' : null;
  }

  use(level: number, host: string): void {
    this.#total += 1;
    this.#level.set(level, (this.#level.get(level) ?? 0) + 1);
    this.#host.set(host, (this.#host.get(host) ?? 0) + 1);
  }
}
