import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { searchFolder } from '#test/e2e/crawls/bytes-in-folder.ts';
import { crawled, removeFolder, temporaryFolder, wordOf } from '#test/e2e/crawls/embedded-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import {
  type ConnectProxy,
  type ConnectProxyOptions,
  PROXY_SOURCE,
  startConnectProxy,
} from '#test/http/connect-proxy.ts';
import type { Exchange } from '#test/site/exchange.ts';
import { type Site, startSite } from '#test/site/site.ts';

const PASSWORD = 'canary-3141';
const REMEDY =
  'check fetch.proxy (--proxy), and that the proxy runs; its scheme says how Surf speaks to it, http:// for most';
const CREDENTIALS = Buffer.from(`me:${PASSWORD}`).toString('base64');

/** Two hosts with all that a crawl requests: robots.txt, a sitemap, a redirect to another host. */
function serve(exchange: Exchange): void {
  const { pathname } = exchange.url;
  const { origin, origins } = exchange.context;
  const other = origins[1 - origin] ?? '';
  if (pathname === '/robots.txt') {
    const sitemap = `Sitemap: ${origins[origin]}/sitemap.xml\n`;
    exchange.send(200, { 'content-type': 'text/plain' }, `User-agent: *\nDisallow: /private\n${sitemap}`);
  } else if (pathname === '/sitemap.xml') {
    const entry = `<url><loc>${origins[origin]}/listed</loc></url>`;
    const head = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';
    exchange.send(200, { 'content-type': 'application/xml' }, `${head}${entry}</urlset>`);
  } else if (pathname === '/moved') exchange.send(302, { location: `${other}/there` });
  else {
    const away = origin === 0 ? `<a href="${other}/away">a</a>` : '';
    const links = `<a href="/moved">m</a><a href="/private">p</a>${away}`;
    exchange.html(`<title>${pathname}</title>${origin}${links}${pathname}`);
  }
}

