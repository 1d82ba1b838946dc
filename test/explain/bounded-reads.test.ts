import { describe, expect, it } from 'vitest';
import { amount } from '#test/campaign.ts';
import { LargeCrawl, lower, refused, SEED, upper } from '#test/explain/large-crawl.ts';

/** Requests of each kind of question, the most of a sample. */
interface Cost {
  readonly state: string;
  readonly requests: number;
  readonly bytes: number;
}

const SAMPLE = 12;

async function costs(crawl: LargeCrawl, urlOf: (n: number) => string): Promise<Cost> {
  let requests = 0;
  let bytes = 0;
  const states = new Set<string>();
  for (let i = 0; i < SAMPLE; i++) {
    const asked = await crawl.ask(urlOf(Math.floor(((i + 0.5) / SAMPLE) * crawl.uppers)));
    states.add(asked.said.state);
    requests = Math.max(requests, asked.requests);
    bytes = Math.max(bytes, asked.bytes);
  }
  return { state: [...states].sort().join(), requests, bytes };
}

/**
 * What every kind of question takes, before the end of a crawl that a page limit stops and at it.
 */
async function measure(tasks: number): Promise<Record<string, Cost>> {
  const crawl = new LargeCrawl(tasks);
  await crawl.start({ limits: { pages: tasks * 0.6, pagesPerHost: null } });
  await crawl.go(1 + Math.ceil(crawl.uppers / 20_000));
  const running = await costs(crawl, upper);
  await crawl.go();
  const pending = (n: number): string => lower(crawl.uppers - 1 - Math.floor(n / 20), n % 9);
  return {
    running,
    seed: await costs(crawl, () => SEED),
    settled: await costs(crawl, upper),
    settledBelow: await costs(crawl, (n) => lower(Math.floor(n / 2), 3)),
    refused: await costs(crawl, refused),
    pending: await costs(crawl, pending),
    unseen: await costs(crawl, (n) => `http://h1.example/never/${n}`),
    waves: { state: `${await crawl.waves()}`, requests: 0, bytes: 0 },
  };
}

describe('explain reads a bounded number of objects (N7)', () => {
  it('at most 50, and no more for many times the tasks but a few for waves and segments', async () => {
    const small = await measure(10_000);
    const large = await measure(amount({ gate: 60_000, campaign: 100_000 }));

    expect(Object.fromEntries(Object.entries(large).map(([kind, { state }]) => [kind, state]))).toMatchObject({
      seed: 'succeeded',
      settled: 'succeeded',
      settledBelow: 'succeeded',
      refused: 'skipped',
      pending: 'interrupted',
      unseen: 'unseen',
    });
    expect(Number(large.waves?.state)).toBeGreaterThan(Number(small.waves?.state));
    for (const [kind, { requests, bytes }] of Object.entries(large)) {
      expect([kind, requests <= 25]).toEqual([kind, true]);
      expect([kind, requests - (small[kind]?.requests ?? 0) <= 10]).toEqual([kind, true]);
      expect([kind, bytes <= 4 * 1024 * 1024]).toEqual([kind, true]);
    }
  });

  it('grows with the logarithm of the number of waves: depth-first has a wave for every page', async () => {
    const most: number[] = [];
    for (const tasks of [100, 800]) {
      const crawl = new LargeCrawl(tasks);
      await crawl.start({ order: 'depth-first', parallelism: 1 });
      await crawl.go();
      const { state, requests } = await costs(crawl, refused);
      expect([state, (await crawl.waves()) >= tasks]).toEqual(['skipped', true]);
      most.push(requests);
    }

    expect(most[1]).toBeLessThanOrEqual(40);
    expect((most[1] ?? 0) - (most[0] ?? 0)).toBeLessThanOrEqual(12);
  });
});
