import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256Hex } from '#core/bytes/digest.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { errorOf, QUICK, resultOf } from '#test/e2e/process/cli-bench.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { type ProcessEnd, SurfProcess } from '#test/e2e/process/surf-process.ts';
import { serveHostile } from '#test/export/hostile-site.ts';
import { zipEntries } from '#test/export/zip-entries.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { ChangingSite } from '#test/site/sites/changing-site.ts';

/** Format, where to, and options; a name that ends with `/` is a folder. */
const EXPORTS: readonly (readonly [format: string, out: string, ...more: string[]])[] = [
  ['warc', 'all.warc.gz'],
  ['warc', 'parts/'],
  ['wacz', 'all.wacz'],
  ['jsonl', 'pages.jsonl'],
  ['csv', 'pages.csv'],
  ['parquet', 'pages.parquet'],
  ['markdown', 'all.md'],
  ['markdown', 'md/'],
  ['markdown', 'full.md', '--mode', 'full'],
  ['markdown', 'fit/', '--mode', 'fit', '--tokens', '50'],
  ['facts', 'facts.jsonl'],
  ['chunks', 'chunks.jsonl'],
  ['chunks', 'small.jsonl', '--chunk', '50'],
  ['llms', 'llms.txt'],
  ['llms-full', 'llms-full.txt'],
  ['csv', 'texts.csv', '--columns', 'url,wordCount,text,markdown,inLinks,depth,pageRank'],
  ['links', 'links.jsonl'],
  ['links', 'targets.jsonl', '--by', 'target'],
  ['mirror', 'mirror/'],
  ['crawl-table', 'table.jsonl'],
  ['crawl-table', 'ports.jsonl', '--explicit-ports'],
  ['index', 'index.txt'],
];

/**
 * SHA-256 of every file by its path; of a WACZ those of its files but for the moment at which it
 * was made.
 */
async function contentsOf(path: string): Promise<Record<string, string>> {
  if (path.endsWith('.wacz')) {
    const entries = zipEntries(await readFile(path));
    const about = JSON.parse(String(entries.get('datapackage.json'))) as Record<string, unknown>;
    entries.set('datapackage.json', Buffer.from(JSON.stringify({ ...about, created: null })));
    entries.delete('datapackage-digest.json');
    return Object.fromEntries([...entries].map(([name, bytes]) => [name, sha256Hex(bytes)]));
  }
  if (!path.endsWith('/')) return { '': sha256Hex(await readFile(path)) };
  const there = await readdir(path, { recursive: true, withFileTypes: true });
  const files = there.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(files.sort().map(async (file) => [file.slice(path.length), sha256Hex(await readFile(file))])),
  );
}

/** `status` names the place. */
const withoutPlace = ({ code, stdout, stderr }: ProcessEnd): ProcessEnd => ({
  code,
  stderr,
  stdout: stdout.replace(/,"data":"[^"]*"\}\n$/, '}\n'),
});

/**
 * Executions that the command line started in the folder that is served: no workflow of theirs is
 * on the server.
 */
