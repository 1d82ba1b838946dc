import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchSite } from '#bench/bench-site.ts';
import type { Contender } from '#bench/contenders.ts';
import { circumstances } from '#bench/machine.ts';
import { type Measurement, measure } from '#bench/measurement.ts';
import { packSome } from '../packaging/pack.ts';
import { RECIPES } from '../packaging/packages.ts';

export const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** The harness of the repository. */
export const HARNESS = join(ROOT, 'bench', 'rivals');
/** The harness with its packages: nothing that reads the checkout should find them. */
export const TOOLS = join(ROOT, '.bench', 'rivals');
/** Of the default site; made where it is missing. */
export const SITE = join(ROOT, '.bench', 'site', 'fast');
const SERVER_CORE = 0;
const CRAWLER_CORE = 1;

/** What surf is compared with is not a dependency of surf. */
export function installRivals(): void {
  cpSync(HARNESS, TOOLS, { recursive: true });
  if (existsSync(join(TOOLS, 'node_modules', '@crawlee', 'cheerio'))) return;
  const { status } = spawnSync('npm', ['ci'], { cwd: TOOLS, stdio: 'inherit' });
  if (status !== 0) throw new Error('npm ci failed in .bench/rivals');
}

/**
 * Packs this checkout and installs the package, as a user's `npm install` does.
 * @returns the folder of the package
 */
export async function installSurf(): Promise<string> {
  const recipe = RECIPES.find(({ bin }) => bin !== undefined);
  if (recipe === undefined) throw new Error('no package has the command');
  const [packed] = await packSome([recipe], join(ROOT, '.bench', 'packed'));
  const folder = join(ROOT, '.bench', 'installed');
  mkdirSync(folder, { recursive: true });
  const install = ['install', '--prefix', folder, packed?.tarball ?? ''];
  const { status } = spawnSync('npm', install, { stdio: 'inherit' });
  if (status !== 0) throw new Error('npm install of the package failed');
  return join(folder, 'node_modules', recipe.name);
}

/**
 * Writes a workflow into `.bench`: seeds are the site's hosts, everything but the delay, the page
 * limit and `more` is as shipped.
 * @returns its path
 */
export function writeWorkflow(site: BenchSite, name: string, more: object = {}): string {
  const file = join(ROOT, '.bench', `${name}.json`);
  mkdirSync(join(ROOT, '.bench'), { recursive: true });
  const workflow = { name, seeds: site.seeds, limits: { pages: null }, politeness: { delaySeconds: 0 }, ...more };
  writeFileSync(file, JSON.stringify(workflow));
  return file;
}

/** Serves the site and runs all contenders alternately. @returns of each round the runs of all */
export function measureRounds(site: BenchSite, contenders: readonly Contender[], count: number): Measurement[][] {
  const rounds: Measurement[][] = [];
  site.start(SERVER_CORE);
  try {
    for (let round = 1; round <= count; round += 1) {
      rounds.push(
        contenders.map(({ name, command, environment }) => {
          const how = { site: site.folder, tools: TOOLS, root: ROOT, core: CRAWLER_CORE };
          const run = measure({ name, command, environment, ...how });
          const { cpu_s_per_1000: cpu, pps, peak_rss_mb: memory } = run;
          say(`${round} ${name}: ${cpu} CPU s per 1,000 pages, ${pps} pages/s, ${memory} MB`);
          return run;
        }),
      );
    }
  } finally {
    site.stop();
  }
  return rounds;
}

/** Keeps a result under `results/`, with the machine and the versions that it was made with. */
export function storeResult(what: string, result: object): void {
  const at = new Date().toISOString();
  const file = join(ROOT, 'bench', 'results', `${at.slice(0, 10)}-${what}.json`);
  mkdirSync(join(ROOT, 'bench', 'results'), { recursive: true });
  const text = JSON.stringify({ what, at, ...circumstances(ROOT, TOOLS), ...result }, null, 1);
  writeFileSync(file, `${text}\n`);
  say(`stored as ${file}`);
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
