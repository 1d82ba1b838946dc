import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEMO_HOSTS, demoSite } from '#test/site/demo/demo-site.ts';
import { servePathologies } from '#test/site/pathologies.ts';
import { PATHOLOGY_SETTINGS } from '#test/site/pathology.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { makeWeb } from '#test/site/web/make-web.ts';
import { checkWarcs, crawl, findWarcio, type WarcReport } from '#test/warc/crawl-and-check.ts';

/** `npm run test:warc`: crawls three sites with the CLI, lets PyPI's warcio check every archive, ends with 1 on any fault. */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RESULT = '.ci/out/warc.json';

const NO_DELAY = { politeness: { delaySeconds: 0 } };
const web = makeWeb({ hosts: 4, pages: 120, redirects: [301, 302, 308], errors: [404, 500], duplicates: 5 });
const SITES = [
  { name: 'demo', start: () => startSite({ hosts: DEMO_HOSTS, handler: demoSite().handler }), fields: NO_DELAY },
  { name: 'made-up web', start: () => startSite({ hosts: 4, handler: web.handler }), fields: NO_DELAY },
  { name: 'pathologies', start: () => startSite({ hosts: 2, handler: servePathologies }), fields: PATHOLOGY_SETTINGS },
];

const warcio = findWarcio(ROOT);
const folder = await mkdtemp(join(tmpdir(), 'surf-warc-'));
let passed = 0;
let failed = 0;
try {
  for (const { name, start, fields } of SITES) {
    const faults = await check(name, await start(), fields);
    if (faults.length === 0) passed++;
    else failed++;
    for (const fault of faults) say(`  fault: ${fault}`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
await mkdir(dirname(join(ROOT, RESULT)), { recursive: true });
await writeFile(join(ROOT, RESULT), JSON.stringify({ numPassedTests: passed, numFailedTests: failed }));
say(`warc: ${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Crawls one site. @returns what is wrong, in words */
async function check(name: string, site: Site, fields: object): Promise<string[]> {
  const data = join(folder, name.replaceAll(' ', '-'));
  const file = `${data}.json`;
  try {
    await writeFile(file, JSON.stringify({ name, seeds: site.origins.map((origin) => `${origin}/`), ...fields }));
    const result = await crawl(ROOT, file, data);
    const report = await checkWarcs(warcio, data, result.execution);
    say(`${name}: ${result.counts.stored} pages, ${report.files} WARC files, ${report.responses} responses`);
    return [...report.faults, ...missing(report, result.counts.stored)];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    await site.close();
  }
}

/** Every stored page has a response record, and there was something to check. */
function missing({ files, responses }: WarcReport, stored: number): string[] {
  const faults: string[] = [];
  if (files === 0 || stored === 0) faults.push(`nothing was archived: ${files} files, ${stored} pages`);
  if (responses < stored) faults.push(`${stored} pages, but ${responses} response records`);
  return faults;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
