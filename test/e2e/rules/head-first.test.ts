import { describe, expect, it } from 'vitest';
import { crawled, wordOf } from '#test/e2e/crawls/embedded-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { startSite } from '#test/site/site.ts';

describe('fetch.headFirst on a real server (H4)', () => {
  it('asks for bodies of pages only, and has the outcomes of a crawl by GET', async () => {
    const site = await startSite();
    try {
      const paths = ['/head-answer/200', '/head-answer/405', '/head-answer/501', '/status/404', '/redirect/301/1'];
      const types = ['/content-type/image', '/encoded/gzip', '/duplicate/1', '/redirect/302/3'];
      const seeds = [...paths, ...types].map((path) => `${site.origin(0)}${path}`);
      const outcomes = async (headFirst: boolean): Promise<string[]> =>
        crawled({ seeds, limits: { depth: 0 }, fetch: { headFirst } }, async (run) => {
          await expectProven(run.surf, run.id);
          return (await run.views()).map((view) => `${new URL(view.url).pathname} ${wordOf(view)}`);
        });

      const byGet = await outcomes(false);
      const before = site.log.length;
      const byHead = await outcomes(true);

      expect(byHead).toEqual(byGet);
      const log = site.log.slice(before).filter(({ path }) => path !== '/robots.txt');
      const asked = (path: string): string[] => log.filter((entry) => entry.path === path).map(({ method }) => method);
      for (const path of paths.slice(0, 3)) expect(asked(path), path).toEqual(['HEAD', 'GET']);
      for (const path of paths.slice(3)) expect(asked(path), path).toEqual(['HEAD']);
      expect(log.filter(({ status, method }) => method === 'GET' && status !== 200)).toEqual([]);
    } finally {
      await site.close();
    }
  });
});
