import { IDLE, idleLines } from '#bench/cost/idle.ts';
import type { MeteredCrawl } from '#bench/cost/metered-crawl.ts';
import { SCENARIOS, type Scenario } from '#bench/cost/scenarios.ts';
import type { FittedCrawl } from '#bench/simulate/fitted-formula.ts';
import { passedLimits, reportCells } from '#bench/simulate/report.ts';
import type { SimulatedCrawl } from '#bench/simulate/simulation.ts';
import { type UntidyData, untidyTable } from '#bench/simulate/untidy/table.ts';
import { wrapped } from '#cli/terminal/wrapped.ts';
import { type CostLine, costOf, LIST_PRICES } from '#core/cost/prices.ts';
import { NO_USAGE } from '#core/cost/usage.ts';

/** bench/results/cost.json */
export interface CostData {
  readonly at: string;
  readonly crawls: readonly MeteredCrawl[];
}

const NAMES: Readonly<Record<CostLine['item'], string>> = {
  'lambda-duration': 'Lambda, GB-seconds',
  'lambda-requests': 'Lambda, requests',
  'step-functions-transitions': 'Step Functions, transitions',
  'dynamodb-writes': 'DynamoDB, writes',
  'dynamodb-reads': 'DynamoDB, reads',
  's3-puts': 'S3, PUT and LIST',
  's3-gets': 'S3, GET',
  'secrets-manager-requests': 'Secrets Manager, requests',
};

/** Memory of workers with few hosts. */
const FLOOR_GB = 0.25;

/** bench/results/simulation.json */
export interface SimulationData {
  readonly at: string;
  readonly crawls: readonly (SimulatedCrawl | FittedCrawl)[];
}

