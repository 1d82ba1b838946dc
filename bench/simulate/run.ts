import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fittedCrawl } from '#bench/simulate/fitted-formula.ts';
import { passedLimits, reportOf } from '#bench/simulate/report.ts';
import { type SimulatedCrawl, simulate } from '#bench/simulate/simulation.ts';
import { politeWeb } from '#bench/simulate/web/web-shape.ts';

/**
 * `npm run simulate [PAGES…]` (default 10^4, 10^5 and 10^6): what crawls of that many 100-KB pages
 * would take on AWS, and, from the two largest, 10^8 by a fitted formula. `--parallelism N` (40),
 * `--fit PAGES`, `--store`: keeps the figures in bench/results/simulation.json. Says which limits
 * of AWS are passed; ends with 1 when a simulated crawl does.
 */
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    parallelism: { type: 'string', default: '40' },
    fit: { type: 'string', default: '100000000' },
    store: { type: 'boolean', default: false },
  },
});

const sizes = positionals.length === 0 ? [10_000, 100_000, 1_000_000] : positionals.map(Number).sort((a, b) => a - b);
const crawls: SimulatedCrawl[] = [];
for (const pages of sizes) {
  const start = performance.now();
  crawls.push(await simulate(politeWeb(pages, Number(flags.parallelism))));
  process.stderr.write(`${pages} pages simulated in ${((performance.now() - start) / 1_000).toFixed(0)} s\n`);
}
const [small, large] = crawls.slice(-2);
const fitted = small === undefined || large === undefined ? [] : [fittedCrawl(small, large, Number(flags.fit))];
const all = [...crawls, ...fitted];
for (const line of reportOf(all)) process.stdout.write(`${line}\n`);
if (fitted.length > 0) process.stdout.write('≈ was not simulated: it continues the line through the two before it\n');
for (const line of all.flatMap(passedLimits)) process.stdout.write(`PASSED: ${line}\n`);
if (flags.store) {
  const file = fileURLToPath(new URL('../results/simulation.json', import.meta.url));
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString().slice(0, 10), crawls: all }, null, 1)}\n`);
}
process.exitCode = crawls.flatMap(passedLimits).length > 0 ? 1 : 0;
