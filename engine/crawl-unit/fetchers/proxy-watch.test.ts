import { describe, expect, it } from 'vitest';
import type { Script, Web } from '#test/fakes/scripted-fetcher.ts';
import { tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

const GONE: Script = { failure: 'proxy', fault: 'proxy' };
const SILENT: Script = { failure: 'proxy', fault: 'proxy-silent' };
const REFUSED: Script = { failure: 'proxy' };
const workflow = { fetch: { proxy: 'http://proxy.example:3128' } };

/** Pages of hosts `h0.example`, `h1.example`, …, those of the first host first. */
const pagesOf = (hosts: number, each: number): string[] =>
  Array.from({ length: hosts * each }, (_, n) => `http://h${Math.floor(n / each)}.example/${n % each}`);

async function crawled(web: Web, urls: readonly string[], more: Record<string, unknown> = {}) {
  const bench = new UnitBench(web, tasksOf(urls), { workflow: { ...workflow, ...more } });
  const begun = bench.clock.monotonic();
  await bench.run();
  const lines = await bench.lines();
  return { bench, lines, words: Object.values(await bench.outcomes()), ms: bench.clock.monotonic() - begun };
}

describe('a proxy that is gone', () => {
  it('ends the unit after three failures in a row, and uses up no try of any URL', async () => {
    const { bench, lines, ms } = await crawled(() => GONE, pagesOf(20, 5));

    const failed = bench.fetcher.log.length;
    expect(failed).toBeGreaterThanOrEqual(3);
    expect(failed).toBeLessThanOrEqual(22); // each host had at most one under way
    expect(ms).toBeLessThan(10_000);
    expect(lines).toHaveLength(100);
    for (const { outcome, attempts } of lines) {
      expect(outcome).toMatchObject({ type: 'deferred', reason: 'proxy-gone', cause: 'proxy failed' });
      expect(attempts).toBe(0);
    }
  });

  it('costs a crawl of one URL no try, even where it has only one', async () => {
    const { lines, bench } = await crawled(() => GONE, pagesOf(1, 1), { retry: { attempts: 1 } });

    expect(lines).toMatchObject([{ outcome: { type: 'deferred', reason: 'proxy-gone' }, attempts: 0 }]);
    expect(bench.fetcher.log).toHaveLength(3);
  });

  it('does not count a proxy as gone that fails now and then: it lets each URL through later', async () => {
    const web: Web = (url, nth) => (!url.endsWith('/robots.txt') && nth === 0 && /[13]$/.test(url) ? GONE : {});

    const { lines } = await crawled(web, pagesOf(1, 5));

    expect(lines.map(({ outcome, attempts }) => [outcome.type, attempts])).toEqual(
      Array.from({ length: 5 }, () => ['stored', 1]),
    );
  });

  it('in the end fails a URL that it never lets through, while it serves others', async () => {
    const web: Web = (url) => (url.includes('h1.example') ? GONE : {});

    const { lines } = await crawled(web, [...pagesOf(1, 100), 'http://h1.example/0']);

    const last = lines.find(({ outcome }) => outcome.type === 'failed');
    expect(last).toMatchObject({ outcome: { reason: 'proxy' }, attempts: 3 });
    expect(lines.filter(({ outcome }) => outcome.type === 'stored')).toHaveLength(100);
  });

  it.each([
    ['its refusal of a host', REFUSED],
    ['a host that it does not reach', { failure: 'connect' } as const],
    ['a host that gives no certificate', { failure: 'tls' } as const],
  ])('is not shown by %s', async (_, script) => {
    const { words } = await crawled(() => script, pagesOf(5, 1), { retry: { attempts: 1 } });

    expect(new Set(words)).toEqual(new Set([`failed(${script.failure})`]));
  });

  it('is shown by its silence to three hosts, not to one', async () => {
    const one = await crawled(() => SILENT, pagesOf(1, 4));
    const many = await crawled(() => SILENT, pagesOf(4, 4));

    expect(new Set(one.words)).toEqual(new Set(['failed(proxy)']));
    expect(many.lines).toHaveLength(16);
    for (const { outcome } of many.lines) expect(outcome).toMatchObject({ type: 'deferred', reason: 'proxy-gone' });
  });
});
