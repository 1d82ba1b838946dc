import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { robotsStatus, robotsText } from '#test/site/handlers/answers/robots.ts';
import { addressAt, closeServer, listenOnLoopback } from '#test/site/listen.ts';
import { PATHOLOGIES, pathologyExamples } from '#test/site/pathologies.ts';
import type { RequestEntry } from '#test/site/request-log.ts';
import { type Site, type SiteOptions, startSite } from '#test/site/site.ts';

const open: Site[] = [];
async function site(options?: SiteOptions): Promise<Site> {
  const started = await startSite(options);
  open.push(started);
  return started;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const get = (url: string): Promise<Response> => fetch(url, { redirect: 'manual' });

/** Everything the server sends until it closes or `ms` have passed, byte by byte. */
function talk(origin: string, path: string, ms = 500): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
    });
    socket.on('error', (error) => resolve(`${text}${String(error)}`));
    socket.on('close', () => resolve(text));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`);
    setTimeout(() => socket.destroy(), ms);
  });
}

describe('a site', () => {
  it('listens on several loopback addresses and tells them apart', async () => {
    const { origins, log, origin } = await site({ hosts: 12 });

    await Promise.all(origins.map((one, i) => get(`${one}/latency/0?i=${i}`)));

    expect(new Set(origins).size).toBe(12);
    expect(log.map((entry) => entry.origin).sort()).toEqual([...origins].sort());
    expect(() => origin(12)).toThrow('12 origins');
  });

  it('logs every request with arrival, status, end and how many were in flight', async () => {
    const { log, origin } = await site({ hosts: 2 });
    const before = Date.now();

    await Promise.all([0, 0, 1, 1].map((host) => get(`${origin(host)}/latency/150`).then((answer) => answer.text())));
    await get(`${origin(0)}/status/404`);

    expect(log.map((entry) => entry.inFlight).slice(0, 4)).toEqual([1, 2, 3, 4]);
    expect(log.map((entry) => entry.inFlightHere).sort()).toEqual([1, 1, 1, 2, 2]);
    expect(log.map((entry) => entry.status)).toEqual([200, 200, 200, 200, 404]);
    for (const entry of log.slice(0, 4)) {
      expect(entry.at).toBeGreaterThanOrEqual(before);
      expect((entry.endedAt ?? 0) - entry.at).toBeGreaterThanOrEqual(140);
    }
  });

  it('writes ended requests to a file, and those in flight when it closes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'surf-site-'));
    const logFile = join(folder, 'requests.jsonl');
    const started = await site({ logFile });
    await get(`${started.origin(0)}/latency/0`);
    const waiting = get(`${started.origin(0)}/slow-headers?ms=60000`).catch(() => 'gone');
    while (started.log.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));

    await started.close();

    const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n');
    const entries = lines.map((line) => JSON.parse(line) as RequestEntry);
    expect(entries.map(({ path, status }) => [path, status])).toEqual([
      ['/latency/0', 200],
      ['/slow-headers?ms=60000', null],
    ]);
    expect(await waiting).toBe('gone');
    await rm(folder, { recursive: true });
  });

  it('has robots.txt per origin, and none where nothing was said', async () => {
    const { origin } = await site({ hosts: 3, robots: [robotsText('User-agent: *\nDisallow: /'), robotsStatus(500)] });

    const answers = await Promise.all([0, 1, 2].map((host) => get(`${origin(host)}/robots.txt`)));

    expect(answers.map((answer) => answer.status)).toEqual([200, 500, 404]);
    expect(await answers[0]?.text()).toContain('Disallow: /');
  });

  it('answers a handler that throws with 500 and continues', async () => {
    const { origin } = await site({
      handler: () => {
        throw new Error('planted');
      },
    });

    const answer = await get(`${origin(0)}/x`);

    expect([answer.status, await answer.text()]).toEqual([500, 'the handler threw: Error: planted']);
  });

  it('fails when the requested port is taken', async () => {
    const { origin } = await site();

    await expect(startSite({ hosts: 1, port: Number(new URL(origin(0)).port) })).rejects.toThrow('EADDRINUSE');
  });

  it('takes several ports of 127.0.0.1 where there is no other loopback address', async () => {
    const addressOf = (): string => '192.0.2.1'; // RFC 5737: no machine has it
    const listeners = await listenOnLoopback({ count: 3, port: 0, answer: (_, response) => response.end(), addressOf });

    const origins = listeners.map(({ origin }) => origin);
    await Promise.all(listeners.map(({ server }) => closeServer(server)));
    expect(new Set(origins).size).toBe(3);
    expect(origins.every((origin) => origin.startsWith('http://127.0.0.1:'))).toBe(true);
  });

  it('numbers addresses on past 127.0.0.254', () => {
    expect([0, 7, 252, 253, 254].map(addressAt)).toEqual([
      '127.0.0.2',
      '127.0.0.9',
      '127.0.0.254',
      '127.0.1.1',
      '127.0.1.2',
    ]);
  });
});

describe('the pathologies', () => {
  it('have unique names, which their addresses begin with', () => {
    expect(new Set(PATHOLOGIES.map(({ name }) => name)).size).toBe(PATHOLOGIES.length);
    for (const { name, examples, endless } of PATHOLOGIES) {
      for (const path of [...Object.keys(examples), ...(endless ?? [])])
        expect(path).toMatch(new RegExp(`^/${name}\\b`));
    }
  });

  it('answer every example, also after all the others', async () => {
    const { origin, log } = await site({ hosts: 2 });
    const paths = pathologyExamples().map(([path]) => path);

    const answers = await Promise.all(paths.map((path) => talk(origin(0), encodeURI(decodeURI(path)), 2_000)));

    const silent = paths.filter((_, i) => answers[i] === '');
    expect(silent.filter((path) => !/slow-headers|reset/.test(path))).toEqual([]);
    expect(log.length).toBe(paths.length);
    expect(answers.filter((answer) => answer.includes('the handler threw'))).toEqual([]);
    expect((await get(`${origin(0)}/`)).status).toBe(200);
  });

  it('redirect as they say', async () => {
    const { origin } = await site({ hosts: 2 });

    for (const status of [301, 302, 303, 307, 308]) {
      const answer = await get(`${origin(0)}/redirect/${status}/1`);
      expect([answer.status, answer.headers.get('location')]).toEqual([status, `/redirect/${status}/0`]);
    }
    expect((await get(`${origin(0)}/redirect-host/1`)).headers.get('location')).toBe(`${origin(1)}/redirect-host/1`);
    expect((await get(`${origin(0)}/redirect-broken/none`)).headers.get('location')).toBeNull();
    expect((await get(`${origin(0)}/redirect-loop/a`)).headers.get('location')).toBe('/redirect-loop/b');
  });

  it('end bodies early, lie about lengths, and reset', async () => {
    const { origin, log } = await site();

    const [early, twice, ssh] = await Promise.all(
      ['/early-close/length', '/wrong-length/twice', '/not-http/ssh'].map((path) => talk(origin(0), path)),
    );
    await expect(get(`${origin(0)}/reset/at-once`)).rejects.toThrow('fetch failed');

    const [head, body] = early?.split('\r\n\r\n') ?? [];
    const claimed = Number(/content-length: (\d+)/.exec(head ?? '')?.[1]);
    expect(body?.length).toBe(Math.floor(claimed / 2));
    expect(twice?.match(/content-length/g)).toHaveLength(2);
    expect(ssh).toMatch(/^SSH-2\.0/);
    expect(log.map(({ status }) => status)).toEqual([200, 200, null, null]);
  });

  it('fail as often as they say, per address', async () => {
    const { origin } = await site();

    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push((await get(`${origin(0)}/flaky/2?by=502`)).status);

    expect(statuses).toEqual([502, 502, 200, 200]);
    expect((await get(`${origin(0)}/flaky/1`)).status).toBe(503);
  });

  it('pack a bomb a thousand times smaller than what it unpacks to', async () => {
    const { origin } = await site();

    const wire = await talk(origin(0), '/gzip-bomb?mb=20', 5_000);

    expect(wire.length).toBeLessThan(40_000);
    expect((await (await get(`${origin(0)}/gzip-bomb?mb=20`)).arrayBuffer()).byteLength).toBe(20 * 1_048_576);
  });

  it('stop working for a client that went away', async () => {
    const { origin, log } = await site();

    for (const path of ['/never-ending', '/slow-body?ms=50&parts=1000', '/endless-headers']) {
      const { hostname, port } = new URL(origin(0));
      const socket = connect(Number(port), hostname);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
      await expect.poll(() => log.at(-1)?.path).toBe(path);
      socket.destroy();
    }

    await expect.poll(() => log.map(({ endedAt }) => endedAt === null)).toEqual([false, false, false]);
  });
});
