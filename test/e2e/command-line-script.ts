import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf, linesOf, QUICK, type Result, resultOf, smallSite } from '#test/e2e/cli-bench.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/embedded-crawl.ts';
import { type ProcessEnd, SurfProcess, surf } from '#test/e2e/surf-process.ts';
import { type Site, startSite } from '#test/site/site.ts';

/** What leads `surf …` to the place where it is to work. */
export interface Reach {
  readonly flags: readonly string[];
  /** Added to that of the test. */
  readonly environment?: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** One command line. */
interface Step {
  readonly says: string;
  readonly args: (of: Given) => readonly string[];
  /** @default 0 */
  readonly code?: number;
  /** What its one JSON object has; with a code above 1, what its error has. */
  readonly object?: (of: Given) => object;
  /** How many lines of JSON it prints; the first has `object`. */
  readonly lines?: number;
}

interface Given {
  readonly seed: string;
  /** Of the test: `page.yaml`, `bad.json`, and `workflows/` with `first.json` and `second.yaml`. */
  readonly folder: string;
}

const LEDGER = {
  discovered: 65,
  stored: 61,
  notModified: 0,
  duplicate: 1,
  redirected: 1,
  skipped: { nofollow: 1 },
  failed: { 'http-4xx': 1 },
  pending: 0,
};
const RESULT = [
  ...['execution', 'status', 'reason', 'counts', 'levels', 'bytes'],
  ...['seconds', 'pagesPerSecond', 'costUsd', 'data'],
];
const MINUTES = 60_000;

/** In this order, each on what those before have left; `last` is the execution of the latest crawl. */
const STEPS: readonly Step[] = [
  {
    says: 'a crawl ends at its limit',
    args: ({ seed }) => ['crawl', seed, ...QUICK, '--pages', '10', '--links', 'full'],
    object: () => ({ status: 'limited', reason: 'pages', counts: { stored: 10 } }),
  },
  {
    says: 'status shows it',
    args: () => ['status', 'last'],
    object: () => ({ status: 'limited', desired: 'run', limits: { pages: 10, depth: 10 }, waiting: null, hosts: [] }),
  },
  {
    says: 'nobody resumes what is limited',
    args: () => ['resume', 'last'],
    code: 5,
    object: () => ({ code: 'STATE_CONFLICT' }),
  },
  {
    says: 'continue takes no total below what is used',
    args: () => ['continue', 'last', '--pages', '5'],
    code: 2,
    object: () => ({ code: 'CONTINUE_BELOW_USED' }),
  },
  {
    says: 'continue goes on to the end',
    args: () => ['continue', 'last', '--pages', 'none'],
    object: () => ({ status: 'succeeded', reason: null, counts: LEDGER }),
  },
  { says: 'tasks has every URL', args: () => ['tasks', 'last'], lines: LEDGER.discovered },
  {
    says: 'tasks by state and reason',
    args: () => ['tasks', 'last', '--state', 'skipped', '--reason', 'nofollow'],
    lines: 1,
    object: ({ seed }) => ({ url: `${seed}nf`, state: 'skipped', reason: 'nofollow', level: 1, via: seed }),
  },
  { says: 'tasks by level', args: () => ['tasks', 'last', '--level', '2'], lines: 9 },
  {
    says: 'explain says why',
    args: ({ seed }) => ['explain', 'last', `${seed}gone`],
    object: ({ seed }) => ({ given: `${seed}gone`, state: 'failed', found: { how: 'link', level: 1 } }),
  },
  {
    says: 'verify proves every count',
    args: () => ['verify', 'last'],
    object: () => ({ holds: true, differences: [], total: 0, counts: LEDGER, pages: 61 }),
  },
  {
    says: 'records has every page',
    args: () => ['records', 'last'],
    lines: 61,
    object: ({ seed }) => ({ url: seed, status: 200, level: 0, via: null, noindex: false }),
  },
  ...(['jsonl', 'csv', 'parquet'] as const).map(
    (format): Step => ({
      says: `export ${format}`,
      args: ({ folder }) => ['export', 'last', '--format', format, '--out', join(folder, `pages.${format}`)],
      object: () => ({ format, files: 1, items: 61 }),
    }),
  ),
  {
    says: 'export warc to one file; robots.txt, the redirect and the error are in it',
    args: ({ folder }) => ['export', 'last', '--format', 'warc', '--out', join(folder, 'all.warc.gz')],
    object: () => ({ format: 'warc', files: 1, items: 65 }),
  },
  {
    says: 'export warc to a folder',
    args: ({ folder }) => ['export', 'last', '--format', 'warc', '--out', `${join(folder, 'parts')}/`],
    object: () => ({ format: 'warc', items: 65 }),
  },
  {
    says: 'export links by target',
    args: ({ folder }) => [
      'export',
      'last',
      '--format',
      'links',
      '--by',
      'target',
      '--out',
      join(folder, 'links.jsonl'),
    ],
    object: () => ({ format: 'links', files: 1, items: 64 }),
  },
  {
    says: 'export overwrites by force only',
    args: ({ folder }) => ['export', 'last', '--format', 'jsonl', '--out', join(folder, 'pages.jsonl')],
    code: 5,
    object: () => ({ code: 'OUTPUT_EXISTS' }),
  },
  {
    says: 'run crawls as a file says; flags win',
    args: ({ folder }) => ['run', join(folder, 'page.yaml'), '--pages', '3', '--allow-private-network'],
    object: () => ({ status: 'limited', reason: 'pages', counts: { stored: 3 } }),
  },
  {
    says: 'run again, after that one as base',
    args: ({ folder }) => ['run', join(folder, 'page.yaml'), '--base', 'last', '--allow-private-network'],
    object: () => ({ status: 'limited', reason: 'pages', counts: { stored: 4 }, base: expect.stringMatching(/^x/) }),
  },
  {
    says: 'run names what is wrong with a file',
    args: ({ folder }) => ['run', join(folder, 'bad.json')],
    code: 2,
    object: () => ({ code: 'FIELD_UNKNOWN', message: expect.stringContaining('limits') }),
  },
  {
    says: 'ls has the newest first',
    args: () => ['ls'],
    lines: 3,
    object: () => ({ name: 'one page', status: 'limited', reason: 'pages', base: expect.stringMatching(/^x/) }),
  },
  ...['status', 'stop', 'continue', 'records'].map(
    (command): Step => ({
      says: `${command} knows no execution that is not there`,
      args: () => [command, 'x00000000000'],
      code: 4,
      object: () => ({ code: 'EXECUTION_NOT_FOUND' }),
    }),
  ),
  {
    says: 'a name that is no id is not found',
    args: () => ['status', 'nonsense'],
    code: 4,
    object: () => ({ code: 'EXECUTION_NOT_FOUND' }),
  },
  {
    says: 'apply shows what it would create',
    args: ({ folder }) => ['apply', join(folder, 'workflows'), '--dry-run'],
    lines: 2,
    object: () => ({ name: 'first', action: 'create', applied: false, workflow: null, version: null }),
  },
  {
    says: 'apply saves nothing without being told to',
    args: ({ folder }) => ['apply', join(folder, 'workflows')],
    code: 2,
    object: () => ({ code: 'COMMAND_USAGE', remedy: expect.stringContaining('--yes') }),
  },
  {
    says: 'apply creates',
    args: ({ folder }) => ['apply', join(folder, 'workflows'), '--yes'],
    lines: 2,
    object: () => ({ name: 'first', action: 'create', applied: true, workflow: expect.any(String), version: 1 }),
  },
  {
    says: 'apply finds nothing to do',
    args: ({ folder }) => ['apply', join(folder, 'workflows'), '--yes'],
    lines: 2,
    object: () => ({ name: 'first', action: 'unchanged', applied: false, version: 1, changes: [] }),
  },
  {
    says: 'apply updates what a file has changed, field by field',
    args: ({ folder }) => {
      writeFileSync(join(folder, 'workflows', 'first.json'), JSON.stringify({ seeds: [SEED], limits: { pages: 8 } }));
      return ['apply', join(folder, 'workflows'), '--yes'];
    },
    lines: 2,
    object: () => ({
      ...{ name: 'first', action: 'update', applied: true, version: 2 },
      changes: [{ field: 'limits.pages', from: 7, to: 8 }],
    }),
  },
];

/** Of workflows that nobody starts. */
const SEED = 'http://first.example/';

/** Runs the same command lines wherever `open` leads, and expects the same of them. @param name for the report */
export function commandLineScript(name: string, open: () => Promise<Reach>): void {
  describe(`the command line ${name}`, () => {
    const folder = temporaryFolder();
    let site: Site;
    let reach: Reach;
    const given = (): Given => ({ seed: `${site.origin(0)}/`, folder });
    const run = (...args: string[]): Promise<ProcessEnd> =>
      surf([...args, '--json', ...reach.flags], reach.environment);

    beforeAll(async () => {
      site = await startSite({ handler: smallSite, robots: (exchange) => exchange.send(404, {}, '') });
      reach = await open();
      writeFiles(given());
    }, 5 * MINUTES);
    afterAll(async () => {
      await reach?.close();
      await site?.close();
      removeFolder(folder);
    }, MINUTES);

    it.each(STEPS)(
      '$says',
      async ({ args, code = 0, object, lines }) => {
        const end = await run(...args(given()));

        expect([end.code, code === 0 ? end.stderr : end.stdout]).toEqual([code, '']);
        const printed = code === 0 ? linesOf<object>(end) : [errorOf(end)];
        expect(printed).toHaveLength(lines ?? 1);
        if (object !== undefined) expect(printed[0]).toMatchObject(object(given()));
      },
      5 * MINUTES,
    );

    it('writes exports that have the same in them', async () => {
      const text = (file: string) => readFile(join(folder, file), 'utf8');
      const pages = linesOf<{ url: string; title: string }>({ stdout: await text('pages.jsonl') });
      const index = (await text(join('parts', 'index.cdxj'))).trimEnd().split('\n');

      expect(new Set(pages.map(({ url }) => url)).size).toBe(61);
      expect(pages[1]?.title).toBe('\u001b[31mred\u0007');
      expect((await text('pages.csv')).trimEnd().split('\r\n')).toHaveLength(62);
      expect(index).toEqual([...index].sort());
      expect(index.filter((line) => line.includes('"status":"404"'))).toHaveLength(2);
      expect((await readFile(join(folder, 'pages.parquet'))).subarray(0, 4).toString()).toBe('PAR1');
    });

    it(
      'prints the object of semantics.md, and tells people the same in words',
      async () => {
        const crawl = ['crawl', `${site.origin(0)}/`, ...QUICK, '--depth', '1'];
        const end = await run(...crawl);
        const told = await surf([...crawl, ...reach.flags], reach.environment);

        expect(Object.keys(resultOf(end))).toEqual(RESULT);
        expect(told.code).toBe(0);
        expect(told.stdout).toMatch(/^x\w+: limited \(depth\) after /);
        expect(told.stdout).toContain('5 pages');
        expect(told.stderr).toMatch(/^execution x\w+ \(data in /);
      },
      5 * MINUTES,
    );

    it(
      'pause, resume and stop reach a crawl under way; Ctrl-C stops it and says how to go on',
      async () => {
        const from = site.log.length;
        const crawl = ['crawl', `${site.origin(0)}/`, ...QUICK, '--delay', '0.3', ...reach.flags];
        const driver = new SurfProcess([...crawl, '--json'], reach.environment);
        await asked(site, from + 4);
        const paused = await run('pause', 'last');
        const driven = await driver.ended;
        const resumed = new SurfProcess(['resume', 'last', ...reach.flags], reach.environment);
        await asked(site, site.log.length + 3);
        resumed.signal('SIGINT');
        const interrupted = await resumed.ended;
        const again = await run('stop', 'last');
        const rest = await run('continue', 'last', '--depth', '2');

        expect([paused.code, resultOf(paused).status, driven.code]).toEqual([0, 'paused', 0]);
        expect(resultOf(driven)).toMatchObject({ status: 'paused', execution: resultOf(paused).execution });
        expect(interrupted.code).toBe(130);
        expect(interrupted.stderr).toContain('stopping');
        expect(interrupted.stdout).toMatch(/surf continue x\w+ goes on/);
        expect([again.code, resultOf(again).status]).toEqual([0, 'stopped']);
        expect(resultOf(rest)).toMatchObject({ status: 'limited', reason: 'depth' } satisfies Partial<Result>);
        expect(JSON.parse((await run('verify', 'last')).stdout)).toMatchObject({ holds: true });
      },
      5 * MINUTES,
    );
  });
}

/** Until the site was asked so often in all. */
async function asked(site: Site, times: number): Promise<void> {
  while (site.log.length < times) await new Promise((resolve) => setTimeout(resolve, 20));
}

function writeFiles({ seed, folder }: Given): void {
  mkdirSync(join(folder, 'workflows'));
  const quick = 'politeness:\n  delaySeconds: 0\nretry:\n  attempts: 1\n';
  writeFileSync(join(folder, 'page.yaml'), `name: one page\nseeds:\n  - ${seed}\nlimits:\n  pages: 4\n${quick}`);
  writeFileSync(join(folder, 'bad.json'), JSON.stringify({ seeds: [seed], limts: { pages: 3 } }));
  writeFileSync(join(folder, 'workflows', 'first.json'), JSON.stringify({ seeds: [SEED], limits: { pages: 7 } }));
  writeFileSync(join(folder, 'workflows', 'second.yaml'), `name: the second\nseeds:\n  - ${SEED}\n`);
  writeFileSync(join(folder, 'workflows', 'notes.txt'), 'no workflow');
}
