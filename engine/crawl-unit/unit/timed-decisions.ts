import type { Clock } from '#core/model/clock.ts';
import type { Verdict } from '#core/model/outcome.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** Judges URLs and links, and adds up how long that takes. */
export class TimedDecisions {
  readonly #decide: (url: CrawlUrl) => Verdict;
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** Milliseconds since the collector last set it to 0, at the start of a page. */
  spentMs = 0;

  constructor(decide: (url: CrawlUrl) => Verdict, clock: Pick<Clock, 'monotonic'>) {
    this.#decide = decide;
    this.#clock = clock;
  }

  decide(url: CrawlUrl): Verdict {
    return this.timed(() => this.#decide(url));
  }

  timed<T>(judge: () => T): T {
    const startedAt = this.#clock.monotonic();
    const judgement = judge();
    this.spentMs += this.#clock.monotonic() - startedAt;
    return judgement;
  }
}
