import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { simulate } from '#bench/simulate/simulation.ts';
import { UNTIDY_SCENARIOS } from '#bench/simulate/untidy/scenarios.ts';
import { type UntidyData, type UntidyLine, untidyTable } from '#bench/simulate/untidy/table.ts';

/**
 * `npm run simulate:untidy [WORDS…]`: the crawls of scenarios.ts, one after another, and the table
 * of docs/explanation/cost.md; two hours. With words: the lines that have one of them, the others
 * keep their figures. Each line is kept in bench/results/untidy.json as soon as it is known;
 * `npm run cost -- --page-only` writes the page.
 */
const FILE = fileURLToPath(new URL('../../results/untidy.json', import.meta.url));
const { positionals: words } = parseArgs({ allowPositionals: true });

function kept(): Map<string, UntidyLine> {
  const { lines } = JSON.parse(readFileSync(FILE, 'utf8')) as UntidyData;
  return new Map(lines.map((line) => [line.name, line]));
}

for (const { name, shape } of UNTIDY_SCENARIOS) {
  if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
  const began = performance.now();
  const { processMb: _, ...crawl } = await simulate({ ...shape, name });
  const known = kept().set(name, { ...crawl, at: new Date().toISOString().slice(0, 10) });
  const lines = UNTIDY_SCENARIOS.flatMap((scenario) => known.get(scenario.name) ?? []);
  writeFileSync(FILE, `${JSON.stringify({ lines }, null, 1)}\n`);
  process.stderr.write(`${name}: simulated in ${((performance.now() - began) / 1_000).toFixed(0)} s\n`);
}
for (const line of untidyTable({ lines: [...kept().values()] })) process.stdout.write(`${line}\n`);
