import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Finding } from '#cli/doctor/finding.ts';
import { attach, crawl } from '#library/index.ts';
import { CliBench, errorOf, HTML, linesOf, QUICK, type Result, resultOf } from '#test/e2e/process/cli-bench.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { SurfProcess } from '#test/e2e/process/surf-process.ts';
import { startSite } from '#test/site/site.ts';

const bench = new CliBench();

/** Counts the links of a page; says nothing about page 1, whose title is hostile. */
const LINKS = `
export const storesData = false;
export const handler = async ({ body, title, execution, key, workflow, level, status }) => {
  if (level === 0) console.log('a line of the plug-in');
  if (title !== null && title.includes('red')) return { error: 'a hostile title' };
  return { fields: { count: body.split('<a ').length - 1, call: execution + '/' + key, workflow, level, status } };
};`;

/** In TypeScript: doubles what the other one found. */
const TWICE = `
interface Page { readonly record: Readonly<Record<string, number>> }
export const storesData: boolean = true;
export const handler = ({ record }: Page) => ({ fields: { links: (record['links.count'] ?? 0) * 2 } });`;

interface RecordLine {
  readonly url: string;
  readonly record: Readonly<Record<string, unknown>>;
  readonly recordErrors: readonly { readonly field: string; readonly code: string; readonly message: string }[];
}

/** Writes the modules. @returns the flags that name them */
function modules(): string[] {
  mkdirSync(bench.folder, { recursive: true });
  const files = { links: ['links.mjs', LINKS], twice: ['twice.ts', TWICE] } as const;
  return Object.entries(files).flatMap(([name, [file, source]]) => {
    writeFileSync(join(bench.folder, file), source);
    return ['--plugin', `${name}=${join(bench.folder, file)}`];
  });
}

