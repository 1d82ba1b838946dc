import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type ArchiveCheck, checkArchive, isSound } from '#bench/archive-check.ts';
import { BenchSite } from '#bench/bench-site.ts';
import { contenders, SURF } from '#bench/contenders.ts';
import { circumstances } from '#bench/machine.ts';
import { type Measurement, measure, outputFolder } from '#bench/measurement.ts';
import { summarize, tableOf } from '#bench/summary.ts';

/**
 * `npm run bench`: surf against Crawlee and the bare loop on the same site, one core for the server and one for the crawler, alternately.
 * Needs nginx, Python 3, curl and taskset (Debian: nginx-light python3 curl util-linux). Ends with 1 when the figures are void.
 *
 * Flags: `--rounds N` (3), `--only NAME,NAME`, `--what WORD` (names the stored result; without it nothing is stored), `--site DIR`, `--make-only`.
 */
const ROOT = fileURLToPath(new URL('../', import.meta.url));
const HARNESS = join(ROOT, 'bench', 'rivals');
/** The harness with its packages: nothing that reads the checkout should find them. */
const TOOLS = join(ROOT, '.bench', 'rivals');
const SERVER_CORE = 0;
const CRAWLER_CORE = 1;

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    what: { type: 'string' },
    site: { type: 'string', default: join(ROOT, '.bench', 'site', 'fast') },
    'make-only': { type: 'boolean', default: false },
  },
});

const site = new BenchSite(flags.site, HARNESS);
site.make();
if (!flags['make-only']) await bench();

async function bench(): Promise<void> {
  installRivals();
  const workflow = writeWorkflow();
  const wanted = flags.only?.split(',');
  const all = contenders({ root: ROOT, tools: TOOLS, workflow });
  const chosen = all.filter(({ name }) => wanted === undefined || wanted.includes(name));
  const rounds: Measurement[][] = [];
  site.start(SERVER_CORE);
  try {
    for (let round = 1; round <= Number(flags.rounds); round += 1) {
      const runs: Measurement[] = [];
      for (const { name, command, environment } of chosen) {
        const run = measure({
          name,
          command,
          environment,
          site: site.folder,
          tools: TOOLS,
          root: ROOT,
          core: CRAWLER_CORE,
        });
        runs.push(run);
        say(`${round} ${name}: ${run.cpu_s_per_1000} CPU s per 1,000 pages, ${run.pps} pages/s, ${run.peak_rss_mb} MB`);
      }
      rounds.push(runs);
    }
  } finally {
    site.stop();
  }
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
  if (flags.what !== undefined) store(flags.what, { sound, medians, archive, rounds });
  for (const { name } of medians) rmSync(outputFolder(ROOT, name), { recursive: true, force: true });
  process.exitCode = sound ? 0 : 1;
}

function store(what: string, result: object): void {
  const at = new Date().toISOString();
  const file = join(ROOT, 'bench', 'results', `${at.slice(0, 10)}-${what}.json`);
  mkdirSync(join(ROOT, 'bench', 'results'), { recursive: true });
  const text = JSON.stringify({ what, at, ...circumstances(ROOT, TOOLS), ...result }, null, 1);
  writeFileSync(file, `${text}\n`);
  say(`stored as ${file}`);
}

/** Seeds are the ten hosts; everything but the delay and the page limit is as shipped. */
function writeWorkflow(): string {
  const file = join(ROOT, '.bench', 'workflow.json');
  mkdirSync(join(ROOT, '.bench'), { recursive: true });
  const workflow = { name: 'bench', seeds: site.seeds, limits: { pages: null }, politeness: { delaySeconds: 0 } };
  writeFileSync(file, JSON.stringify(workflow));
  return file;
}

/** What surf is compared with is no dependency of surf. */
function installRivals(): void {
  cpSync(HARNESS, TOOLS, { recursive: true });
  if (existsSync(join(TOOLS, 'node_modules', '@crawlee', 'cheerio'))) return;
  const { status } = spawnSync('npm', ['ci'], { cwd: TOOLS, stdio: 'inherit' });
  if (status !== 0) throw new Error('npm ci failed in .bench/rivals');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
