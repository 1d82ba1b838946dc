import { AWS_LIMITS } from '#bench/simulate/aws-limits.ts';
import type { FittedCrawl } from '#bench/simulate/fitted-formula.ts';
import type { SimulatedCrawl } from '#bench/simulate/simulation.ts';
import { ADVANCE_MEMORY_MB } from '#core/cost/lambda.ts';
import { costOf, LIST_PRICES } from '#core/cost/prices.ts';

type Crawl = SimulatedCrawl | FittedCrawl;

/** Figures of crawls, one column each; a fitted one has `≈` before its size. */
export function reportCells(crawls: readonly Crawl[]): string[][] {
  const rows: [string, (crawl: Crawl) => string][] = [
    ['pages', (crawl) => `${'fittedFrom' in crawl ? '≈ ' : ''}${crawl.pages.toLocaleString('en')}`],
    ['waves', ({ waves }) => waves.toLocaleString('en')],
    ['time on AWS', ({ seconds }) => timeOf(seconds)],
    ['USD', ({ usage }) => costOf(usage, LIST_PRICES).total.toFixed(2)],
    ['USD per million pages', (crawl) => perMillion(crawl, costOf(crawl.usage, LIST_PRICES).total)],
    ...costOf(crawls[0]?.usage ?? NOTHING, LIST_PRICES).lines.map(
      ({ item }, place): [string, (crawl: Crawl) => string] => [
        `  ${item}`,
        (crawl) => perMillion(crawl, costOf(crawl.usage, LIST_PRICES).lines[place]?.usd ?? 0),
      ],
    ),
    [`largest payload (bytes, ≤ ${AWS_LIMITS.payloadBytes.value})`, ({ payloadBytes }) => String(payloadBytes)],
    [`longest history (events, ≤ ${AWS_LIMITS.historyEvents.value})`, ({ historyEvents }) => String(historyEvents)],
    [
      `hottest key (write units/s, ≤ ${AWS_LIMITS.partitionWrites.value})`,
      ({ hottest }) => `${hottest.perSecond} (${hottest.key})`,
    ],
    [`slowest advance (s, ≤ ${AWS_LIMITS.invocationSeconds.value})`, ({ advanceSeconds }) => advanceSeconds.toFixed(1)],
    ['  of it computing', ({ advanceCpuSeconds }) => advanceCpuSeconds.toFixed(1)],
    [`memory of advance (MB, ≤ ${ADVANCE_MEMORY_MB})`, ({ advanceMb }) => String(advanceMb)],
  ];
  return rows.map(([name, cell]) => [name, ...crawls.map(cell)]);
}

/** The report as a table for the terminal. */
export function reportOf(crawls: readonly Crawl[]): string[] {
  const cells = reportCells(crawls);
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  const padded = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  return cells.map((row) => row.map(padded).join('  '));
}

/** Limits that a crawl would pass, in words. */
export function passedLimits(crawl: Crawl): string[] {
  const found: [string, number, number][] = [
    ['payload', crawl.payloadBytes, AWS_LIMITS.payloadBytes.value],
    ['history', crawl.historyEvents, AWS_LIMITS.historyEvents.value],
    [`writes of ${crawl.hottest.key}`, crawl.hottest.perSecond, AWS_LIMITS.partitionWrites.value],
    ['time of advance', crawl.advanceSeconds, AWS_LIMITS.invocationSeconds.value],
    ['memory of advance', crawl.advanceMb, ADVANCE_MEMORY_MB],
  ];
  return found
    .filter(([, value, limit]) => value > limit)
    .map(
      ([what, value, limit]) =>
        `${'fittedFrom' in crawl ? '≈ ' : ''}${crawl.pages} pages: ${what} ${Math.round(value)}, the limit is ${limit}`,
    );
}

const NOTHING = { gbSeconds: 0, invocations: 0, transitions: 0, writeUnits: 0, readUnits: 0, puts: 0, gets: 0 };

const perMillion = ({ pages }: Crawl, usd: number): string => ((usd * 1e6) / pages).toFixed(3);

function timeOf(seconds: number): string {
  if (seconds < 7_200) return `${(seconds / 60).toFixed(1)} min`;
  return seconds < 172_800 ? `${(seconds / 3_600).toFixed(1)} h` : `${(seconds / 86_400).toFixed(1)} days`;
}
