import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { QUICK, resultOf } from '#test/e2e/process/cli-bench.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { type ProcessEnd, SurfProcess } from '#test/e2e/process/surf-process.ts';
import type { Exchange } from '#test/site/exchange.ts';
import { type Site, startSite } from '#test/site/site.ts';

/** No name of this zone exists (RFC 6761). */
const NO_HOST = 'http://nowhere.invalid/';
const OUTSIDE = ['/ok', '/gone', '/head-404', '/moved', '/moved-gone', '/private/x', '/file.zip', '/banned'];

interface Line {
  readonly url: string;
  readonly check: { readonly state: string; readonly status: number | null; readonly reason: string | null } | null;
}

describe.each(['embedded', 'served'] as const)('a check of external links (G2), %s', (mode) => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  let site: Site;
  let server: SurfProcess | null = null;
  let place: readonly string[] = ['--data', data];
  let isMended = false;

  /** `/gone` comes back; HEAD of `/head-404` fails. */
  const handler = async (exchange: Exchange): Promise<void> => {
    const { pathname } = exchange.url;
    if (exchange.context.origin === 0) {
      const links = [...OUTSIDE.map((path) => `${exchange.originAt(1)}${path}`), NO_HOST];
      return exchange.html(links.map((to) => `<a href="${to}">to ${to}</a>`).join(''));
    }
    if (pathname === '/robots.txt') return exchange.send(200, {}, 'User-agent: *\nDisallow: /private/');
    if (pathname === '/moved') return exchange.send(301, { location: '/ok' });
    if (pathname === '/moved-gone') return exchange.send(302, { location: '/gone' });
    if (pathname === '/file.zip') return exchange.send(200, { 'content-type': 'application/zip' }, 'PK');
    const isGone = pathname === '/gone' ? !isMended : pathname === '/head-404' && exchange.method === 'HEAD';
    return exchange.html(`<p>${pathname}</p>`, isGone ? 404 : 200);
  };
  beforeAll(async () => {
    site = await startSite({ handler, hosts: 2 });
    if (mode === 'embedded') return;
    server = new SurfProcess(['serve', '--port', '0', '--json', '--data', data]);
    place = ['--api', new URL((JSON.parse(await server.prints()) as { address: string }).address).origin];
  });
  afterAll(async () => {
    server?.signal('SIGTERM');
    await server?.ended;
    await site.close();
    removeFolder(folder);
  });

  const surf = (...args: string[]): Promise<ProcessEnd> => surfHere([...args, ...place], { XDG_CONFIG_HOME: folder });
  const tick = async (...more: string[]): Promise<string> => {
    const policy = ['--revisit', 'uniform', '--external', '--external-banned', '*/banned'];
    return resultOf(await surf('crawl', `${site.origin(0)}/`, ...QUICK, ...policy, ...more, '--json')).execution;
  };
  const check = async (of: string, ...more: string[]) => {
    const printed = await surf('external', of, '--check', ...more);
    const file = join(folder, 'check.json');
    await writeFile(file, printed.stdout);
    const end = await surf('run', file, ...QUICK, '--json');
    return { seeds: (JSON.parse(printed.stdout) as { seeds: string[] }).seeds, code: end.code, ...resultOf(end) };
  };
  const linesOf = async (of: string, ...more: string[]): Promise<Line[]> => {
    const { stdout } = await surf('external', of, '--json', ...more);
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line & { type: string })
      .filter(({ type }) => type === 'link');
  };
  /** `/gone dead 404 http-4xx` */
  const answersOf = async (of: string): Promise<string[]> => {
    const lines = await linesOf(of);
    return lines
      .map(({ url, check: said }) => [
        url.replace(site.origin(1), ''),
        ...(said === null ? ['-'] : [said.state, said.status, said.reason]),
      ])
      .map((words) => words.filter((word) => word !== null).join(' '))
      .sort();
  };
  const brokenOf = async (of: string): Promise<string[]> => {
    const { stdout } = await surf('audit', of, '--kind', 'broken-external-link', '--json');
    const lines = stdout.trim().split('\n').slice(1);
    return lines.map((line) => {
      const { url, detail, from, text } = JSON.parse(line) as Record<string, string>;
      return [url?.replace(site.origin(1), ''), detail, from?.replace(site.origin(0), ''), text?.slice(0, 2)].join(' ');
    });
  };

  const notJudgedIn = async (of: string): Promise<unknown> => {
    const { stdout } = await surf('audit', of, '--kind', 'broken-external-link', '--json');
    return (JSON.parse(stdout.split('\n', 1)[0] ?? '') as { externalLinks: unknown }).externalLinks;
  };

  it('finds which are alive, and asks no link before its time', async () => {
    const first = await tick();
    const notJudged = await notJudgedIn(first);
    const asked = await check(first);

    expect([asked.code, asked.seeds.length]).toEqual([0, OUTSIDE.length]);
    expect(notJudged).toEqual({ notJudged: OUTSIDE.length + 1, isRegistered: true, checks: null });
    expect(await notJudgedIn(first)).toEqual({ notJudged: 2, isRegistered: true, checks: null }); // the banned and the forbidden one
    expect(await notJudgedIn(asked.execution)).toMatchObject({ isRegistered: false, checks: first });
    expect(await answersOf(first)).toEqual([
      '/banned -',
      '/file.zip alive 200',
      '/gone dead 404 http-4xx',
      '/head-404 alive 200',
      '/moved alive 200',
      '/moved-gone dead 404 http-4xx',
      '/ok alive 200',
      '/private/x unknown robots',
      `${NO_HOST} dead dns`,
    ]);
    expect(await brokenOf(first)).toEqual(['/gone 404 / to', '/moved-gone 404 / to', `${NO_HOST} dns / to`]);
    const again = await surf('run', join(folder, 'check.json'), ...QUICK);
    expect(again.stderr).toContain(
      `surf external ${first} lists what the check found, with --state dead the dead links`,
    );
    const none = await surf('external', first, '--check');
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('no external link is due')]);
    for (const id of [first, asked.execution]) expect((await surf('verify', id)).code).toBe(0);
  });

  it('says when a dead link is alive again, in the register that a later execution has copied', async () => {
    const before = await linesOf('last');
    const second = await tick('--full');
    const kept = await linesOf(second, '--state', 'dead');
    isMended = true;
    await check(second, '--days', '0');
    const after = await linesOf(second);

    const stateIn = (lines: readonly Line[], path: string) => lines.find(({ url }) => url.endsWith(path))?.check;
    expect(before).toHaveLength(OUTSIDE.length + 1); // the last execution is the check: it has the register that it checked
    expect(kept).toHaveLength(3);
    expect(stateIn(kept, '/gone')).toMatchObject({ state: 'dead', status: 404 });
    expect(stateIn(after, '/gone')).toMatchObject({ state: 'alive', status: 200, reason: null });
    const [ok, gone, dead] = ['/ok', '/gone', '.invalid/'].map((path) => stateIn(after, path) as never) as {
      at: string;
      since: string;
    }[];
    expect([gone?.since === gone?.at, ok?.since === ok?.at, dead?.since === dead?.at]).toEqual([true, false, false]);
    expect(await brokenOf(second)).toEqual([`${NO_HOST} dns / to`]);
    expect((await surf('verify', second)).code).toBe(0);
  });
});
