import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { checkOrigin } from '#api/middleware/origin-check.ts';
import { type LocalServer, serveLocally } from '#cli/serve/local-server.ts';
import { type ErrorCode, SurfError } from '#core/error.ts';
import { type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { lampSite } from '#test/site/sites/lamp-site.ts';

describe('surf search (S22, G9)', () => {
  const folder = temporaryFolder();
  let site: Site;
  let id: string;
  beforeAll(async () => {
    site = await startSite({ handler: lampSite });
    const fields = ['--delay', '0', '--attempts', '1', '--allow-private-network', '--json'];
    const { stdout } = await surfHere(['crawl', `${site.origin(0)}/`, '--data', folder, ...fields]);
    id = (JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as { execution: string }).execution;
  });
  afterAll(async () => {
    await site.close();
    await removeFolder(folder);
  });

  async function search(...args: string[]): Promise<{ summary: Record<string, unknown>; paths: string[] }> {
    const { code, stdout, stderr } = await surfHere(['search', ...args]);
    expect([code, stderr]).toEqual([0, '']);
    const [summary, ...results] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    return { summary, paths: results.map(({ url }) => new URL(url).pathname) };
  }

  it('writes the counts and a page a line, best first; words of the shell with spaces are phrases', async () => {
    const at = ['--data', folder];
    const { summary, paths } = await search('last', 'polished', 'twice', ...at);

    expect(summary).toMatchObject({ type: 'summary', schema: 1, execution: id, query: 'polished twice', match: 'any' });
    expect(paths).toEqual(['/brass', '/lampe']);
    expect((await search('last', 'polished twice', ...at)).paths).toEqual(['/brass']);
    expect((await search('last', 'title:brass lamp', ...at)).paths).toEqual(['/brass']);
    expect((await search('last', 'lamp', '--limit', '2', '--offset', '1', ...at)).paths.length).toBe(2);
    expect((await search('last', ...at, '--', '-polished', 'lighthouse')).paths).toEqual(['/']);
    expect((await search('last', 'lighthouse -polished', ...at)).paths).toEqual(['/']);
    expect((await search('last', 'lang:de lampe', ...at)).paths).toEqual(['/lampe']);
  });

  it('lists the pages of a field alone, and those without a word, the longest first', async () => {
    const at = ['--data', folder];
    const [all, german, others] = await Promise.all([
      search('last', 'type:html', '--limit', '50', ...at),
      search('last', 'lang:de', ...at),
      search('last', ...at, '--', '-polished', '-lang:de'),
    ]);

    expect([all.summary.total, german.paths, others.summary.total]).toEqual([16, ['/lampe'], 14]);
    expect(all.paths.slice(0, 3)).toEqual(['/', '/brass', '/lampe']);
  });

  it('groups pages by their topics, and says how many it read', async () => {
    const { stdout } = await surfHere(['topics', 'last', '--topics', '2', '--data', folder]);
    const [summary, ...topics] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

    expect(summary).toMatchObject({ type: 'summary', schema: 1, execution: id, indexed: 16, read: 16 });
    expect(topics).toHaveLength(summary.topics);
    expect(topics[0]).toMatchObject({ type: 'topic', words: expect.arrayContaining(['brass']) });
  });

  it('refuses what is not a query, and numbers out of bounds, before it opens anything', async () => {
    const nowhere = ['--data', join(folder, 'nowhere'), '--json'];
    const refused = [['site:a/b'], ['lamp', '--limit', '0'], ['lamp', '--offset', '1001']].map((words) =>
      surfHere(['search', 'last', ...words, ...nowhere]),
    );

    expect((await Promise.all(refused)).map(({ code }) => code)).toEqual([2, 2, 2]);
  });

  it('waits for a server that builds the index, and reads the archives of a collection where it is too large', async () => {
    let app: LocalServer | undefined;
    let bench: ApiBench | undefined;
    try {
      bench = openApiBench();
      const collection = { name: 'lamps', seeds: [`${site.origin(0)}/`], revisit: { policy: 'adaptive' } };
      const first = await bench.crawl(collection);
      const crawled = await bench.crawl(collection);
      const codes: ErrorCode[] = ['INDEX_BUILDING', 'ANSWER_TOO_LARGE'];
      const build = async () => {
        throw new SurfError(codes.shift() ?? 'STORE_UNAVAILABLE', 'not yet');
      };
      const bounded = { ...bench.ports.search, build };
      const { fetch } = createApp({ ...bench.ports, search: bounded }, { identify: checkOrigin, version: 'test' });
      app = await serveLocally((request) => fetch(request), { port: 0, address: '127.0.0.1' });

      const { summary, paths } = await search(crawled, 'beacons', '--quiet', '--api', app.address);

      expect([first === crawled, summary.indexed, paths, codes]).toEqual([false, 16, ['/brass', '/'], []]);
      expect(existsSync(join(bench.data, 'objects', 'executions', crawled, 'search'))).toBe(false);
    } finally {
      await app?.close();
      await bench?.close();
    }
  });

  it('loses its index with the execution', async () => {
    const objects = join(folder, 'objects', 'executions', id, 'search');
    const before = readdirSync(objects).length;

    const { code } = await surfHere(['delete', id, '--yes', '--data', folder]);

    expect([before, code]).toEqual([1, 0]);
    expect(existsSync(objects) ? readdirSync(objects) : []).toEqual([]);
  });
});
