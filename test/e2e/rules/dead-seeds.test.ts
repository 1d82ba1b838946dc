import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { freePort } from '#test/free-port.ts';
import { type RawServer, startRawServer } from '#test/http/raw-server.ts';

const PAGE = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9\r\nConnection: close\r\n\r\n<p>page\r\n';
const GONE = 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
const PICTURE = 'HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx';
const MOVED = 'HTTP/1.1 301 Moved\r\nLocation: /gone.xml\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
const ROBOTS = 'HTTP/1.1 200 OK\r\nContent-Length: 32\r\nConnection: close\r\n\r\nUser-agent: *\nDisallow: /private';

/** An index of a sitemap with one page, and of two that are not there. */
const index = (host: string): string => {
  const listed = ['one', 'gone', 'lost'].map((name) => `<sitemap><loc>http://${host}/${name}.xml</loc></sitemap>`);
  return sitemap(`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${listed.join('')}</sitemapindex>`);
};
const sitemap = (xml: string): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: ${xml.length}\r\nConnection: close\r\n\r\n${xml}`;

/** What the server says to each path. */
const answerTo = (head: string): string => {
  if (head.includes(' /index.xml ')) return index(/host: (\S+)/i.exec(head)?.[1] ?? '');
  if (head.includes(' /robots.txt ')) return ROBOTS;
  if (head.includes(' /picture ')) return PICTURE;
  if (head.includes(' /home ')) return MOVED.replace('/gone.xml', '/');
  if (head.includes(' /moved.xml ')) return MOVED;
  if (head.includes(' /one.xml ')) return sitemap('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>');
  const next = { a: 'b', b: 'c', c: 'a', self: 'self' }[/ \/round\/(\w+) /.exec(head)?.[1] ?? ''];
  if (next !== undefined) return MOVED.replace('/gone.xml', `/round/${next}`);
  return / \/(?:page\.xml)? /.test(head) ? PAGE : GONE;
};

describe('seeds that bring no page', () => {
  let server: RawServer;
  let origin: string;
  let closed: string;
  const folder = temporaryFolder();
  const crawl = (seeds: readonly string[], ...flags: string[]) =>
    surfHere(['crawl', ...seeds, '--data', folder, '--delay', '0', '--attempts', '1', ...flags]);
  const open = '--allow-private-network';

  beforeAll(async () => {
    server = await startRawServer((socket, head) => void socket.end(answerTo(head)));
    origin = `http://127.0.0.1:${server.port}`;
    closed = `http://127.0.0.1:${await freePort()}/`;
  });
  afterAll(async () => {
    await server.close();
    removeFolder(folder);
  });

  it.each([
    [
      'a name that does not resolve',
      () => 'http://nothing.invalid/',
      /^no page was fetched: http:\/\/nothing\.invalid\/: the name nothing\.invalid has no address$/,
      /spelling/,
    ],
    ['a port that refuses', () => closed, /: the connection was refused: nothing listens on 127\.0\.0\.1:\d+$/, /port/],
    ['a page that is gone', () => `${origin}/gone`, /\/gone: the server answered 404$/, /check the address/],
    [
      'a picture',
      () => `${origin}/picture`,
      /\/picture: its content type is not accepted \(image\/png\)$/,
      /image\/png/,
    ],
    ['what robots.txt forbids', () => `${origin}/private`, /\/private: robots\.txt disallows it$/, /--robots ignore/],
  ])(
    'fail the crawl with no-seed, the cause in the first line, the remedy in the second: %s',
    async (_, seed, line, mend) => {
      const people = await crawl([seed()], open);
      const programs = await crawl([seed()], open, '--json');

      expect(people.code).toBe(1);
      const [first, second] = people.stdout.split('\n');
      expect(first).toMatch(line);
      expect(second).toMatch(mend);
      expect(people.stdout).toContain('failed (no-seed)');
      expect(programs.code).toBe(1);
      expect(JSON.parse(programs.stdout)).toMatchObject({
        status: 'failed',
        reason: 'no-seed',
        cause: expect.stringContaining(seed()),
        deadSeeds: { count: 1, first: [{ url: seed(), remedy: second?.trim() }] },
      });
    },
  );

  it('name the flag that opens private networks in the first line, and not for a port of another protocol', async () => {
    const refused = await crawl([`${origin}/`]);
    const discard = await crawl(['http://127.0.0.1:9/'], open);

    expect(refused.stdout.split('\n')[0]).toBe(
      `no page was fetched: ${origin}/: it is an address of this machine; add --allow-private-network to crawl addresses on your own machine or network`,
    );
    expect(discard.stdout.split('\n')[0]).toBe(
      'no page was fetched: http://127.0.0.1:9/: port 9 belongs to another protocol',
    );
  });

  it.each([
    ['itself', '/round/self', '/round/self'],
    ['others and back', '/round/a', '/round/a'],
  ])('have a reason where they redirect to %s, as sites do that need a cookie', async (_, path, named) => {
    const { code, stdout } = await crawl([`${origin}${path}`], open);

    expect(code).toBe(1);
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      `no page was fetched: ${origin}${named}: it redirects in a circle`,
      expect.stringContaining('--header'),
    ]);
  });

  it('have none where one redirects to another that brings a page', async () => {
    const { stdout } = await crawl([`${origin}/`, `${origin}/home`], open);

    expect(stdout).toMatch(/^x\w+: succeeded/m);
    expect(stdout).not.toContain('brought no page');
  });

  it('leave a crawl succeeded that got a page from another seed, and are listed', async () => {
    const { code, stdout } = await crawl([`${origin}/gone`, `${origin}/`, closed], open);

    expect(code).toBe(0);
    expect(stdout.split('\n').slice(0, 4)).toEqual([
      '2 seeds brought no page',
      `  ${origin}/gone: the server answered 404`,
      `  ${closed}: the connection was refused: nothing listens on ${new URL(closed).host}`,
      expect.stringMatching(/^x\w+: succeeded/),
    ]);
    const verified = await surfHere(['verify', 'last', '--data', folder]);
    expect(verified.code).toBe(0);
  });

  it('are not confused with sitemaps that an index of the workflow lists, which the report names, too', async () => {
    const flags = ['--sitemaps', `${origin}/index.xml`, open];

    const people = await crawl([`${origin}/`], ...flags);
    const programs = await crawl([`${origin}/`], ...flags, '--json');

    const why = `the server answered 404; the index ${origin}/index.xml lists it`;
    const remedy = 'check the address in a browser; the index may be out of date';
    expect(people.code).toBe(0);
    expect(people.stdout.split('\n').slice(0, 4)).toEqual([
      '2 sitemaps could not be read, so pages may be missing:',
      `  ${origin}/gone.xml: ${why}`,
      `  ${origin}/lost.xml: ${why}`,
      `    ${remedy}`,
    ]);
    const first = ['gone', 'lost'].map((name) => ({
      url: `${origin}/${name}.xml`,
      why,
      remedy,
      index: `${origin}/index.xml`,
    }));
    expect(JSON.parse(programs.stdout)).toMatchObject({ status: 'succeeded', deadSitemaps: { count: 2, first } });
  });

  it.each([
    ['404', '/gone.xml', 'the server answered 404', /check the address in a browser; .*--sitemaps auto/],
    ['a redirect to 404', '/moved.xml', 'the server answered 404', /check the address/],
    [
      'a web page',
      '/page.xml',
      'this is not a sitemap: its root element is not urlset, sitemapindex, rss, RDF or feed',
      /must be an XML sitemap/,
    ],
    ['an excluded address', '/x/map.xml', 'the exclude pattern /x/* matches it', /change scope\.exclude/],
  ])(
    'are not confused with sitemaps that cannot be read, with which the report begins, too: %s',
    async (_, path, why, mend) => {
      const flags = ['--sitemaps', `${origin}${path}`, '--exclude', '/x/*', open];

      const people = await crawl([`${origin}/`], ...flags);
      const programs = await crawl([`${origin}/`], ...flags, '--json');
      const status = await surfHere(['status', 'last', '--data', folder]);

      const lead = '1 sitemap could not be read, so pages may be missing:';
      expect(people.code).toBe(0);
      const told = people.stdout.split('\n').slice(0, 3);
      expect(told).toEqual([lead, `  ${origin}${path}: ${why}`, expect.stringMatching(mend)]);
      expect(people.stdout).not.toContain('need --sitemaps URL');
      expect(status.stdout).toContain(`  ${told.join('\n  ')}`);
      expect(JSON.parse(programs.stdout)).toMatchObject({
        status: 'succeeded',
        deadSitemaps: { count: 1, first: [{ url: `${origin}${path}`, why, remedy: told[2]?.trim() }] },
      });
    },
  );
});
