import { describe, expect, it } from 'vitest';
import { crawlPace, withNights } from '#core/estimate/crawl-pace.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';

const rulesOf = (fields: object = {}) => checkWorkflow({ seeds: ['http://a.example/'], ...fields });

const hosts = (...known: number[]) =>
  known.map((count, i) => ({ host: `h${i}.example`, address: null, crawlDelaySeconds: null, known: count }));

const ONE = hosts(10);

const meanOf = (ms: number, bytes = 0) => ({ ms, bytes });

describe('the pace that politeness allows (N1)', () => {
  it.each([
    ['the delay of the workflow', {}, null, 200, 1, 'delay'],
    ['a longer Crawl-delay', {}, 5, 200, 5, 'crawl-delay'],
    ['the delay of the workflow, over a shorter Crawl-delay', {}, 0.5, 200, 1, 'delay'],
    ['a shorter Crawl-delay that replaces it', { crawlDelay: 'replace' }, 0.5, 200, 0.5, 'crawl-delay'],
    ['slow answers', {}, null, 3_000, 3, 'latency'],
    ['slow answers on two connections', { connectionsPerHost: 2 }, null, 3_000, 1.5, 'latency'],
    ['a multiple of the answers', { delayFactor: 10 }, null, 400, 4, 'latency'],
    ['answers alone without a delay', { delaySeconds: 0 }, null, 200, 0.2, 'latency'],
  ] as const)('is %s', (_, politeness, crawlDelaySeconds, latencyMs, seconds, cause) => {
    const pace = crawlPace(
      ONE.map((host) => ({ ...host, crawlDelaySeconds })),
      rulesOf({ politeness }),
      meanOf(latencyMs),
    );

    expect(pace).toEqual({ secondsPerRequest: seconds, cause, host: 'h0.example', spacingSeconds: seconds });
  });

  it('is that of the host with the most to do: others are crawled beside it', () => {
    expect(crawlPace(hosts(20, 60, 20), rulesOf(), meanOf(100))).toMatchObject({
      host: 'h1.example',
      secondsPerRequest: 0.6,
    });
  });

  it('is that of a domain whose hosts share the delay: the longest Crawl-delay, with all requests', () => {
    const names = ['a.example.com', 'b.example.com', 'c.other.org'];
    const known = hosts(40, 40, 20).map((host, i) => ({ ...host, host: names[i] ?? '', crawlDelaySeconds: i + 1 }));

    expect(crawlPace(known, rulesOf({ politeness: { delayPer: 'domain' } }), meanOf(100))).toEqual({
      secondsPerRequest: 1.6,
      cause: 'crawl-delay',
      host: 'example.com',
      spacingSeconds: 2,
    });
    expect(crawlPace(known, rulesOf(), meanOf(100))).toMatchObject({ host: 'b.example.com', secondsPerRequest: 0.8 });
  });

  it('is that of the bandwidth, where bodies are large', () => {
    const rules = rulesOf({ politeness: { bytesPerSecond: 10_000 } });

    expect(crawlPace(ONE, rules, meanOf(100, 25_000))).toMatchObject({ cause: 'bandwidth', secondsPerRequest: 2.5 });
    expect(crawlPace(ONE, rules, meanOf(100, 5_000))).toMatchObject({ cause: 'delay', secondsPerRequest: 1 });
  });

  it('is that of the rate of the whole crawl, over all hours of a day (G11)', () => {
    const night = { from: '18:00', to: '06:00', requestsPerMinute: 30 };
    const rated = (politeness: object) => crawlPace(hosts(5, 5, 5), rulesOf({ politeness }), meanOf(100));

    expect(rated({ requestsPerMinute: 10 })).toEqual({
      secondsPerRequest: 6,
      cause: 'rate',
      host: null,
      spacingSeconds: 6,
    });
    expect(rated({ requestsPerMinute: 10, rateByHour: [night] })).toMatchObject({ secondsPerRequest: 3 });
    expect(rated({ rateByHour: [night] })).toMatchObject({ cause: 'delay' });
  });

  it('is that of all hosts one after another where one is in flight', () => {
    const rules = rulesOf({ parallelism: 1, hostsPerWorker: 1 });

    expect(crawlPace(hosts(10, 10, 10, 10), rules, meanOf(100))).toMatchObject({
      cause: 'hosts-at-once',
      secondsPerRequest: 1,
    });
  });

  it('is that of an address that many hosts share', () => {
    const shared = hosts(...Array(16).fill(4)).map((host) => ({ ...host, address: '192.0.2.7' }));

    expect(crawlPace(shared, rulesOf(), meanOf(100))).toMatchObject({ cause: 'address', secondsPerRequest: 0.25 });
    const unbound = rulesOf({ politeness: { perAddress: { requestsPerSecond: null } } });
    expect(crawlPace(shared, unbound, meanOf(100))).toMatchObject({ cause: 'delay', secondsPerRequest: 0.0625 });
  });

  it('counts both answers of a host that is asked by HEAD first', () => {
    expect(crawlPace(ONE, rulesOf({ fetch: { headFirst: true } }), meanOf(900))).toMatchObject({
      secondsPerRequest: 1.8,
    });
  });

  it('is unknown without a host', () => {
    expect(crawlPace([], rulesOf(), meanOf(100))).toBeNull();
  });

  it('has nights in it where sites are visited in some hours of the day', () => {
    const hours = 8 * 3_600;

    expect([withNights(hours, hours), withNights(hours + 1, hours), withNights(2.5 * hours, hours)]).toEqual([
      hours,
      86_400 + 1,
      2 * 86_400 + hours / 2,
    ]);
  });
});
