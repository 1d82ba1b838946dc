import type { Difference } from '#engine/verify/audit/difference.ts';
import { AwsCrawl } from '#test/e2e/crawls/aws-crawl.ts';
import { type CrawlResult, crawlResult } from '#test/e2e/crawls/crawl-record.ts';
import { differencesOf } from '#test/e2e/crawls/differences.ts';
import type { Definition } from '#test/e2e/crawls/embedded-crawl.ts';
import { Deployment } from '#test/emulator/deployment.ts';
import { type FaultRates, FIVE_PERCENT } from '#test/faults/fault-plan.ts';
import { FaultProxy } from '#test/faults/fault-proxy.ts';
import { generator } from '#test/faults/generator.ts';
import { HastyClock } from '#test/hasty-clock.ts';

export interface FaultedRun {
  readonly result: CrawlResult;
  readonly differences: readonly Difference[];
  /** Requests to AWS of the crawl, and how many of them failed. */
  readonly calls: number;
  readonly faults: number;
  readonly kills: number;
  readonly seconds: number;
}

export interface FaultedOptions {
  readonly definition: Definition;
  readonly seed: number;
  /** @default FIVE_PERCENT */
  readonly rates?: FaultRates;
  /** Are functions killed, units called twice, and two units run at once? */
  readonly isKilled: boolean;
}

/** Of the places where a function writes, one of so many kills it, until it was killed so often. */
const KILL_EVERY = 30;
const MOST_KILLS = 12;
const TWICE_EVERY = 6;

/** One crawl over the adapters of AWS while calls fail. */
export const FaultedCrawl = {
  async run(emulator: string, options: FaultedOptions): Promise<FaultedRun> {
    const { definition, seed, rates = FIVE_PERCENT, isKilled } = options;
    const proxy = await FaultProxy.start(emulator, { seed, rates });
    const through = { endpoint: proxy.endpoint, requestTimeoutMs: 3_000, transferTimeoutMs: 3_000 };
    const deployment = await Deployment.create(emulator, through);
    const killer = new Killer(isKilled ? seed : null);
    const began = performance.now();
    const crawl = await AwsCrawl.create(deployment, definition, {
      ports: { clock: new HastyClock() },
      ...(isKilled && {
        machine: {
          widest: 2,
          advanceCheckpoint: killer.checkpoint,
          callsTwice: () => killer.draw(TWICE_EVERY),
          // The second death of a unit of one task fails its task, by rule.
          workerOf: (tasks) => (tasks === 1 ? {} : { checkpoint: killer.checkpoint }),
        },
      }),
    });
    try {
      await crawl.run();
      const seconds = (performance.now() - began) / 1_000;
      const operations = Object.values(proxy.ledger.operations);
      const count = (of: 'requests' | 'faults'): number => operations.reduce((sum, one) => sum + one[of], 0);
      const [calls, faults] = [count('requests'), count('faults')];
      const differences = await differencesOf(crawl.ports, crawl.id);
      const result = await crawlResult(crawl.ports, crawl);
      return { result, differences, calls, faults, kills: killer.kills, seconds };
    } finally {
      await crawl.close();
      await proxy.stop();
      await deployment.remove();
    }
  },
};

/** Draws who is killed where; the same seed does not give the same kills: requests race. */
class Killer {
  kills = 0;
  readonly #random: (() => number) | null;

  constructor(seed: number | null) {
    this.#random = seed === null ? null : generator(seed + 1_000_000_007);
  }

  draw(every: number): boolean {
    return this.#random !== null && this.#random() < 1 / every;
  }

  readonly checkpoint = (phase: string): void => {
    if (this.kills === MOST_KILLS || !this.draw(KILL_EVERY)) return;
    this.kills += 1;
    throw new Error(`killed at ${phase}`);
  };
}
