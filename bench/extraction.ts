import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BenchSite } from '#bench/bench-site.ts';
import { BROWSER, CRAWLEE, extractionContenders, FAST, FIELDS, WANTED } from '#bench/extraction-contenders.ts';
import {
  HARNESS,
  installRivals,
  measureRounds,
  ROOT,
  SITE,
  say,
  storeResult,
  TOOLS,
  writeWorkflow,
} from '#bench/harness.ts';
import { outputFolder, removeOutputs } from '#bench/measurement.ts';
import { checkRecords, recordsIn, surfRecords } from '#bench/record-check.ts';
import { cpuRatio, summarize, tableOf } from '#bench/summary.ts';

/**
 * `npm run bench:extraction`: surf and Crawlee take the same five fields out of every page,
 * alternately, as `npm run bench` does it. Ends with 1 when the figures are void: pages or records
 * are missing, or those of surf are not Crawlee's to the last character.
 *
 * Flags: `--rounds N` (3), `--what WORD` (names the stored result; without it nothing is stored),
 * `--site DIR`, `--keep` (folders in `.bench/out`).
 */
const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    what: { type: 'string' },
    keep: { type: 'boolean', default: false },
    site: { type: 'string', default: SITE },
  },
});

const site = new BenchSite(flags.site, HARNESS);
site.make();
installRivals();
const workflow = (dom: 'browser' | 'fast'): string =>
  writeWorkflow(site, `extraction-${dom}`, { selection: { dom, fields: FIELDS } });
const contenders = extractionContenders({ root: ROOT, tools: TOOLS, workflow });
const rounds = measureRounds(site, contenders, Number(flags.rounds));

const { pages } = site;
const reference = recordsIn(join(outputFolder(ROOT, CRAWLEE), 'fields.jsonl'));
const records = Object.fromEntries(
  [BROWSER, FAST].map((name) => {
    const own = surfRecords({ root: ROOT, data: join(outputFolder(ROOT, name), 'data'), pages });
    return [name, checkRecords(own, reference, pages)];
  }),
);
const ratios = Object.entries(WANTED).map(([name, wanted]) => ({
  name,
  ofCrawlee: cpuRatio(rounds, name, CRAWLEE),
  wanted,
}));

const medians = summarize(rounds);
const sound =
  medians.every(({ recall }) => recall === 1) &&
  Object.values(records).every(({ wrong, different }) => wrong === 0 && different === 0);
for (const line of tableOf(medians, rounds)) say(line);
say(`records: ${JSON.stringify(records)}`);
for (const { name, ofCrawlee, wanted } of ratios)
  say(`${name} / ${CRAWLEE}: ${ofCrawlee.toFixed(3)}, wanted ${wanted}`);
say(sound ? 'the figures hold' : 'VOID: pages or records are missing or wrong');
if (flags.what !== undefined) storeResult(flags.what, { sound, medians, ratios, records, rounds });
if (!flags.keep) removeOutputs(ROOT);
process.exitCode = sound ? 0 : 1;