/** docs/explanation/cost.md. */
export function costPage(data: CostData, simulation: SimulationData, untidy: UntidyData): string {
  const columns = data.crawls.map((crawl) => ({ crawl, scenario: scenarioOf(crawl) }));
  return `${[
    '# What a crawl costs',
    `Made by \`npm run cost\` from bench/results/cost.json (${data.at}); do not edit. USD per million pages at list price of ${LIST_PRICES.region}, read ${LIST_PRICES.read}: first tier, without free tiers, storage, downloads and tax.`,
    table(columns.map(({ crawl, scenario }) => ({ title: scenario.title, crawl }))),
    ...columns.map(({ crawl, scenario }) => paragraph(crawl, scenario)),
    '## How it was metered',
    'Crawls of made-up webs by the shipped engine: each page is made, fetched from a script, parsed and archived, and the shipped meters count every call, in the units that AWS bills ([aws-adapters](aws-adapters.md)). Only time is simulated: waiting for a host costs GB-seconds as it would on Lambda, and lasts nothing. What services and pages take is assumed: [service-times.ts](../../bench/cost/service-times.ts), [scenarios.ts](../../bench/cost/scenarios.ts). The counts of requests and write units do not depend on these.',
    'Over the emulator the same crawl is charged, as reported by the services, within 5 % of what the meters say (`npm run test:aws`). No bill of AWS was compared: nothing has run there yet.',
    ...largerCrawls(simulation),
    ...untidyWeb(untidy),
    '## What it does not have in it',
    `- **Storage.** A million 100-KB pages are about ${(pagesGb(data) * 1).toFixed(0)} GB of WARC files here (words compress well; real pages are between this and twice as much): ${(pagesGb(data) * 0.023).toFixed(2)} USD a month in S3 Standard, and about 0.12 GB of task rows: 0.03 USD a month.\n- **Logs.** One line a unit: below 0.01 USD.\n- **Traffic.** What comes in is free; requests go out with about 0.5 KB each, acknowledgements of a 100-KB page with 1 to 2 KB: 0.05 to 0.2 USD a million, where the first 100 GB of a month are used up.\n- **Starts of functions.** Lambda bills the start of an instance, too; the next units and calls use the same one.`,
    '## Idle',
    ...idle(),
  ]
    .map(folded)
    .join('\n\n')}\n`;
}

/** A block of Markdown in lines of at most 100 characters; a table keeps its rows. */
const folded = (block: string): string =>
  block
    .split('\n')
    .map((line) => (line.startsWith('|') ? line : wrapped(line, 98).join(line.startsWith('- ') ? '\n  ' : '\n')))
    .join('\n');

/** On code e284af93. It takes 48 minutes, so it is not part of what `npm run simulate` stores. */
const TEN_MILLION = [
  'Ten million pages of 10,000 hosts were simulated once (`npm run simulate 1000000 10000000`, 2026-11-26): 501 waves, 91 min (1,830 pages/s), 12.57 USD. A million of them cost 1.257 USD, where a million pages of 1,000 hosts then cost 0.486: each wave leases more hosts, so writes to DynamoDB rose from 0.176 to 0.707 USD, GET requests from 0.044 to 0.213. `advance` takes 505 MB of its 1,769, and 104 s in its slowest call, 69 of them computing. On 2026-11-25 it took 2,018 MB and 662 s; since then a level of more than a million tasks has several lists, merging reads ahead, and rows are packs ([ADR 83](../adr/0083-a-wave-writes-packs-of-rows.md)).',
  'A hundred million pages were never simulated. The line through one and ten million leads to 133 USD, 14 h, 1.5 GB of memory and 1,083 s in one call of `advance`, of the 900 that it has: by that line a deployment carries about eighty million pages in one execution. A larger one ends `failed(advance)`, with its frontier kept.',
];

function largerCrawls({ at, crawls: all }: SimulationData): string[] {
  const crawls = all.filter((crawl) => !('fittedFrom' in crawl));
  const [head = [], ...rows] = reportCells(crawls);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    '## Larger crawls',
    `\`npm run simulate\` (${at}): the state machine, \`advance\` with its planner, and the meters are the shipped ones; workers are simulated and write generated outcomes of 100-KB pages on hosts that get one request a second, a thousand pages a host, 100 hosts in flight in each of at most 40 workers. It checks the limits of AWS: [aws-limits.ts](../../bench/simulate/aws-limits.ts). A test compares it with a crawl of made-up pages by real workers: the waves are the same, and each line of the cost differs by at most 10 %.`,
    [line(head), line(head.map((_, place) => (place === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n'),
    passed(crawls),
    ...TEN_MILLION,
  ];
}

function untidyWeb(data: UntidyData): string[] {
  const read = [...new Set(data.lines.map(({ at }) => at))].join(', ');
  return [
    '## An untidy web',
    `\`npm run simulate:untidy\` (${read}): the same simulation, but hosts have the shares of Zipf’s law, answers take 0.5 s in the median (log-normal, mean 0.82 s), one request in a hundred times out after 30 s, and one host in twenty never answers. Lines that begin with *tidy* have equal hosts, 0.3 s and no faults. At most 40 workers of 100 hosts each.`,
    untidyTable(data).join('\n'),
    'With Zipf’s law the largest of 1,000 hosts has 13 % of the pages, and one request a second to it bounds the crawl: hence the targets for pages a second are those of equal hosts. What binds: `politeness.delaySeconds` of the largest host; `advance`, of which an execution has one at a time ([design](../design.md)); hosts in flight, by `parallelism` and the account’s concurrent Lambdas ([aws-limits.ts](../../bench/simulate/aws-limits.ts)); or units that wait for the slowest one of their wave. The line of ten pages is one execution, without the calls of the API that start and read it.',
  ];
}

/** The section of an idle deployment. */
function idle(): string[] {
  const lines = idleLines();
  const usd = lines.reduce((sum, line) => sum + line.usd, 0);
  const list = lines.map((line) => `${line.of}: ${line.usd.toFixed(2)}`).join('; ');
  return [
    `A stage pays at most ${usd.toFixed(2)} USD a month while nothing happens: ${list}. Target: at most ${IDLE.mostUsd.toFixed(2)} in any stage of an account; ${usd <= IDLE.mostUsd ? 'met' : '**missed**'}. The first ten alarms of an account are free, so its first two stages pay the watchdog alone; so does one with \`alarms.enabled: false\`, and Surf reports its faults to nobody.`,
    'The first key, schedules, machine, tables, topic and functions cost nothing while nothing happens, and there is no metric of Surf: crawls write those. Three dashboards of an account are free; from the fourth stage on, each is 3.00 a month, unless `dashboard` is false. [A test](../../test/infra/cost/idle-cost.test.ts) compares this list with the template ([ADR 100](../adr/0100-an-idle-stage-pays-for-four-alarms.md)).',
  ];
}

function passed(crawls: SimulationData['crawls']): string {
  const lines = crawls.flatMap(passedLimits);
  return lines.length === 0 ? 'No limit is passed.' : `Limits that are passed: ${lines.join('; ')}.`;
}

function table(columns: readonly { title: string; crawl: MeteredCrawl }[]): string {
  const bills = columns.map(({ crawl }) => costOf(crawl.usage, LIST_PRICES));
  const million = (usd: number, place: number): string => ((usd * 1e6) / (columns[place]?.crawl.pages ?? 1)).toFixed(3);
  const items = costOf(NO_USAGE, LIST_PRICES).lines.map(({ item }) => item);
  const rows = items.map((item, line) => [
    NAMES[item],
    ...bills.map((bill, place) => million(bill.lines[line]?.usd ?? 0, place)),
  ]);
  const total = ['**together**', ...bills.map((bill, place) => `**${million(bill.total, place)}**`)];
  const head = ['USD per million pages', ...columns.map(({ title }) => title)];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(head),
    line(head.map((_, place) => (place === 0 ? '---' : '---:'))),
    ...rows.map(line),
    line(total),
  ].join('\n');
}

function paragraph(crawl: MeteredCrawl, scenario: Scenario): string {
  const { total, lines } = costOf(crawl.usage, LIST_PRICES);
  const perMillion = (total * 1e6) / crawl.pages;
  const largest = lines.reduce((best, line) => (line.usd > best.usd ? line : best));
  const share = Math.round((largest.usd / total) * 100);
  const { pages, units, memoryMb, waves } = crawl;
  const how = `**${scenario.title}.** ${pages.toLocaleString('en')} pages of ${scenario.pageBytes / 1_000} KB on ${scenario.hosts === 1 ? 'one host' : `${scenario.hosts} hosts`}, ${scenario.delaySeconds} s between two requests to a host, ${scenario.latencyMs} ms an answer; ${waves} waves of at most ${units} ${units === 1 ? 'worker' : 'workers'} with ${memoryMb} MB, ${spent(crawl.seconds)} in all.`;
  const what = `The line that dominates is ${NAMES[largest.item]}, ${share} %.`;
  const writes = `${(crawl.usage.writeUnits / pages).toFixed(2)} write units a page: the packs of task rows, signs of life, leases and commits.`;
  return [how, what, writes, floorOf(scenario, perMillion), targetOf(scenario, perMillion)]
    .filter((text) => text !== '')
    .join(' ');
}

/** Of one host nothing can be cheaper than a worker that waits. */
function floorOf({ hosts, delaySeconds }: Scenario, perMillion: number): string {
  if (hosts > 1) return '';
  const floor = delaySeconds * FLOOR_GB * LIST_PRICES.gbSecond * 1e6;
  return `A worker that waits ${delaySeconds} s a page with 256 MB is ${floor.toFixed(2)}: the floor of this way to crawl one host; it pays ${(perMillion / floor).toFixed(2)} times that.`;
}

function targetOf({ targetUsd }: Scenario, perMillion: number): string {
  if (targetUsd === undefined) return '';
  const by = Math.abs(perMillion - targetUsd);
  const met = perMillion <= targetUsd;
  return `Target: at most ${targetUsd.toFixed(2)}; ${met ? 'met' : 'missed'} by ${by.toFixed(2)}.`;
}

const spent = (seconds: number): string => (seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`);

function scenarioOf({ name }: MeteredCrawl): Scenario {
  const found = SCENARIOS.find((scenario) => scenario.name === name);
  if (found === undefined) throw new Error(`no scenario ${name}`);
  return found;
}

/** GB of WARC of a million of the first scenario's pages. */
function pagesGb({ crawls }: CostData): number {
  const [first] = crawls;
  return first === undefined ? 0 : ((first.warcBytes / first.pages) * 1e6) / 1e9;
}
