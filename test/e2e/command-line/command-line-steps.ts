import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { QUICK } from '#test/e2e/process/cli-bench.ts';

/** Of workflows that nobody starts. */
const SEED = 'http://first.example/';

/** One command line. */
export interface Step {
  readonly says: string;
  readonly args: (of: Given) => readonly string[];
  /** @default 0 */
  readonly code?: number;
  /** What its one JSON object has; with a code above 1, what its error has. */
  readonly object?: (of: Given) => object;
  /** How many lines of JSON it prints; the first has `object`. */
  readonly lines?: number;
}

export interface Given {
  readonly seed: string;
  /**
   * Of the test: `page.yaml`, `bad.json`, `title.json`, and `workflows/` with `first.json` and
   * `second.yaml`.
   */
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
/**
 * In this order, each on what those before have left; `last` is the execution of the latest crawl.
 */
export const STEPS: readonly Step[] = [
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
    says: 'resume without a new limit meets the same limit again',
    args: () => ['resume', 'last'],
    object: () => ({ status: 'limited', reason: 'pages', counts: { stored: 10 } }),
  },
  {
    says: 'resume takes no total below what is used',
    args: () => ['resume', 'last', '--pages', '5'],
    code: 2,
    object: () => ({ code: 'CONTINUE_BELOW_USED' }),
  },
  {
    says: 'resume continues to the end',
    args: () => ['resume', 'last', '--pages', 'none'],
    object: () => ({ status: 'succeeded', reason: null, counts: LEDGER }),
  },
  {
    says: 'nobody resumes what has succeeded',
    args: () => ['resume', 'last'],
    code: 5,
    object: () => ({ code: 'STATE_CONFLICT' }),
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
  ...(
    [
      ['wacz', 'all.wacz', { files: 1, items: 65 }],
      ['markdown', 'all.md', { files: 1, items: 61 }],
      ['markdown', 'text/', { files: 61, items: 61 }],
      ['mirror', 'mirror/', { files: 63, items: 62 }],
      ['facts', 'facts.jsonl', { files: 1, items: 61 }],
      ['crawl-table', 'table.jsonl', { files: 1, items: 64 }],
      ['index', 'index.txt', { files: 1, items: 62 }],
      ['links', 'links.jsonl', { files: 1, items: 64 }],
      ['links', 'targets.jsonl', { files: 1, items: 64 }, '--by', 'target'],
    ] as const
  ).map(
    ([format, out, object, ...more]): Step => ({
      says: `export ${format} to ${out}`,
      args: ({ folder }) => ['export', 'last', '--format', format, '--out', `${folder}/${out}`, ...more],
      object: () => ({ format, ...object }),
    }),
  ),
  {
    says: 'extract takes other values out of the pages',
    args: ({ folder }) => [
      ...['extract', 'last', '--selection', join(folder, 'title.json')],
      ...['--out', join(folder, 'values.jsonl')],
    ],
    object: () => ({ items: 61 }),
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
    object: () => ({ status: 'limited', counts: { stored: 3, notModified: 1 }, base: expect.stringMatching(/^x/) }),
  },
  {
    says: 'export takes what has not changed from the base',
    args: ({ folder }) => ['export', 'last', '--format', 'mirror', '--out', join(folder, 'again')],
    object: () => ({ files: 5, items: 4 }),
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
    says: 'a name that is not an id is not found',
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
    says: 'apply takes one file, too',
    args: ({ folder }) => ['apply', join(folder, 'workflows', 'first.json'), '--yes'],
    object: () => ({ name: 'first', action: 'unchanged', applied: false, version: 1 }),
  },
  {
    says: 'apply takes several files and folders, and one that is named twice counts once',
    args: ({ folder }) => [...['apply', join(folder, 'workflows', 'first.json'), join(folder, 'workflows'), '--yes']],
    lines: 2,
    object: () => ({ name: 'first', action: 'unchanged', applied: false, version: 1 }),
  },
  {
    says: 'apply saves nothing where one of several files has a fault',
    args: ({ folder }) => {
      writeFileSync(join(folder, 'new.json'), JSON.stringify({ name: 'new', seeds: [SEED] }));
      writeFileSync(join(folder, 'faulty.json'), JSON.stringify({ seeds: [SEED], limits: { pages: -1 } }));
      return ['apply', join(folder, 'new.json'), join(folder, 'faulty.json'), '--yes'];
    },
    code: 2,
    object: () => ({ message: expect.stringContaining('faulty.json: ') }),
  },
  {
    says: 'apply has saved nothing of them',
    args: ({ folder }) => ['apply', join(folder, 'new.json'), '--dry-run'],
    object: () => ({ name: 'new', action: 'create', workflow: null }),
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
      name: 'first',
      action: 'update',
      applied: true,
      version: 2,
      changes: [{ field: 'limits.pages', from: 7, to: 8 }],
    }),
  },
];

/** The files that the steps name. */
export function writeFiles({ seed, folder }: Given): void {
  mkdirSync(join(folder, 'workflows'));
  const quick = 'politeness:\n  delaySeconds: 0\nretry:\n  attempts: 1\n';
  writeFileSync(join(folder, 'page.yaml'), `name: one page\nseeds:\n  - ${seed}\nlimits:\n  pages: 4\n${quick}`);
  writeFileSync(join(folder, 'title.json'), JSON.stringify({ fields: { title: 'title' } }));
  writeFileSync(join(folder, 'bad.json'), JSON.stringify({ seeds: [seed], limts: { pages: 3 } }));
  writeFileSync(join(folder, 'workflows', 'first.json'), JSON.stringify({ seeds: [SEED], limits: { pages: 7 } }));
  writeFileSync(join(folder, 'workflows', 'second.yaml'), `name: the second\nseeds:\n  - ${SEED}\n`);
  writeFileSync(join(folder, 'workflows', 'notes.txt'), 'no workflow');
}
