import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Counts } from '#core/execution/execution.ts';
import { SURF } from '#test/e2e/process/surf-process.ts';
import { HOSTILE_SITE, serveHostile } from '#test/export/hostile-site.ts';
import { servePathologies } from '#test/site/pathologies.ts';
import { PATHOLOGY_SETTINGS } from '#test/site/pathology.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { makeWeb } from '#test/site/web/make-web.ts';

/**
 * `npm run test:exports`: crawls three sites with the CLI, exports them, and opens the files with
 * DuckDB, `wacz validate` and warcio. Ends with 1 on any fault.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RESULT = '.ci/out/exports.json';
const MOST_OUTPUT = 64 * 1024 * 1024;
const FILES = {
  csv: 'pages.csv',
  parquet: 'pages.parquet',
  jsonl: 'pages.jsonl',
  wacz: 'all.wacz',
  warc: 'all.warc.gz',
};

const run = promisify(execFile);
const web = makeWeb({ hosts: 4, pages: 400, redirects: [301, 302, 308], errors: [404, 500], duplicates: 5 });
const HEADING = {
  fields: {
    heading: 'h1',
    links: { selector: 'a', attribute: 'href', all: true },
    count: { selector: 'p', type: 'integer' },
  },
};
const SITES = [
  { name: 'made-up web', start: () => startSite({ hosts: 4, handler: web.handler }), fields: { selection: HEADING } },
  {
    name: 'pathologies, again with a base',
    start: () => startSite({ hosts: 2, handler: servePathologies }),
    fields: PATHOLOGY_SETTINGS,
    again: true,
  },
  { name: 'hostile site', start: () => startSite({ handler: serveHostile }), fields: {} },
];

/**
 * The Python that has the tools: `.ci/run` installs it, else `EXPORT_PYTHON`. There is no skip:
 * the user who runs this requires the check.
 */
function python(): string {
  const installed = join(ROOT, '.ci/venv/bin/python3');
  return process.env.EXPORT_PYTHON ?? (existsSync(installed) ? installed : 'python3');
}

const folder = await mkdtemp(join(tmpdir(), 'surf-exports-'));
let passed = 0;
let failed = 0;
try {
  for (const { name, start, fields, again } of SITES) {
    const faults = await check(name, await start(), { fields, again: again === true });
    if (faults.length === 0) passed++;
    else failed++;
    say(`${name}: ${faults.length === 0 ? 'every file opens, with the right counts' : `${faults.length} faults`}`);
    for (const fault of faults) say(`  fault: ${fault}`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
await mkdir(dirname(join(ROOT, RESULT)), { recursive: true });
await writeFile(join(ROOT, RESULT), JSON.stringify({ numPassedTests: passed, numFailedTests: failed }));
say(`exports: ${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Crawls one site and exports it. @returns what is wrong, in words */
async function check(name: string, site: Site, how: { fields: object; again: boolean }): Promise<string[]> {
  const { fields, again } = how;
  const place = join(folder, name.replaceAll(' ', '-'));
  const data = join(place, 'data');
  const workflow = join(place, 'workflow.json');
  try {
    await mkdir(place, { recursive: true });
    const quick = { politeness: { delaySeconds: 0 }, retry: { attempts: 1 } };
    const seeds = site.origins.map((origin) => `${origin}/`);
    await writeFile(workflow, JSON.stringify({ name, seeds, ...quick, ...fields }));
    const crawl = (...more: string[]): Promise<{ counts: Counts }> =>
      surf('run', workflow, '--data', data, '--allow-private-network', ...more);
    const first = await crawl();
    const { counts } = again ? await crawl('--base', 'last') : first;
    if (again && counts.notModified === 0) return ['no page was found to be as it was'];
    let responses = 0;
    for (const [format, file] of Object.entries(FILES)) {
      const args = ['export', 'last', '--format', format, '--out', join(place, file), '--data', data];
      const { items } = await surf<{ items: number }>(...args);
      if (format === 'wacz') responses = items;
    }
    const extracted = 'selection' in fields ? { heading: 'VARCHAR', links: 'VARCHAR', count: 'BIGINT' } : {};
    const expected = { pages: counts.stored + counts.notModified, responses, fields: extracted };
    await writeFile(join(place, 'expected.json'), JSON.stringify(expected));
    const least = Object.keys(HOSTILE_SITE).length - 4;
    return [...(counts.stored < least ? [`only ${counts.stored} pages`] : []), ...(await opened(place))];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    await site.close();
  }
}

async function surf<T>(...args: string[]): Promise<T> {
  const { stdout } = await run(process.execPath, [SURF, ...args, '--json'], {
    cwd: ROOT,
    maxBuffer: MOST_OUTPUT,
  });
  return JSON.parse(stdout) as T;
}

async function opened(place: string): Promise<string[]> {
  try {
    await run(python(), [join(ROOT, 'test/export/check.py'), place], { maxBuffer: MOST_OUTPUT });
    return [];
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    const lines = `${stdout}${stderr}`.split('\n').filter(Boolean);
    return lines.length > 0 ? lines.slice(0, 20) : [String(error)];
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
