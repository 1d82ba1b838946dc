import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeExecution } from '#engine/overview/describe-execution.ts';
import { hasText, searchFolder } from '#test/e2e/crawls/bytes-in-folder.ts';
import { EmbeddedCrawl, removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { type Site, startSite } from '#test/site/site.ts';

const CANARY = 'canary-31415926-hush';
const USUAL = ['--delay', '0', '--attempts', '1', '--allow-private-network'];
const REFERENCE = ['--header', 'Authorization: {secretRef: TOKEN}'];

let folder: string;
let site: Site;
let told: string[];
beforeEach(async () => {
  folder = temporaryFolder();
  told = [];
  site = await startSite({
    handler: (exchange) => {
      if (exchange.headers.authorization === `Bearer ${CANARY}`) told.push(exchange.url.pathname);
      if (exchange.url.pathname === '/robots.txt') return exchange.send(404, {}, '');
      const links = Array.from({ length: 30 }, (_, n) => `<a href="/${n}">${n}</a>`);
      exchange.html(`<title>${exchange.url.pathname}</title>${links.join('')}`);
    },
  });
});
afterEach(async () => {
  await site.close();
  removeFolder(folder);
});

const data = (): string[] => ['--data', join(folder, 'data')];
const crawl = (more: readonly string[], environment: Record<string, string> = {}) =>
  surfHere(['crawl', `${site.origin(0)}/`, ...data(), ...USUAL, ...more], environment);

describe('a secret header of a local crawl', () => {
  it('is sent, and is in no file, output or error of any command', async () => {
    const environment = { SURF_SECRET_TOKEN: `Bearer ${CANARY}` };
    const ends = [await crawl([...REFERENCE, '--json'], environment)];
    for (const command of ['status', 'tasks', 'ls', 'verify']) {
      const one = command === 'ls' ? [command] : [command, 'last'];
      ends.push(await surfHere([...one, ...data(), '--json'], environment));
    }
    ends.push(await surfHere(['explain', 'last', `${site.origin(0)}/1`, ...data()], environment));
    ends.push(
      await surfHere(['export', 'last', '--format', 'warc', '--out', join(folder, 'crawl.warc.gz'), ...data()]),
    );

    const { files, bytes, found } = searchFolder(folder, CANARY);

    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(told.toSorted()).toEqual(['/', '/robots.txt', ...Array.from({ length: 30 }, (_, n) => `/${n}`)].toSorted());
    expect(found).toEqual([]);
    expect(ends.filter(({ stdout, stderr }) => hasText(stdout + stderr, CANARY))).toEqual([]);
    // What the search would have found: pages, and the mark in the requests.
    expect([files > 5, bytes > 20_000]).toEqual([true, true]);
    expect(searchFolder(folder, 'Authorization: [secret]').found.length).toBeGreaterThan(1);
    expect(searchFolder(folder, '<title>/17</title>').found.length).toBeGreaterThan(1);
  });

  it('comes from a file of the secrets folder, too', async () => {
    mkdirSync(join(folder, 'secrets', 'local'), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, 'secrets', 'local', 'TOKEN'), `Bearer ${CANARY}\n`, { mode: 0o600 });

    const { code } = await crawl([...REFERENCE, '--secrets', join(folder, 'secrets')]);

    expect([code, told.length]).toEqual([0, 32]);
    expect(searchFolder(join(folder, 'data'), CANARY).found).toEqual([]);
  });

  it('that is missing ends the crawl before its first request, and the first line names it', async () => {
    const { code, stderr } = await crawl(REFERENCE);

    expect(code).toBe(2);
    expect(stderr.split('\n')[0]).toBe('error: header Authorization: there is no secret TOKEN');
    expect(stderr).toContain('SURF_SECRET_TOKEN');
    expect(site.log).toEqual([]);
  });

  it('that is missing when a limited crawl continues is named, and the crawl stays as it was', async () => {
    await crawl([...REFERENCE, '--pages', '3'], { SURF_SECRET_TOKEN: `Bearer ${CANARY}` });
    const asked = site.log.length;

    const refused = await surfHere(['continue', 'last', '--pages', '5', ...data()]);
    const { stdout } = await surfHere(['status', 'last', ...data(), '--json']);
    const continued = await surfHere(['continue', 'last', '--pages', '5', ...data()], {
      SURF_SECRET_TOKEN: `Bearer ${CANARY}`,
    });

    expect([refused.code, refused.stderr.split('\n')[0]]).toEqual([2, expect.stringContaining('no secret TOKEN')]);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'limited', counts: { stored: 3 } });
    expect([continued.code, site.log.length > asked]).toEqual([0, true]);
  });

  it('is refused as a literal, and the error shows and keeps nothing of it', async () => {
    const { code, stdout, stderr } = await crawl(['--header', `Authorization: Bearer ${CANARY}`]);

    expect([code, stderr.split('\n')[0]]).toEqual([2, expect.stringContaining('holds its value')]);
    expect(stderr).toContain('{secretRef: AUTHORIZATION}');
    expect([hasText(stdout + stderr, CANARY), searchFolder(folder, CANARY).found, site.log]).toEqual([false, [], []]);
  });

  it.each([
    [
      'is not there',
      { secretRef: 'GONE' },
      'secret-missing',
      'header X-Key: there is no secret GONE: set the variable SURF_SECRET_GONE',
    ],
    [
      'an earlier version stored',
      { value: CANARY, secret: true },
      'secret-literal',
      'header X-Key: its value is stored in the workflow',
    ],
  ])('that %s pauses a running execution before its next request', async (_, header, reason, cause) => {
    const crawl = await EmbeddedCrawl.create({
      seeds: [`${site.origin(0)}/`],
      fetch: { headers: { 'X-Key': header } },
    });
    try {
      const row = await crawl.run();
      const view = await describeExecution(crawl.surf, crawl.id);
      const events = await crawl.surf.catalog.events(crawl.id, 10);

      expect([row.status, row.reason, row.counts.pending, site.log]).toEqual(['paused', reason, 1, []]);
      expect(view.cause).toContain(cause);
      expect(events.map(({ text }) => text).join('; ')).toContain(`paused (${reason}); header X-Key`);
      expect(hasText(JSON.stringify([view, events]), CANARY)).toBe(false);
    } finally {
      await crawl.close();
    }
  });
});