describe('plug-ins behind a crawl (S21)', () => {
  it('add their fields to the record of each page, in their order, beside those of the selection', async () => {
    const crawled = await bench.run('crawl', bench.seed, ...QUICK, ...modules(), '--select', 'name=title', '--json');
    const { execution, counts } = resultOf(crawled);
    const records = linesOf<RecordLine>(await bench.run('records', execution));
    const csv = (await bench.run('export', execution, '-o', '-', '--format', 'csv')).stdout;
    const chosen = await bench.run('export', execution, '-o', '-', '--format', 'csv', '--columns', 'links.count,twice');

    expect([records.length, counts.failed]).toEqual([61, { 'http-4xx': 1 }]);
    const [first] = records;
    expect(first?.record).toEqual({
      name: 'page 0',
      'links.count': 7,
      'links.call': expect.stringMatching(new RegExp(`^${execution}/[0-9a-f]+$`)),
      'links.workflow': new URL(bench.seed).host,
      'links.level': 0,
      'links.status': 200,
      'twice.links': 14,
    });
    expect(csv.split('\n')[0]?.trim().split(',').slice(-4)).toEqual(['name', 'links', 'twice', 'recordErrors']);
    expect(
      chosen.stdout
        .split('\n')
        .slice(0, 2)
        .map((line) => line.trim()),
    ).toEqual(['links.count,twice', '7,"{""links"":14}"']);
    expect((await bench.run('verify', execution)).code).toBe(0);
    expect(crawled.stdout).not.toContain('a line of the plug-in');
  });

  it('that say nothing of a page leave an error in its record, and the page stays what it is', async () => {
    const crawled = await bench.run('crawl', bench.seed, ...QUICK, ...modules());
    const faulty = linesOf<RecordLine>(await bench.run('records', 'last', '--errors'));

    expect(faulty).toEqual([
      expect.objectContaining({
        url: `${bench.seed}1`,
        status: 200,
        record: { 'twice.links': 0 },
        recordErrors: [{ field: 'links', code: 'plugin-failed', message: 'a hostile title' }],
      }),
    ]);
    expect(crawled.stdout).toContain('links: plugin-failed in 1 record');
  });

  it('that throw, hang, answer a megabyte or nonsense cost no page', async () => {
    const titles = ['throws', 'hangs', 'spins', 'huge', 'nothing', 'a list', 'exits', 'fine'];
    const site = await startSite({
      handler: (exchange) => {
        const links = titles.map((_, n) => `<a href=/${n}>x</a>`).join('');
        const title = exchange.url.pathname === '/' ? 'start' : (titles[Number(exchange.url.pathname.slice(1))] ?? '');
        return exchange.send(
          title === '' ? 404 : 200,
          HTML,
          `<title>${title}</title>${title === 'start' ? links : ''}`,
        );
      },
    });
    const source = join(import.meta.dirname, '../../fakes/plugins/behaviours.ts');
    const quick = join(bench.folder, 'quick.mjs');
    writeFileSync(quick, `export * from ${JSON.stringify(source)}; export const timeoutSeconds = 0.4;`);

    const run = await crawl(`${site.origin(0)}/`, {
      data: bench.data,
      allowPrivateNetwork: true,
      politeness: { delaySeconds: 0 },
      pluginFiles: { says: quick },
    });
    const report = await run.finished();
    const faults: Record<string, string> = {};
    for await (const { title, recordErrors } of run.pages()) {
      faults[title ?? ''] = recordErrors.map(({ field, code }) => `${field} ${code}`).join();
    }
    const verified = await report.verify();
    await run.close();
    await site.close();

    expect(report.counts.stored).toBe(9);
    expect(faults).toEqual({
      start: '',
      fine: '',
      throws: 'says plugin-failed',
      nothing: 'says plugin-failed',
      'a list': 'says plugin-failed',
      exits: 'says plugin-failed',
      huge: 'says too-large',
      hangs: 'says plugin-timeout',
      spins: 'says plugin-timeout',
    });
    expect(verified.holds).toBe(true);
  });

  it('are refused before the first request where nobody has them, also when a crawl continues', async () => {
    const unknown = await bench.run('crawl', bench.seed, ...QUICK, ...modules(), '--plugins', 'linsk', '--json');
    const limited = await bench.run('crawl', bench.seed, ...QUICK, ...modules(), '--pages', '3', '--json');
    const { execution } = resultOf(limited);
    const without = await bench.run('continue', execution, '--pages', '5', '--allow-private-network', '--json');
    const before = bench.site.log.length;
    const resumed = await attach(execution, {
      data: bench.data,
      resume: { limits: { pages: 5 } },
      pluginFiles: { twice: join(bench.folder, 'twice.ts'), links: join(bench.folder, 'links.mjs') },
    });
    const { counts } = await resumed.finished();
    await resumed.close();

    expect(errorOf(unknown)).toMatchObject({
      code: 'PLUGIN_UNKNOWN',
      message: 'no plug-in is named linsk; there are links, twice',
    });
    expect(errorOf(without)).toMatchObject({ code: 'PLUGIN_UNKNOWN', message: expect.stringContaining('none here') });
    expect([counts.stored, bench.site.log.length - before > 0]).toEqual([5, true]);
  });

  it.each([
    [['--plugin', 'links'], 'COMMAND_USAGE', '--plugin "links" names no file'],
    [['--plugin', 'Links=x.mjs'], 'PLUGIN_INVALID', '"Links" is not a name of a plug-in'],
    [['--plugin', 'a=nowhere.mjs'], 'PLUGIN_INVALID', 'the plug-in a cannot be used: there is no file'],
    [['--plugin', 'a=x.mjs', '--plugin', 'a=y.mjs'], 'PLUGIN_INVALID', 'two plug-ins have the name a'],
    [['--plugin', 'a=x.mjs', '--api', 'http://127.0.0.1:9'], 'COMMAND_USAGE', '--api names a server'],
  ])('%j is refused', async (flags, code, message) => {
    const refused = await surfHere(['crawl', bench.seed, ...QUICK, '--json', ...flags]);

    expect(errorOf(refused)).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it('of a server are its operator’s: a caller names them, and gives none', async () => {
    const server = new SurfProcess([
      ...['serve', '--data', bench.data, '--port', '0', '--json', '--allow-private-network'],
      ...modules(),
    ]);
    const { address } = JSON.parse(await server.prints()) as { address: string };
    const there = ['--api', address, '--json', ...QUICK];
    const workflow = { seeds: [bench.seed], plugins: ['other'] };
    const refused = await fetch(new URL('/v1/workflows', address), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(workflow),
    });
    const crawled = await surfHere(['crawl', bench.seed, ...there, '--pages', '4', '--plugins', 'links']);
    const { execution } = JSON.parse(crawled.stdout) as Result;
    const records = linesOf<RecordLine>(await surfHere(['records', execution, '--api', address]));
    const found = linesOf<Finding>(await surfHere(['doctor', '--api', address, '--json']));
    server.signal('SIGTERM');
    await server.ended;

    expect(found.find(({ check }) => check === 'plug-ins')).toMatchObject({
      state: 'ok',
      says: 'links, twice (keeps data elsewhere)',
    });
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([422, 'PLUGIN_UNKNOWN']);
    expect(records.map(({ record }) => record['links.count']).filter((count) => count !== undefined)).toHaveLength(3);
    expect(records).toHaveLength(4);
  });
});
