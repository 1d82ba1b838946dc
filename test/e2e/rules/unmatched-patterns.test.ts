import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import type { Handler } from '#test/site/exchange.ts';
import { type Site, startSite } from '#test/site/site.ts';

const LINKS = ['/docs/a', '/docs/b', '/blog/c', '/docs/a.pdf'];

const handler: Handler = (exchange) => {
  const isHome = exchange.url.pathname === '/';
  exchange.html(isHome ? LINKS.map((link) => `<a href="${link}">${link}</a>`).join('') : exchange.url.pathname);
};

describe('patterns that matched no URL', () => {
  let site: Site;
  const folder = temporaryFolder();
  const crawl = (...flags: string[]) =>
    surfHere(['crawl', `${site.origin(0)}/`, '--data', folder, '--delay', '0', '--allow-private-network', ...flags]);
  beforeAll(async () => {
    site = await startSite({ handler });
  });
  afterAll(async () => {
    await site.close();
    removeFolder(folder);
  });

  it('are named in the first line when an include let no link through, with an example of what it skipped', async () => {
    const people = await crawl('--include', '/library/*');
    const programs = await crawl('--include', '/library/*', '--json');
    const { execution, patterns } = JSON.parse(programs.stdout);
    const status = await surfHere(['status', execution, '--data', folder]);

    const example = `${site.origin(0)}/docs/a`;
    expect(people.stdout.split('\n')[0]).toMatch(/^scope\.include let no link through, only the seeds were crawled/);
    expect(people.stdout.split('\n')[0]).toContain(`it skipped 4 URLs, for example ${example}; surf explain`);
    expect(patterns).toEqual({
      unmatched: { count: 1, first: [{ field: 'include', pattern: '/library/*' }] },
      nothingIncluded: { skipped: 4, example },
      nothingOnTopic: null,
    });
    expect(status.stdout).toContain('scope.include: /library/*');
  });

  it('are beside a topic that let no link through: the first line has its best score (G8)', async () => {
    const { stdout } = await crawl('--focus', 'blog', '--exclude', '/blog/*');

    const [first] = stdout.split('\n');
    expect(first).toMatch(
      /^focus let no link through, only the seeds were crawled: it skipped 3 URLs; the best scores/,
    );
    expect(first).toContain(` 0.25, ${site.origin(0)}/docs/a: follow it with --focus-threshold 0.25,`);
  });

  it('are named at the end, and only they; a pattern behind one that matched first counts as matched', async () => {
    const include = ['--include', '/docs/*', '--include', '*/docs/b', '--include', '/wiki/*'];
    const exclude = ['--exclude', '*.pdf', '--exclude', '*/a.pdf', '--exclude', 're:[0-9]{9}'];
    const { stdout } = await crawl(...include, ...exclude, '--json', '--parallelism', '2');

    const { patterns, counts } = JSON.parse(stdout);

    expect(counts).toMatchObject({ stored: 3, skipped: { excluded: 1, 'not-included': 1 } });
    expect(patterns).toEqual({
      unmatched: {
        count: 2,
        first: [
          { field: 'include', pattern: '/wiki/*' },
          { field: 'exclude', pattern: 're:[0-9]{9}' },
        ],
      },
      nothingIncluded: null,
      nothingOnTopic: null,
    });
  });

  it('are not mentioned when all matched, a host of the blacklist that only a seed has among them', async () => {
    const other = 'http://ads.example/';
    const { stdout } = await crawl(other, '--exclude', '/blog/*', '--blacklist', 'ads.example', '--json');

    expect(JSON.parse(stdout)).not.toHaveProperty('patterns');
  });

  it('refuse the crawl before it begins when no URL can match them, with the pattern that was meant', async () => {
    const { code, stderr } = await crawl('--include', 'docs/*');

    expect(code).toBe(2);
    expect(stderr).toContain('scope.include[0] is "docs/*", which matches no URL');
    expect(stderr).toContain('write "/docs/*"');
  });

  it('are called one address where they have no asterisk', async () => {
    const { stdout } = await crawl('--exclude', '/docs', '--exclude', '/wiki/*');

    expect(stdout).toContain('\n  scope.exclude: /docs (this one address; what is below it ends with /*)\n');
    expect(stdout).toContain('\n  scope.exclude: /wiki/*\n');
  });
});