describe('what a server gives is what its data folder has', () => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  const changing = new ChangingSite();
  const ids: Record<string, string> = {};
  const sites: Site[] = [];
  const environment = { XDG_CONFIG_HOME: folder };
  let server: SurfProcess;
  let here: readonly string[] = [];
  let there: readonly string[] = [];

  const exported = async (id: string | undefined, out: string, [format, ...more]: readonly string[]) =>
    await surfHere(['export', id ?? '', '--format', format ?? '', '--out', out, ...more, '--json'], environment);
  const everywhere = async (args: readonly string[]): Promise<readonly [ProcessEnd, ProcessEnd]> =>
    await Promise.all([surfHere([...args, ...here], environment), surfHere([...args, ...there], environment)]);
  const crawl = async (name: string, site: Site, ...more: string[]): Promise<void> => {
    const end = await surfHere(['crawl', `${site.origin(0)}/`, ...QUICK, ...more, '--data', data, '--json']);
    ids[name] = resultOf(end).execution;
  };

  beforeAll(async () => {
    sites.push(await startSite({ handler: serveHostile }), await startSite({ handler: changing.handler }));
    const [hostile, other] = sites as [Site, Site];
    await crawl('hostile', hostile);
    await crawl('targets', hostile, '--links', 'targets', '--external', '--external-allowed', 'example.com');
    await crawl('base', other, '--links', 'full');
    changing.isLater = true;
    await crawl('recrawl', other, '--base', String(ids.base), '--links', 'full');
    await crawl('without', hostile, '--no-warc');
    server = new SurfProcess(['serve', '--port', '0', '--json', '--data', data]);
    here = ['--data', data];
    there = ['--api', new URL((JSON.parse(await server.prints()) as { address: string }).address).origin];
  });
  afterAll(async () => {
    server.signal('SIGTERM');
    await server.ended;
    for (const site of sites) await site.close();
    removeFolder(folder);
  });

  it.each([
    ...EXPORTS.map((asked) => ['hostile', ...asked] as const),
    ...EXPORTS.map((asked) => ['recrawl', ...asked] as const),
    ...EXPORTS.filter(([format]) => format === 'links').map((asked) => ['targets', ...asked] as const),
  ])('the export of %s as %s: %s', async (name, format, out, ...more) => {
    const [one, other] = [join(folder, `here-${name}`, out), join(folder, `there-${name}`, out)];

    const [embedded, remote] = await Promise.all([
      exported(ids[name], one, [format, ...more, ...here]),
      exported(ids[name], other, [format, ...more, ...there]),
    ]);

    expect([embedded.code, embedded.stderr, remote.code, remote.stderr]).toEqual([0, '', 0, '']);
    const told = JSON.parse(embedded.stdout) as { items: number };
    expect(told.items).toBeGreaterThan(10);
    expect(JSON.parse(remote.stdout)).toEqual({ ...told, out: other.replace(/\/$/, '') });
    const contents = await contentsOf(one);
    expect(Object.keys(contents).length).toBeGreaterThan(0);
    expect(await contentsOf(other)).toEqual(contents);
  });

  it('exports refuse what was not kept, and leave nothing behind', async () => {
    for (const [format, out] of EXPORTS.filter(([name]) => !['jsonl', 'csv', 'parquet', 'llms'].includes(name))) {
      const end = await exported(ids.without, join(folder, 'none', out), [format, ...there]);
      expect([format, end.code, errorOf(end).code]).toEqual([format, 2, 'OUTPUT_NOT_KEPT']);
    }
    const left = await readdir(join(folder, 'none'), { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
  });

  it.each([
    ['status'],
    ['tasks'],
    ['tasks', '--state', 'succeeded', '--level', '1'],
    ['explain', '/p6'],
    ['explain', '/never'],
    ['verify'],
    ['records', '--format', 'csv'],
    ['search', 'page'],
    ['topics', '--topics', '2'],
    ['audit', '--format', 'jsonl'],
    ['duplicates'],
    ['duplicates', '--by', 'canonical'],
    ['explain', '/', '--facts'],
  ])('commands that read print the same: %s', async (command, ...more) => {
    const url = more.map((argument) => argument.replace(/^\//, `${sites[1]?.origin(0)}/`));
    const args = [command, ids.recrawl ?? '', ...url];
    const [embedded, remote] = await everywhere(args);
    const [json, remoteJson] = await everywhere([...args, '--json']);

    expect([embedded.code, json.code]).toEqual([0, 0]);
    expect(remote).toEqual(embedded);
    expect(withoutPlace(remoteJson)).toEqual(withoutPlace(json));
    expect(json.stdout.length).toBeGreaterThan(100);
  });

  it('external links are the same, as lines, table and seeds (G2)', async () => {
    for (const more of [[], ['--format', 'csv'], ['--seeds', '--state', 'unchecked'], ['--host', 'elsewhere.test']]) {
      const [embedded, remote] = await everywhere(['external', ids.targets ?? '', ...more]);

      expect([embedded.code, embedded.stderr]).toEqual([0, '']);
      expect(embedded.stdout).toContain('http://elsewhere.test/');
      expect(remote).toEqual(embedded);
    }
  });

  it('exports outlive the workflow', async () => {
    const [, api = ''] = there;
    const crawled = await surfHere(['crawl', `${sites[0]?.origin(0)}/`, ...QUICK, ...there, '--json'], environment);
    const { execution } = resultOf(crawled);
    const { workflow } = (await (await fetch(`${api}/v1/executions/${execution}`)).json()) as {
      workflow: { id: string };
    };
    const deleted = await fetch(`${api}/v1/workflows/${workflow.id}`, { method: 'DELETE' });

    expect(deleted.status).toBe(204);
    for (const format of ['csv', 'parquet', 'warc', 'markdown']) {
      const end = await exported(execution, join(folder, `orphan.${format}`), [format, ...there]);
      expect([format, end.code, end.stderr]).toEqual([format, 0, '']);
    }
  });

  it('extract takes the same values out', async () => {
    const selection = join(folder, 'selection.json');
    await writeFile(selection, '{"fields": {"heading": "h1", "title": "title"}}');
    const args = ['extract', ids.recrawl ?? '', '--selection', selection];

    const [embedded, remote] = await everywhere(args);

    expect([embedded.code, remote.code]).toEqual([0, 0]);
    expect(embedded.stdout.split('\n').length).toBeGreaterThan(20);
    expect(remote.stdout).toBe(embedded.stdout);
  });

  it('the end of a crawl names the flag by which other commands reach it', async () => {
    const [site] = sites as [Site];
    const crawlOne = ['crawl', `${site.origin(0)}/`, ...QUICK, '--pages', '1'];
    const [remote, embedded] = [
      await surfHere([...crawlOne, ...there], environment),
      await surfHere([...crawlOne, ...here]),
    ];

    expect(remote.stdout.trim().split('\n').at(-1)).toBe(`these commands need ${there.join(' ')}, too`);
    expect(embedded.stdout).not.toContain('these commands need');
  });
});
