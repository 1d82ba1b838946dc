import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEMO_HOSTS, demoSite } from '#demo/demo-site.ts';
import { servePathologies } from '#test/site/pathologies.ts';
import { PATHOLOGY_SETTINGS } from '#test/site/pathology.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { ChangingSite } from '#test/site/sites/changing-site.ts';
import { makeWeb } from '#test/site/web/make-web.ts';
import { type CrawlResult, checkWarcs, crawl, findWarcio, type WarcReport } from '#test/warc/crawl-and-check.ts';

/**
 * `npm run test:warc`: crawls four sites with the CLI, one of them again when it has changed, lets
 * PyPI's warcio check every archive, ends with 1 on any fault.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RESULT = '.ci/out/warc.json';

const NO_DELAY = { politeness: { delaySeconds: 0 } };
const web = makeWeb({ hosts: 4, pages: 120, redirects: [301, 302, 308], errors: [404, 500], duplicates: 5 });
const changing = new ChangingSite();

interface CheckedSite {
  readonly name: string;
  readonly start: () => Promise<Site>;
  readonly fields: object;
  /** Changes the site: it is crawled again, with the first crawl as base. */
  readonly change?: () => void;
}

const SITES: readonly CheckedSite[] = [
  { name: 'demo', start: () => startSite({ hosts: DEMO_HOSTS, handler: demoSite().handler }), fields: NO_DELAY },
  { name: 'made-up web', start: () => startSite({ hosts: 4, handler: web.handler }), fields: NO_DELAY },
  { name: 'pathologies', start: () => startSite({ hosts: 2, handler: servePathologies }), fields: PATHOLOGY_SETTINGS },
  {
    name: 'a site that changes',
    start: () => startSite({ handler: changing.handler }),
    fields: NO_DELAY,
    change: () => {
      changing.isLater = true;
    },
  },
];

const warcio = findWarcio(ROOT);
const folder = await mkdtemp(join(tmpdir(), 'surf-warc-'));
let passed = 0;
let failed = 0;
try {
  for (const one of SITES) {
    const faults = await check(one, await one.start());
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

/** Crawls one site, and again when it changes. @returns what is wrong, in words */
async function check({ name, fields, change }: CheckedSite, site: Site): Promise<string[]> {
  const data = join(folder, name.replaceAll(' ', '-'));
  const workflow = `${data}.json`;
  try {
    await writeFile(workflow, JSON.stringify({ name, seeds: site.origins.map((origin) => `${origin}/`), ...fields }));
    const first = await crawl(ROOT, { workflow, data });
    const faults = await checkOne(name, data, first);
    if (change === undefined) return faults;
    change();
    const again = await crawl(ROOT, { workflow, data, more: ['--base', first.execution] });
    if (again.counts.notModified === 0) faults.push('every page was fetched again');
    return [...faults, ...(await checkOne(`${name}, again`, data, again))];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    await site.close();
  }
}

async function checkOne(name: string, data: string, { execution, counts }: CrawlResult): Promise<string[]> {
  const report = await checkWarcs(warcio, data, execution);
  const { files, responses, revisits } = report;
  say(`${name}: ${counts.stored} pages, ${files} WARC files, ${responses} responses, ${revisits} revisits`);
  return [...report.faults, ...missing(report, counts)];
}

/** Every page has a record of its kind, and there was something to check. */
function missing({ files, responses, revisits }: WarcReport, counts: CrawlResult['counts']): string[] {
  const { stored, notModified } = counts;
  const faults: string[] = [];
  if (files === 0 || stored === 0) faults.push(`nothing was archived: ${files} files, ${stored} pages`);
  if (responses < stored) faults.push(`${stored} pages, but ${responses} response records`);
  if (revisits < notModified) faults.push(`${notModified} pages not modified, but ${revisits} revisit records`);
  return faults;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
