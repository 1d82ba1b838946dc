import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type CostData, costPage, type SimulationData } from '#bench/cost/cost-page.ts';
import { type MeteredCrawl, meteredCrawl } from '#bench/cost/metered-crawl.ts';
import { SCENARIOS } from '#bench/cost/scenarios.ts';
import type { UntidyData } from '#bench/simulate/untidy/table.ts';
import { costOf, LIST_PRICES } from '#core/cost/prices.ts';

/**
 * `npm run cost`: crawls the scenarios by the shipped engine, stores what its meters counted in
 * bench/results/cost.json and writes docs/explanation/cost.md from it; about two minutes.
 * `--page-only` writes the page from the stored figures; those of larger crawls are from
 * `npm run simulate -- --store` and `npm run simulate:untidy`.
 */
const DATA = fileURLToPath(new URL('../results/cost.json', import.meta.url));
const SIMULATION = fileURLToPath(new URL('../results/simulation.json', import.meta.url));
const UNTIDY = fileURLToPath(new URL('../results/untidy.json', import.meta.url));
const PAGE = fileURLToPath(new URL('../../docs/explanation/cost.md', import.meta.url));
const { values: flags } = parseArgs({ options: { 'page-only': { type: 'boolean', default: false } } });

if (!flags['page-only']) {
  const crawls: MeteredCrawl[] = [];
  for (const scenario of SCENARIOS) {
    const crawl = await meteredCrawl(scenario);
    crawls.push(crawl);
    const usd = (costOf(crawl.usage, LIST_PRICES).total * 1e6) / crawl.pages;
    process.stdout.write(`${scenario.name}: ${crawl.pages} pages, ${usd.toFixed(3)} USD per million\n`);
  }
  writeFileSync(DATA, `${JSON.stringify({ at: new Date().toISOString().slice(0, 10), crawls }, null, 1)}\n`);
}
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const [data, simulation, untidy] = [DATA, SIMULATION, UNTIDY].map(read) as [CostData, SimulationData, UntidyData];
writeFileSync(PAGE, costPage(data, simulation, untidy));
