import { gzipSync } from 'node:zlib';
import { OpenAPIHono } from '@hono/zod-openapi';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleFiles, consoleRoutes } from '#api/console.ts';
import type { ApiEnv } from '#api/http/api-ports.ts';
import { consoleFiles } from '#cli/serve/console-files.ts';

const MOST_BYTES = 2_000_000;
const MOST_FIRST_LOAD = 300_000;

describe('the built console', () => {
  let files: ConsoleFiles;

  beforeAll(() => {
    files = consoleFiles() ?? new Map();
  });

  it('has less than 2 MB in all, and at most 300 KB gzip on the first page (S19)', () => {
    const page = Buffer.from(files.get('index.html') ?? []).toString();
    const first = [...page.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map((match) => match[1] ?? '');
    const gzipped = [...first, 'index.html'].map((path) => gzipSync(files.get(path) ?? new Uint8Array()).length);
    const all = [...files.values()].reduce((sum, { length }) => sum + length, 0);

    expect(first.length).toBeGreaterThanOrEqual(3);
    expect(all).toBeLessThan(MOST_BYTES);
    expect(gzipped.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(MOST_FIRST_LOAD);
  });

  it('has no script or style inside of its page, and names no other host', () => {
    const page = Buffer.from(files.get('index.html') ?? []).toString();

    expect(page).not.toMatch(/<style|<script(?![^>]* src=)|style=| on\w+=|https?:/);
  });

  it('is served below any path, its files for ever and a fresh page each time', async () => {
    const app = new OpenAPIHono<ApiEnv>();
    consoleRoutes(app, files, { base: '/prod', issuer: 'https://login.example/pool' });
    const script = [...files.keys()].find((path) => /^assets\/index-.*\.js$/.test(path)) ?? '';

    const view = await app.request('/executions/x1/tasks');
    const asset = await app.request(`/${script}`);

    expect(await view.text()).toContain('<base href="/prod/"');
    expect(view.headers.get('Cache-Control')).toBe('no-cache');
    expect(view.headers.get('Content-Security-Policy')).toContain("connect-src 'self' https://login.example;");
    expect(asset.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect((await app.request('/assets/gone.js')).status).toBe(404);
    for (const path of ['/v1/nothing', '//v1/nothing']) expect((await app.request(path)).status).toBe(404);
  });

  it('its page may ask where the sign-in service gives tokens, also when that is another origin (S15)', async () => {
    const answers = [Promise.reject(new Error('silent')), Promise.resolve('https://tokens.example/token')];
    const tokenEndpoint = (): Promise<string> => answers.shift() ?? Promise.reject(new Error('asked too often'));
    const app = new OpenAPIHono<ApiEnv>();
    consoleRoutes(app, files, { issuer: 'https://login.example/pool', tokenEndpoint });
    const policy = async (): Promise<string> =>
      /connect-src[^;]*/.exec((await app.request('/')).headers.get('Content-Security-Policy') ?? '')?.[0] ?? '';

    expect(await policy()).toBe("connect-src 'self' https://login.example");
    expect(await policy()).toBe("connect-src 'self' https://login.example https://tokens.example");
    expect(await policy()).toBe("connect-src 'self' https://login.example https://tokens.example");
  });
});
