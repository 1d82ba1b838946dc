import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { crawlHostileWeb } from '#test/e2e/hostile/hostile-crawl.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { answer, raw } from '#test/site/hostile/answer.ts';
import { HostileWeb, type Reply } from '#test/site/hostile/hostile-web.ts';
import { HAZARDS } from '#test/site/hostile/make-hostile-web.ts';
import { ROBOTS_FILES } from '#test/site/hostile/robots-files.ts';
import { serveHostileWeb } from '#test/site/hostile/serve-hostile-web.ts';

it('a hostile web of fourteen hosts is crawled as its maker says, and its log shows no request that should not be there (N8)', async () => {
  const { end, verified, differences, violations, tasks, requests } = await crawlHostileWeb(1);

  expect(differences).toEqual([]);
  expect(violations).toEqual([]);
  expect([end.code, verified.code]).toEqual([0, 0]);
  expect(Object.keys(ROBOTS_FILES)).toHaveLength(14);
  expect(Object.keys(HAZARDS).length).toBeGreaterThan(100);
  expect(tasks).toBeGreaterThan(600);
  expect(requests).toBeGreaterThan(550);
});

/** What keeps a robots.txt from being had. */
const UNREADABLE: Readonly<Record<string, Reply>> = {
  'error.test': answer({ status: '500 Oh' }),
  'busy.test': answer({ status: '503 Busy', headers: ['Retry-After: 1'] }),
  'limit.test': answer({ status: '429 Too Many' }),
  'mute.test': () => {},
  'reset.test': (_, socket) => void socket.destroy(),
  'cut.test': raw('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nUser-agent: *\nAllow: /', true),
  'damaged.test': answer({ headers: ['Content-Encoding: gzip'], body: 'User-agent: *\nAllow: /' }),
  'to-error.test': answer({ status: '302 Found', headers: ['Location: http://error.test/robots.txt'] }),
};

it('hosts whose robots.txt cannot be fetched get no other request (N8)', async () => {
  const web = new HostileWeb();
  const hosts = Object.keys(UNREADABLE);
  for (const [host, reply] of Object.entries(UNREADABLE)) {
    web.serve(host, '/robots.txt', reply);
    web.serve(host, '/', answer({ body: 'nobody may ask for this' }));
  }
  const server = await serveHostileWeb(web);
  const folder = temporaryFolder();
  try {
    const seeds = hosts.map((host) => `http://${host}/`);
    const data = ['--data', join(folder, 'data'), '--json'];
    const open = ['--allow-private-network', '--connect-to', `::127.0.0.1:${server.port}`];
    const end = await surfHere(['crawl', ...seeds, ...data, ...open, '--attempts', '1', '--timeout-seconds', '1']);

    expect(end.code).toBe(1);
    expect(JSON.parse(end.stdout)).toMatchObject({
      status: 'failed',
      reason: 'no-seed',
      counts: { discovered: 8, failed: { 'robots-unreachable': 8 } },
    });
    expect(server.log.filter(({ path }) => path !== '/robots.txt')).toEqual([]);
    expect(new Set(server.log.map(({ host }) => host))).toEqual(new Set(hosts));
  } finally {
    await server.close();
    removeFolder(folder);
  }
});
