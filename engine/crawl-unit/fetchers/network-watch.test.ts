import { describe, expect, it } from 'vitest';
import type { Reach } from '#core/fetch/fetcher.ts';
import type { Script, Web } from '#test/fakes/scripted-fetcher.ts';
import { tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

/** No name server tells the address; or there is no route. */
const AWAY: Script = { failure: 'dns', fault: 'network', latencyMs: 20 };
const NO_ROUTE: Script = { failure: 'connect', fault: 'network', latencyMs: 5 };
const WITNESSES = ['http://w0.example', 'http://w1.example', 'https://w2.example'];

/** Pages of hosts `h0.example`, `h1.example`, …, those of the first host first. */
const pagesOf = (hosts: number, each = 1): string[] =>
  Array.from({ length: hosts * each }, (_, n) => `http://h${Math.floor(n / each)}.example/${n % each}`);

interface Crawled {
  /** Ways to witnesses. @default there is none */
  readonly reachable?: (url: string) => Reach;
  readonly witnesses?: readonly string[];
  readonly workflow?: Record<string, unknown>;
}

/** @param web of the bench, which it has for its clock */
async function crawled(
  web: (bench: { readonly ms: () => number }) => Web,
  urls: readonly string[],
  { reachable = () => 'no-network', witnesses = [], workflow = {} }: Crawled = {},
) {
  const ms = (): number => bench.clock.monotonic() - begun;
  const asked = web({ ms });
  const plan = { witnesses: [...witnesses] };
  const bench: UnitBench = new UnitBench((...question) => asked(...question), tasksOf(urls), { workflow, plan });
  const begun = bench.clock.monotonic();
  bench.fetcher.reachable = reachable;
  await bench.run();
  const lines = await bench.lines();
  const words = lines.map(({ outcome }) => ('reason' in outcome ? `${outcome.type}(${outcome.reason})` : outcome.type));
  return { lines, ms: ms(), words: new Set(words), connected: bench.fetcher.connected, asked: bench.fetcher.log };
}

describe('an outage of the network', () => {
  it.each([
    ['no name has an address', AWAY],
    ['no address has a route', NO_ROUTE],
  ])('fails no URL of a crawl of forty hosts: %s', async (_, gone) => {
    const began = 3_000;
    const web =
      ({ ms }: { ms: () => number }): Web =>
      () =>
        ms() < began ? {} : gone;

    const { lines, words, ms } = await crawled(web, pagesOf(40, 10));

    expect(lines).toHaveLength(400);
    expect(words).toEqual(new Set(['stored', 'deferred(network-gone)']));
    // a failure within a second of an answer is a try
    for (const { outcome, attempts } of lines) if (outcome.type === 'deferred') expect(attempts).toBeLessThan(2);
    expect(ms).toBeLessThan(began + 12_000);
  });

  it('that is there when a unit begins uses up no try at all, even where a URL has only one', async () => {
    const retry = { attempts: 1 };

    const { lines, connected, ms } = await crawled(() => () => AWAY, pagesOf(40), {
      witnesses: WITNESSES,
      workflow: { retry },
    });

    expect(lines).toHaveLength(40);
    for (const { outcome, attempts } of lines) {
      expect(outcome).toMatchObject({ type: 'deferred', reason: 'network-gone', cause: 'no network: dns failed' });
      expect(attempts).toBe(0);
    }
    expect(connected).toEqual(WITNESSES.map((origin) => `${origin}/`));
    expect(ms).toBeLessThan(6_000);
  });

  it('ends requests in flight, which have had no try', async () => {
    const web: Web = (url) => (url.includes('h0.') ? { latencyMs: 25_000 } : AWAY);

    const { lines, ms } = await crawled(() => web, pagesOf(3), { witnesses: WITNESSES });

    expect(lines.map(({ outcome, attempts }) => [outcome.type, attempts])).toEqual(Array(3).fill(['deferred', 0]));
    expect(ms).toBeLessThan(10_000);
  });

  it('is seen in requests that only time out, where no witness has a route: they have had no try', async () => {
    const web: Web = (url) => (url.endsWith('/robots.txt') ? {} : { failure: 'timeout', latencyMs: 20_000 });

    const { lines, words } = await crawled(() => web, pagesOf(12), {
      witnesses: WITNESSES,
      workflow: { retry: { attempts: 1 } },
    });

    expect(words).toEqual(new Set(['deferred(network-gone)']));
    expect(lines.map(({ attempts }) => attempts)).toEqual(Array(12).fill(0));
  });

  it('is none while an answer comes', async () => {
    const web: Web = (url) => (url.includes('h0.') ? { latencyMs: 500 } : AWAY);

    const { words } = await crawled(() => web, [...pagesOf(1, 60), ...pagesOf(4).slice(1)], {
      witnesses: WITNESSES,
      reachable: () => 'silent',
      workflow: { politeness: { delaySeconds: 0 } },
    });

    expect(words).toEqual(new Set(['stored', 'failed(dns)']));
  });
});

describe('dead hosts', () => {
  const living = (url: string): Reach => (url === 'https://w2.example/' ? 'reached' : 'no-network');

  it('at the end of a crawl fail as without the watch, while one host that answered takes a connection', async () => {
    const dead = pagesOf(30);

    const watched = await crawled(() => () => AWAY, dead, { witnesses: WITNESSES, reachable: living });
    const { fault: _, ...plain } = AWAY;
    const before = await crawled(() => () => plain, dead);

    expect(watched.words).toEqual(new Set(['failed(dns)']));
    expect(watched.lines.map(({ attempts }) => attempts)).toEqual(before.lines.map(({ attempts }) => attempts));
    expect(watched.ms).toBeLessThan(before.ms + 500);
    expect(before.connected).toEqual([]);
  });

  it('cost a host that answered one connection a second, not one a failure', async () => {
    const { connected, ms, asked } = await crawled(() => () => AWAY, pagesOf(30, 3), {
      witnesses: WITNESSES,
      reachable: living,
    });

    const most = Math.ceil(ms / 1_000) + 1;
    expect(asked.length).toBeGreaterThan(2 * most);
    for (const origin of WITNESSES)
      expect(connected.filter((url) => url === `${origin}/`).length).toBeLessThanOrEqual(most);
  });

  it('that many links of a hostile site name pause nothing: it cannot be all witnesses', async () => {
    const hostile = (n: number): string => `http://n${n}.evil.example/`;
    const gone = 5_000;
    const web =
      ({ ms }: { ms: () => number }): Web =>
      (url) =>
        url.startsWith('http://own.example/') || (url.includes('.evil.') && ms() < gone) ? {} : AWAY;
    const urls = ['http://own.example/', ...Array.from({ length: 20 }, (_, n) => hostile(n)), ...pagesOf(30)];

    const { words } = await crawled(web, urls, {
      reachable: (url) => (url === 'http://own.example/' ? 'reached' : 'no-network'),
      workflow: { hostsPerWorker: 1 },
    });

    expect(words).toEqual(new Set(['stored', 'failed(dns)']));
  });

  it.each([
    ['without any answer', 5, []],
    ['with less than three hosts in all', 2, ['http://h0.example']],
  ])(
    'cannot be distinguished from an outage %s, and fail: Surf connects to no witness',
    async (_, hosts, witnesses) => {
      const { words, connected } = await crawled(() => () => AWAY, pagesOf(hosts), { witnesses });

      expect(words).toEqual(new Set(['failed(dns)']));
      expect(connected).toEqual([]);
    },
  );

  it('that time out are not an outage where the witnesses are silent, too: no failure is the network’s', async () => {
    const silent: Web = (url) => (url.endsWith('/robots.txt') ? {} : { failure: 'timeout', latencyMs: 20_000 });

    const { words, connected } = await crawled(() => silent, pagesOf(3), {
      witnesses: WITNESSES,
      reachable: () => 'silent',
      workflow: { retry: { attempts: 1 } },
    });

    expect(words).toEqual(new Set(['failed(timeout)']));
    expect(connected).toHaveLength(WITNESSES.length);
  });

  it.each([
    ['a connection that is refused', { failure: 'connect' } as const],
    ['a name that has no address', { failure: 'dns' } as const],
  ])('are not taken for an outage by %s', async (_, script) => {
    const { words, connected } = await crawled(() => () => script, pagesOf(5), { witnesses: WITNESSES });

    expect(words).toEqual(new Set([`failed(${script.failure})`]));
    expect(connected).toEqual([]);
  });
});