describe('fetch.proxy', () => {
  let site: Site;
  let sources: Set<string | undefined>;
  let proxy: ConnectProxy;
  const folders: string[] = [];
  const started: ConnectProxy[] = [];

  const begin = async (options: ConnectProxyOptions = {}): Promise<ConnectProxy> => {
    const made = await startConnectProxy(options);
    started.push(made);
    return made;
  };
  const crawl = (...flags: string[]) => {
    const data = temporaryFolder();
    folders.push(data);
    const usual = ['--data', data, '--delay', '0', '--attempts', '1', '--allow-private-network'];
    return surfHere(['crawl', `${site.origin(0)}/`, ...usual, ...flags], { SURF_SECRET_UPSTREAM: secret });
  };
  let secret = '';

  beforeEach(async () => {
    sources = new Set();
    proxy = await begin();
    site = await startSite({
      hosts: 2,
      handler: (exchange) => {
        sources.add(exchange.request.socket.remoteAddress);
        serve(exchange);
      },
    });
  });
  afterEach(async () => {
    await site.close();
    for (const made of started.splice(0)) await made.close();
    for (const folder of folders.splice(0)) removeFolder(folder);
  });

  it('takes every request of a crawl: robots.txt, sitemaps, HEADs, redirects to other hosts', async () => {
    const seeds = [`${site.origin(0)}/`];
    const fetch = { proxy: proxy.url, headFirst: true };

    await crawled({ seeds, fetch, sitemaps: 'auto', scope: { mode: 'any' } }, async (run) => {
      const words = (await run.views()).map((view) => [new URL(view.url).pathname, wordOf(view)].join(' '));

      expect(words.toSorted()).toEqual([
        '/ stored',
        '/away stored',
        '/listed stored',
        '/listed stored',
        '/moved redirected',
        '/moved redirected',
        '/private skipped(robots)',
        '/private skipped(robots)',
        '/there stored',
        '/there stored',
      ]);
      await expectProven(run.surf, run.id);
    });

    expect([...sources]).toEqual([PROXY_SOURCE]);
    const asked = new Set(site.origins.map((origin) => new URL(origin).host));
    expect(new Set(proxy.targets)).toEqual(asked);
  });

  it('takes the requests of an estimate, which needs no secret', async () => {
    const [plain, secretly] = await Promise.all(
      [proxy.url, '{secretRef: UPSTREAM}'].map((value) =>
        surfHere(['estimate', `${site.origin(0)}/`, '--allow-private-network', '--proxy', value, '--json']),
      ),
    );

    expect([plain?.code, secretly?.code]).toEqual([0, 2]);
    expect(secretly?.stderr).toContain('SECRET_UNUSABLE');
    expect([...sources]).toEqual([PROXY_SOURCE]);
  });

  it('is the proxy of the check of external links that a command prints', async () => {
    const { code } = await crawl('--proxy', proxy.url, '--external');
    const printed = await surfHere(['external', 'last', '--check', '--data', folders[0] ?? '']);

    expect([code, printed.code]).toEqual([0, 0]);
    expect(JSON.parse(printed.stdout)).toMatchObject({ fetch: { headFirst: true, proxy: proxy.url } });
  });

  it('sends the credentials of a secret to the proxy, and keeps them nowhere', async () => {
    const guarded = await begin({ credentials: `me:${PASSWORD}` });
    secret = guarded.url.replace('//', `//me:${PASSWORD}@`);

    const { code, stdout, stderr } = await crawl('--proxy', '{secretRef: UPSTREAM}');

    expect(code).toBe(0);
    expect([...sources]).toEqual([PROXY_SOURCE]);
    expect(guarded.heads.every((head) => head.includes(CREDENTIALS))).toBe(true);
    expect(stdout + stderr).not.toContain(PASSWORD);
    for (const text of [PASSWORD, CREDENTIALS]) expect(searchFolder(folders[0] ?? '', text).found).toEqual([]);
  });

  it('that asks for a password is in the first line of the report, with the remedy', async () => {
    const guarded = await begin({ credentials: `me:${PASSWORD}` });

    const { code, stdout } = await crawl('--proxy', guarded.url);
    const [first] = stdout.split('\n');

    expect(code).toBe(1);
    expect(first).toContain(`no page was fetched: the proxy 127.0.0.1:${guarded.port} answers 407; put the whole URL`);
    expect(first).toContain('{secretRef: PROXY}');
    expect(sources.size).toBe(0);
  });

  it('that is gone fails the crawl, not its URLs, and nothing goes around it', async () => {
    await proxy.close();
    secret = 'no url';

    const gone = await crawl('--proxy', proxy.url);
    const broken = await crawl('--proxy', '{secretRef: UPSTREAM}', '--json');

    expect(gone.code).toBe(1);
    expect(gone.stdout.split('\n')[0]).toBe(
      `no page was fetched: the proxy 127.0.0.1:${proxy.port} refuses the connection; ${REMEDY}`,
    );
    expect(gone.stdout).toContain('failed (proxy-unreachable)');
    expect(gone.stdout).toContain('of        1 discovered URL: 1 pending');
    expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining('fetch.proxy: the secret UPSTREAM')]);
    expect(sources.size).toBe(0);
  });

  it('has its own robots.txt: what it said of a host holds for no crawl without it', async () => {
    const lying = await begin({
      answer: (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const rules = 'User-agent: *\nDisallow: /\n';
        socket.on('data', () => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${rules.length}\r\n\r\n${rules}`));
        return socket.resume() !== undefined;
      },
    });

    const through = await crawl('--proxy', lying.url);
    const direct = await surfHere([
      ...['crawl', `${site.origin(0)}/`, '--data', folders[0] ?? '', '--delay', '0', '--allow-private-network'],
    ]);

    expect([through.code, direct.code]).toEqual([1, 0]);
    expect(through.stdout).toContain('robots.txt disallows it');
    expect([...sources]).not.toContain(PROXY_SOURCE);
  });
});
