import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { errorOf, linesOf, QUICK, resultOf } from '#test/e2e/process/cli-bench.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { type ProcessEnd, SurfProcess } from '#test/e2e/process/surf-process.ts';
import { type Site, startSite } from '#test/site/site.ts';

/** 104 words; those of these places are others. */
function textOf(subject: string, changed: readonly [from: number, to: number] = [0, 0]): string {
  const [from, to] = changed;
  return Array.from({ length: 104 }, (_, i) => `${subject}${i >= from && i < to ? 'x' : ''}${i}`).join(' ');
}

/**
 * Common runs of a and a2: 0.98, of a and a10: 0.82. c3 joins c1 (0.92) and c2 (0.90), which have
 * 0.83 in common.
 */
const PAGES: Readonly<Record<string, string>> = {
  '/a': `lamp ${textOf('oil')}`,
  '/a2': `lamp ${textOf('oil', [103, 104])}`,
  '/a10': `lamp ${textOf('oil', [94, 104])}`,
  '/b': `lamp ${textOf('gas')}`,
  '/c1': textOf('tar', [100, 104]),
  '/c2': textOf('tar', [1, 5]),
  '/c3': textOf('tar'),
};
const ALL = Object.keys(PAGES);
const FORMATS = ['jsonl', 'csv', 'markdown', 'chunks', 'llms', 'llms-full'] as const;

describe.each(['embedded', 'served'] as const)('near copies, %s', (mode) => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  let site: Site;
  let server: SurfProcess | null = null;
  let place: readonly string[] = ['--data', data];
  let api = '';
  let id = '';
  const surf = (...args: string[]): Promise<ProcessEnd> => surfHere([...args, ...place], { XDG_CONFIG_HOME: folder });
  beforeAll(async () => {
    site = await startSite({
      handler: async (exchange) => {
        const text = PAGES[exchange.url.pathname];
        const links = Object.keys(PAGES).map((path) => `<a href="${path}">${path}</a>`);
        if (exchange.url.pathname === '/') return exchange.html(`<title>start</title><nav>${links.join('')}</nav>`);
        return text === undefined
          ? exchange.send(404, {})
          : exchange.html(`<title>${exchange.url.pathname}</title><main><p>${text}</p></main>`);
      },
    });
    if (mode === 'served') {
      server = new SurfProcess(['serve', '--port', '0', '--json', '--data', data]);
      api = new URL((JSON.parse(await server.prints()) as { address: string }).address).origin;
      place = ['--api', api];
    }
    id = resultOf(await surf('crawl', `${site.origin(0)}/`, ...QUICK, '--json')).execution;
  });
  afterAll(async () => {
    server?.signal('SIGTERM');
    await server?.ended;
    await site.close();
    removeFolder(folder);
  });

  /** Paths of pages that a text names. */
  const pathsIn = (text: string): string[] =>
    Object.keys(PAGES).filter((path) => new RegExp(`${site.origin(0)}${path}\\b`).test(text));
  const exported = async (format: string, ...more: string[]): Promise<string[]> => {
    const { stdout, stderr, code } = await surf('export', id, '--format', format, '-o', '-', ...more);
    expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
    return pathsIn(stdout);
  };

  it('are left out of exports of pages and texts; each is near to a page that stays', async () => {
    for (const format of FORMATS) {
      expect([format, await exported(format)]).toEqual([format, ALL]);
      expect([format, await exported(format, '--near-duplicates', 'skip')]).toEqual([
        format,
        ['/a', '/a10', '/b', '/c1', '/c2'],
      ]);
    }
    expect(await exported('csv', '--near-duplicates', 'skip', '--threshold', '0.8')).toEqual(['/a', '/b', '/c1']);
    expect(await exported('csv', '--near-duplicates', 'keep')).toEqual(ALL);
  });

  it('are refused where a format has no pages, or the word is another', async () => {
    const warc = await surf('export', id, '--format', 'warc', '-o', '-', '--near-duplicates', 'skip', '--json');
    const word = await surf('export', id, '--format', 'csv', '-o', '-', '--near-duplicates', 'mark', '--json');

    expect([errorOf(warc).code, errorOf(word).code]).toEqual(['COMMAND_USAGE', 'COMMAND_USAGE']);
    if (mode === 'embedded') return;
    const path = `${api}/v1/executions/${id}/exports/`;
    const refused = await fetch(`${path}warc?nearDuplicates=skip`);
    const made = await fetch(`${path}csv?nearDuplicates=skip&threshold=0.8`);
    expect([refused.status, made.status, pathsIn(await made.text())]).toEqual([400, 200, ['/a', '/b', '/c1']]);
  });

  it('are left out of searches, and counted', async () => {
    const searched = async (...more: string[]) => {
      const [summary, ...results] = linesOf<{ total: number; leftOut?: number; url: string }>(
        await surf('search', id, 'lamp', '--json', ...more),
      );
      return { ...summary, urls: results.map(({ url }) => url.replace(site.origin(0), '')).sort() };
    };

    const all = await searched();
    const distinct = await searched('--near-duplicates', 'skip');
    const second = await searched('--near-duplicates', 'skip', '--limit', '2', '--offset', '2');

    expect([all.total, all.leftOut, all.urls]).toEqual([4, undefined, ['/a', '/a10', '/a2', '/b']]);
    expect([distinct.total, distinct.leftOut, distinct.urls.length]).toEqual([4, 1, 3]);
    expect(distinct.urls).toEqual(expect.arrayContaining(['/a10', '/b']));
    expect(second.urls).toHaveLength(1);
  });
});
