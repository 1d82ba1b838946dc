import { describe, expect, it } from 'vitest';
import { tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

const FAST = Array.from({ length: 20 }, (_, n) => `http://a.example/${n}`);
const NONE: string[] = [];
const SLOW = 'http://a.example/slow';
const BOUND = 'no answer within 5 s, and this host usually answers sooner; the next try has 30 s';

/** Crawls twenty pages that take 100 ms, and then one that takes as long as is said. */
async function crawl(slowMs: number, { fetch = { tuneTimeout: true }, retry = {}, fast = FAST, rest = NONE } = {}) {
  const latencyMs = (url: string): number => (url === SLOW ? slowMs : 100);
  const bench = new UnitBench((url) => ({ body: url, latencyMs: latencyMs(url) }), tasksOf([...fast, SLOW, ...rest]), {
    workflow: { politeness: { robots: 'ignore', delaySeconds: 0 }, fetch, retry },
  });
  await bench.run();
  const tries = bench.fetcher.log.filter(({ url }) => url === SLOW).length;
  const line = await bench.line('/slow');
  return { tries, type: line?.outcome.type, errors: (line?.errors ?? []).map(({ code, message }) => [code, message]) };
}

describe('fetch.tuneTimeout (G12)', () => {
  it('ends the first try of a page by what its host showed, and loses no page: the next one has all the time', async () => {
    expect(await crawl(20_000)).toEqual({ tries: 2, type: 'stored', errors: [['timeout', BOUND]] });
  });

  it('gives the second try all the time, also when the host has answered in between', async () => {
    const rest = Array.from({ length: 10 }, (_, n) => `http://a.example/rest${n}`);

    expect(await crawl(20_000, { rest })).toEqual({ tries: 2, type: 'stored', errors: [['timeout', BOUND]] });
  });

  it('leaves a page alone that answers within that, slow as it is', async () => {
    expect(await crawl(4_900)).toEqual({ tries: 1, type: 'stored', errors: [] });
  });

  it.each([
    ['where it is off', { fetch: {} as never }],
    ['where a URL has one try', { retry: { attempts: 1 } }],
    ['where a timeout is not tried again', { retry: { on: ['dns'] } }],
    ['before a host has given twenty answers', { fast: FAST.slice(1) }],
  ])('does nothing %s', async (_, options) => {
    expect(await crawl(20_000, options)).toEqual({ tries: 1, type: 'stored', errors: [] });
  });
});
