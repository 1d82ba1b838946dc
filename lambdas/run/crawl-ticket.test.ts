import { expect, it } from 'vitest';
import { pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';
import type { Fields, Telemetry } from '../telemetry/telemetry.ts';
import { crawlTicket, RESERVE_MS, type UnitAnswer } from './crawl-ticket.ts';

/** A hundred pages of one host, a second apart: a hundred seconds of work. */
function benchOf() {
  const bench = new UnitBench(() => ({ body: '<p>page</p>', latencyMs: 1 }), tasksOf(pagesOf('a.example', 100)));
  const lines: Fields[] = [];
  const counts: object[] = [];
  const telemetry: Telemetry = {
    begin: () => undefined,
    flush: () => undefined,
    problem: () => undefined,
    line: (_, fields) => void lines.push(fields),
    count: (counted) => void counts.push(counted),
  };
  const crawl = (remainingMs: number): Promise<UnitAnswer> =>
    bench.clock.run(crawlTicket({ ports: bench.ports, telemetry, remainingMs }, bench.ticket));
  return { bench, lines, counts, crawl };
}

it('a unit ends a minute before Lambda ends it, and leaves what it could not do', async () => {
  const { bench, lines, counts, crawl } = benchOf();

  await crawl(RESERVE_MS + 20_000);

  expect(bench.clock.elapsed).toBeLessThanOrEqual(20_000);
  const outcomes = Object.values(await bench.outcomes());
  expect(outcomes).toHaveLength(100);
  expect(outcomes.filter((outcome) => outcome === 'stored').length).toBeGreaterThan(15);
  expect(outcomes.filter((outcome) => !/^(?:stored$|deferred)/.test(outcome))).toEqual([]);
  expect(lines).toMatchObject([{ wave: 1, unit: 0, failed: 0 }]);
  expect(lines[0]?.stored).toBe(outcomes.filter((outcome) => outcome === 'stored').length);
  expect(counts).toEqual([{ Units: 1 }]);
});

it('a unit with time enough takes as long as its plan says', async () => {
  const { bench, crawl } = benchOf();

  await crawl(900_000);

  expect(new Set(Object.values(await bench.outcomes()))).toEqual(new Set(['stored']));
});

it('a second invocation of a unit does nothing, and says so', async () => {
  const { bench, lines, counts, crawl } = benchOf();
  await crawl(900_000);
  const { length } = bench.fetcher.pages;

  await crawl(900_000);

  expect(bench.fetcher.pages).toHaveLength(length);
  expect(lines[1]).toMatchObject({ begun: false });
  expect(counts).toHaveLength(1);
});
