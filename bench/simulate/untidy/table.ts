import type { SimulatedCrawl } from '#bench/simulate/simulation.ts';
import { type LineTargets, UNTIDY_SCENARIOS } from '#bench/simulate/untidy/scenarios.ts';
import { costOf, LIST_PRICES } from '#core/cost/prices.ts';

export type UntidyLine = Omit<SimulatedCrawl, 'processMb'> & { readonly at: string };

/** bench/results/untidy.json */
export interface UntidyData {
  readonly lines: readonly UntidyLine[];
}

/** A crawl that lasts at most so much longer than its largest host is bound by that. */
const NEAR = 1.5;
const ADVANCE_BINDS = 0.15;
/** Hosts in flight of 40 workers of 100. */
const MOST_IN_FLIGHT = 4_000;

/** The table of docs/explanation/cost.md: a line for each scenario that has figures. */
export function untidyTable({ lines }: UntidyData): string[] {
  const head = [
    'crawl',
    'pages/s',
    'USD per million',
    'time in `advance`',
    'memory of `advance`',
    'what binds',
    'targets',
  ];
  return [
    `| ${head.join(' | ')} |`,
    '| --- | ---: | ---: | ---: | ---: | --- | --- |',
    ...UNTIDY_SCENARIOS.flatMap(({ name, shape, targets }) => {
      const line = lines.find((known) => known.name === name);
      return line === undefined ? [] : [`| ${cellsOf(line, shape.hosts, targets).join(' | ')} |`];
    }),
  ];
}

function cellsOf(line: UntidyLine, hosts: number, targets: LineTargets): string[] {
  const { pace, usd, share } = figuresOf(line);
  return [
    line.name,
    pace.toFixed(pace < 10 ? 1 : 0),
    usd.toFixed(2),
    percent(share),
    `${line.advanceMb} MB`,
    bindsOf(line, hosts),
    verdictsOf(line, targets),
  ];
}

function figuresOf(line: UntidyLine): { pace: number; usd: number; share: number } {
  return {
    pace: line.pages / line.seconds,
    usd: (costOf(line.usage, LIST_PRICES).total * 1e6) / line.pages,
    share: line.advancesSeconds / line.seconds,
  };
}

/** What makes it last as long as it does. */
function bindsOf(line: UntidyLine, hosts: number): string {
  if (figuresOf(line).share > ADVANCE_BINDS) return '`advance`, one at a time';
  if (line.seconds <= line.largestHostSeconds * NEAR) return 'the largest host: politeness';
  if (hosts > MOST_IN_FLIGHT) return '4,000 hosts in flight: `parallelism`';
  return 'the slowest unit of each wave';
}

function verdictsOf(line: UntidyLine, targets: LineTargets): string {
  const { pace, usd, share } = figuresOf(line);
  const verdicts: string[] = [];
  const say = (met: boolean, what: string): number => verdicts.push(`${what}: ${met ? 'met' : '**missed**'}`);
  if (targets.usd !== undefined) say(usd <= targets.usd, `≤ ${targets.usd.toFixed(2)} USD`);
  if (targets.pace !== undefined) say(pace >= targets.pace, `≥ ${targets.pace} pages/s`);
  if (targets.advance !== undefined) say(share <= targets.advance, `\`advance\` ≤ ${percent(targets.advance)}`);
  return verdicts.join('; ') || '–';
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
