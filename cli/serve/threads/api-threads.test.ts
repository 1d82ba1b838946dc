import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SqliteDatabase } from '#adapters/embedded/sqlite/sqlite-database.ts';
import { ApiThreads, apiMemoryMb } from '#cli/serve/threads/api-threads.ts';
import { openEmbedded } from '#compose/compose-local.ts';
import { LOCAL_CALLER } from '#core/identity/caller.ts';
import { makeSyntheticExecution } from '#test/export/synthetic-execution.ts';
import { HANGS } from '#test/hang.ts';
import { type RawServer, startRawServer } from '#test/http/raw-server.ts';
import { seededRandom } from '#test/site/random.ts';

const ADDRESS = 'http://127.0.0.1';
/** Links that these expressions take minutes for: each makes new states of their automata. */
const random = seededRandom(7);
const lettersOf = (count: number): string => Array.from({ length: count }, () => random.pick(['a', 'b'])).join('');
const LINKS = Array.from({ length: 500 }, (_, i) => `<a href="/abcd/${i}${lettersOf(2_000)}">`).join('');
const COSTLY = Array.from({ length: 5 }, (_, i) => `/[ab]*a[ab]{900}c|[ab]*b[ab]{900}d|x${i}/`);

let data: string;
let threads: ApiThreads;
let runs: string[];
let site: RawServer;
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'surf-threads-'));
  new SqliteDatabase(data).close(); // as the main thread does
  runs = [];
  threads = new ApiThreads({
    memoryMb: 416,
    data: { data, secretsFolder: null, plugins: [], version: 'test' },
    onRun: (execution, run) => runs.push(`${execution}-${run}`),
    mostCpuMs: { light: 60_000, heavy: 3_000, long: 60_000 },
    waitMs: 300_000,
  });
  site = await startRawServer((socket, head) => {
    const [status, body] = head.startsWith('GET /robots') ? ['404 Not Found', ''] : ['200 OK', LINKS];
    socket.end(`HTTP/1.1 ${status}\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n${body}`);
  });
});
afterEach(async () => {
  await threads.close();
  await site.close();
  rmSync(data, { recursive: true, force: true });
});

function ask(method: string, path: string, body?: unknown): Promise<Response> {
  const bytes = body === undefined ? null : new Uint8Array(Buffer.from(JSON.stringify(body)));
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  return threads.answer(new Request(`${ADDRESS}${path}`, { method, headers }), {
    caller: LOCAL_CALLER,
    path: path.replace(/\?.*/, ''),
    body: bytes,
  });
}

describe('threads that answer the API', () => {
  it('say that the data folder was removed, and make no new one', async () => {
    rmSync(data, { recursive: true, force: true });

    await expect(ask('GET', '/v1/workflows')).rejects.toMatchObject({ code: 'DATA_FOLDER_GONE' });

    expect(existsSync(data)).toBe(false);
  });

  it('answer as the app does, and have runs begun in the main thread', async () => {
    const saved = await ask('POST', '/v1/workflows', { name: 'a', seeds: ['http://a.test/'] });
    const { id } = (await saved.json()) as { id: string };
    const started = await ask('POST', `/v1/workflows/${id}/executions`, {});
    const { execution } = (await started.json()) as { execution: string };
    const removed = await ask('DELETE', `/v1/workflows/${id}`);

    expect([saved.status, started.status, removed.status]).toEqual([201, 201, 204]);
    expect(saved.headers.get('location')).toBe(`/v1/workflows/${id}`);
    expect(runs).toEqual([`${execution}-1`]);
  });

  it(
    'end one that takes too much CPU; its place goes to the next request, and light ones are answered meanwhile',
    HANGS,
    async () => {
      const scope = { mode: 'any', maxUrlLength: 8_192, exclude: COSTLY };
      const url = `http://127.0.0.1:${site.port}/`;
      const settings = { allowPrivateNetwork: true };

      const costly = ask('POST', '/v1/preview', { url, settings, workflow: { scope } });
      const next = ask('POST', '/v1/workflows', { name: 'a', seeds: ['http://a.test/'] });
      const order: string[] = [];
      const ended = costly.catch((error: unknown) => {
        order.push('costly');
        return error;
      });
      const light = await ask('GET', '/v1/workflows');
      order.push('light');

      expect(light.status).toBe(200);
      expect(await ended).toMatchObject({ code: 'REQUEST_TOO_COSTLY' });
      expect((await next).status).toBe(201);
      expect(order).toEqual(['light', 'costly']);
    },
  );

  it('are one until somebody asks; then one for what is heavy starts, too', async () => {
    const begun: unknown[] = [];
    const count = (worker: unknown): void => void begun.push(worker);
    process.on('worker', count);
    const own = new ApiThreads({
      memoryMb: 1_024,
      data: { data, secretsFolder: null, plugins: [], version: 'test' },
      onRun: () => 0,
    });
    const asked = { caller: LOCAL_CALLER, path: '/v1/workflows', body: null };
    await setImmediate(); // the event comes behind the constructor
    const before = begun.length;

    for (let n = 0; n < 3; n++) await own.answer(new Request(`${ADDRESS}/v1/workflows`), asked);

    process.off('worker', count);
    await own.close();
    expect([before, begun.length]).toEqual([1, 2]);
  });

  it('free the place of a reader who leaves', async () => {
    const saved = await ask('POST', '/v1/workflows', { name: 'a'.repeat(100), seeds: seeds(2_000) });

    await saved.body?.cancel();
    const next = await ask('POST', '/v1/workflows', { name: 'b', seeds: ['http://b.test/'] });

    expect(next.status).toBe(201);
  });

  it('leave no temporary file when they end in the middle of an export', async () => {
    const temporary = mkdtempSync(join(tmpdir(), 'surf-threads-tmp-'));
    vi.stubEnv('TMPDIR', temporary);
    const surf = openEmbedded({ data });
    const { id } = await makeSyntheticExecution(surf, 200);
    await surf.close();
    const own = new ApiThreads({
      memoryMb: 416,
      data: { data, secretsFolder: null, plugins: [], version: 'test' },
      onRun: () => undefined,
    });
    const path = `/v1/executions/${id}/exports/mirror`;
    const asked = { caller: LOCAL_CALLER, path, body: null };
    const answer = await own.answer(new Request(`${ADDRESS}${path}`), asked);
    await answer.body?.getReader().read();
    const during = readdirSync(temporary).filter((name) => name.startsWith('surf-export-'));

    await own.close();

    expect([answer.status, during.length]).toEqual([200, 1]);
    expect(readdirSync(temporary)).toEqual([]);
    vi.unstubAllEnvs();
    rmSync(temporary, { recursive: true });
  });
});

/** As many seeds as make an answer larger than what is read ahead. */
const seeds = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `http://a.test/${'x'.repeat(80)}/${n}`);

describe('--api-memory', () => {
  it('is at least one place', () => {
    expect([apiMemoryMb(undefined), apiMemoryMb('416')]).toEqual([1_024, 416]);
    for (const text of ['415', '-1', 'x', '', '1e9']) expect(() => apiMemoryMb(text)).toThrow('--api-memory');
  });
});
