import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gunzip } from '#core/bytes/gzip.ts';
import type { Page } from '#core/run/page.ts';
import { DEMO_HOSTS, demoSite } from '#demo/demo-site.ts';
import { attach, crawl } from '#library/index.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import type { Exchange } from '#test/site/exchange.ts';
import { type Site, startSite } from '#test/site/site.ts';

const MOST_BYTES = 64 * 1024 * 1024;

describe('hooks of the library', () => {
  let site: Site;
  let data = '';
  let shop = '';
  const { handler } = demoSite();
  /** Of the last request for each path. */
  const headersOf = new Map<string, Exchange['headers']>();

  beforeAll(async () => {
    site = await startSite({
      hosts: DEMO_HOSTS,
      handler: (exchange) => {
        headersOf.set(exchange.path, exchange.headers);
        return handler(exchange);
      },
    });
    shop = `${site.origin(0)}/`;
    data = temporaryFolder();
  });
  afterAll(async () => {
    await site.close();
    removeFolder(data);
  });

  const quick = () => ({ data, allowPrivateNetwork: true, politeness: { delaySeconds: 0 } });
  const requestsSince = (from: number): string[] =>
    site.log.slice(from).flatMap(({ path }) => (path === '/robots.txt' ? [] : [path]));
  /** Text of all objects of an execution whose names end like this, unpacked. */
  const objects = (id: string, suffix: string): string => {
    const folder = join(data, 'objects');
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const wanted = names.filter((name) => name.includes(id) && name.endsWith(suffix));
    expect(wanted.length).toBeGreaterThan(0);
    return wanted
      .map((name) => readFileSync(join(folder, name)))
      .map((bytes) => (suffix.endsWith('.gz') ? Buffer.from(gunzip(bytes, MOST_BYTES)) : bytes).toString('latin1'))
      .join('\n');
  };

  it('onLink refuses links with its reason: Surf requests none of them and counts each', async () => {
    const before = site.log.length;
    const asked: string[] = [];

    await using run = await crawl(shop, {
      ...quick(),
      output: { links: 'targets' },
      onLink: ({ url }) => {
        asked.push(url);
        return url.includes('/product/') ? 'unwanted' : 'follow';
      },
    });
    const report = await run.finished();

    const paths = requestsSince(before);
    expect(paths.length).toBeGreaterThan(3);
    expect(paths.filter((path) => path.startsWith('/product/'))).toEqual([]);
    expect(report.counts.skipped.hook).toBe(16);
    expect(new Set(asked.filter((url) => url.includes('/product/'))).size).toBe(16);
    expect(asked.every((url) => url.startsWith(shop))).toBe(true); // other hosts are out of scope: the program cannot add them
    expect((await report.verify()).holds).toBe(true);
    expect(objects(run.id, 'plan.json')).toContain('"hooks":["onLink"]');
  });

  it('onLink answers by a promise, and every closed reason is taken', async () => {
    await using run = await crawl(shop, {
      ...quick(),
      onLink: async ({ url }) => {
        if (url.includes('/product/1-')) return 'known';
        if (url.includes('/product/2-')) return 'quota';
        return url.includes('/product/3-') ? 'forbidden' : 'follow';
      },
    });

    const { counts } = await run.finished();

    expect(counts.skipped.hook).toBe(3);
  });

  it('onRequest adds headers to each request, and the archive does not hold their values', async () => {
    headersOf.clear();

    await using run = await crawl(shop, {
      ...quick(),
      limits: { depth: 1 },
      fetch: { headers: { 'X-Trace': 'configured' } },
      onRequest: ({ url }) =>
        url.endsWith('/about') ? { 'X-Trace': 'for-about', Authorization: 'Bearer hush' } : undefined,
    });
    await run.finished();

    expect(headersOf.get('/about')).toMatchObject({ 'x-trace': 'for-about', authorization: 'Bearer hush' });
    expect(headersOf.get('/')).toMatchObject({ 'x-trace': 'configured' });
    expect(headersOf.get('/')).not.toHaveProperty('authorization');
    const archived = objects(run.id, '.warc.gz');
    expect(archived).toContain('GET /about');
    expect(archived.toLowerCase()).toContain('authorization:');
    expect(archived).not.toContain('hush');
    expect(archived).not.toContain('for-about');
  });

  it('onPage takes each page once, one after the other, and finished() waits for it', async () => {
    const taken: string[] = [];
    let atOnce = 0;
    let most = 0;

    await using run = await crawl(shop, {
      ...quick(),
      onPage: async (page: Page) => {
        most = Math.max(most, ++atOnce);
        await page.text();
        taken.push(page.url);
        atOnce -= 1;
      },
    });
    const { counts } = await run.finished();

    expect(taken.length).toBe(counts.stored);
    expect(new Set(taken).size).toBe(taken.length);
    expect(most).toBe(1);
  });

  it.each([
    ['onLink throws', { onLink: () => Promise.reject(new Error('no database')) }, 'no database'],
    ['onLink returns no decision', { onLink: () => true as never }, 'it returned true'],
    ['onRequest throws', { onRequest: () => Promise.reject(new Error('no token')) }, 'no token'],
    [
      'onRequest names a header of Surf',
      { onRequest: () => ({ Host: 'other.example' }) },
      'sets the header Host itself',
    ],
    ['onRequest breaks a line', { onRequest: () => ({ 'X-A': 'a\r\nX-B: b' }) }, 'is not valid in a header'],
    ['onPage throws', { onPage: () => Promise.reject(new Error('disk full')) }, 'disk full'],
  ])('a hook that fails ends the run with HOOK_FAILED: %s', async (_, hooks, words) => {
    const run = await crawl(shop, { ...quick(), ...hooks });

    const failure = await run.finished().catch((error: unknown) => error);
    await run.close();

    expect(failure).toMatchObject({ name: 'SurfError', code: 'HOOK_FAILED' });
    expect((failure as Error).message).toContain(words);
  });

  it('has the error of the hook as its cause, and the execution can be resumed', async () => {
    const cause = new Error('no database');
    const run = await crawl(shop, { ...quick(), onLink: () => Promise.reject(cause) });
    const failure = (await run.finished().catch((error: unknown) => error)) as Error;
    await run.close();

    await using again = await attach(run.id, { data, resume: true, onLink: () => 'follow' });
    const report = await again.finished();

    expect(failure.cause).toBe(cause);
    expect(report.status).toBe('succeeded');
    expect(report.counts.skipped.hook).toBeUndefined();
    expect((await report.verify()).holds).toBe(true);
  });

  it('refuses a hook that is not a function before anything is written', async () => {
    await expect(crawl(shop, { ...quick(), onLink: 'follow' as never })).rejects.toMatchObject({
      code: 'FIELD_INVALID',
    });
  });
});
