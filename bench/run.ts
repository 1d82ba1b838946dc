import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type ArchiveCheck, checkArchive, isSound } from '#bench/archive-check.ts';
import { BenchSite } from '#bench/bench-site.ts';
import { contenders, INSTALLED, SURF } from '#bench/contenders.ts';
import {
  HARNESS,
  installRivals,
  installSurf,
  measureRounds,
  ROOT,
  SITE,
  say,
  storeResult,
  TOOLS,
  writeWorkflow,
} from '#bench/harness.ts';
import { type Measurement, outputFolder, removeOutputs } from '#bench/measurement.ts';
import { summarize, tableOf } from '#bench/summary.ts';

/**
 * `npm run bench`: surf, of this checkout and as installed, against Crawlee and the bare loop on
 * the same site, one core for the server and one for the crawler, alternately. Needs nginx, Python
 * 3, curl and taskset (Debian: nginx-light python3 curl util-linux). Ends with 1 when the figures
 * are void.
 *
 * Flags: `--rounds N` (3), `--only NAME,NAME`, `--what WORD` (names the stored result; without it
 * nothing is stored), `--site DIR`, `--make-only`.
 */
const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    what: { type: 'string' },
    site: { type: 'string', default: SITE },
    'make-only': { type: 'boolean', default: false },
  },
});

const site = new BenchSite(flags.site, HARNESS);
site.make();
if (!flags['make-only']) await bench();

async function bench(): Promise<void> {
  installRivals();
  const workflow = writeWorkflow(site, 'workflow');
  const wanted = flags.only?.split(',');
  const isWanted = (name: string): boolean => wanted === undefined || wanted.includes(name);
  const installed = isWanted(INSTALLED) ? await installSurf() : ROOT;
  const all = contenders({ root: ROOT, tools: TOOLS, installed, workflow });
  const chosen = all.filter(({ name }) => isWanted(name));
  const rounds = measureRounds(site, chosen, Number(flags.rounds));
  const surf = rounds.at(-1)?.find(({ name }) => name === SURF);
  report(rounds, surf === undefined ? null : check());
}

/** The archive of the last run of surf. */
function check(): ArchiveCheck {
  say('checking the archive of the last run of surf');
  return checkArchive({ root: ROOT, data: join(outputFolder(ROOT, SURF), 'data'), pages: site.pages });
}

function report(rounds: readonly Measurement[][], archive: ArchiveCheck | null): void {
  const medians = summarize(rounds);
  const complete = medians.every(({ recall }) => recall === 1);
  const sound = complete && (archive === null || isSound(archive));
  for (const line of tableOf(medians, rounds)) say(line);
  if (archive !== null) say(`archive: ${JSON.stringify(archive)}`);
  say(sound ? 'the figures hold' : 'VOID: pages are missing or the archive does not hold');
  if (flags.what !== undefined) storeResult(flags.what, { sound, medians, archive, rounds });
  removeOutputs(ROOT);
  process.exitCode = sound ? 0 : 1;
}
