import { serve } from '@hono/node-server';
import { OpenAPIHono } from '@hono/zod-openapi';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiEnv } from '#api/api-ports.ts';
import { consoleRoutes } from '#api/console.ts';
import { consoleFiles } from '#cli/console-files.ts';
import { DEMO_HOSTS, demoSite } from '#test/site/demo/demo-site.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { CHROMIUM, type ConsoleUnderTest, startConsole } from '#test/web/console-under-test.ts';
import { finishedCrawl } from '#test/web/finished-crawl.ts';
import { whenPresent } from '#test/when-present.ts';

/** As the stage of a deployment: what is below it reaches the app without it, nothing else does. */
const PREFIX = '/main';

/** The console of this checkout for a prefix, and another server's API behind it. */
function behindPrefix(api: string): (request: Request) => Promise<Response> {
  const app = new OpenAPIHono<ApiEnv>();
  for (const path of ['/v1/*', '/config.json', '/openapi.json']) {
    app.all(path, ({ req }) => {
      const { pathname, search } = new URL(req.url);
      return fetch(new Request(new URL(pathname + search, api), req.raw));
    });
  }
  consoleRoutes(app, consoleFiles() ?? new Map(), { base: `${PREFIX}/` });
  return async (request) => {
    const url = new URL(request.url);
    if (!url.pathname.startsWith(`${PREFIX}/`)) return new Response('outside of the stage', { status: 403 });
    url.pathname = url.pathname.slice(PREFIX.length);
    return await app.fetch(new Request(url, request));
  };
}

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => {
  let site: Site;
  let surf: ConsoleUnderTest;
  let stage: ReturnType<typeof serve>;
  let port: number;

  beforeAll(async () => {
    site = await startSite({ hosts: DEMO_HOSTS, handler: demoSite().handler });
    surf = await startConsole();
    const fetchBelow = behindPrefix(surf.address);
    port = await new Promise((resolve) => {
      stage = serve({ fetch: fetchBelow, port: 0, hostname: '127.0.0.1' }, (info) => resolve(info.port));
    });
  }, 120_000);

  afterAll(async () => {
    stage?.close();
    await surf?.close();
    await site?.close();
  });

  it('works below a prefix: views, files, the API, links and reloads', async () => {
    const { execution } = await finishedCrawl(surf.client, { seeds: [`${site.origin(0)}/`], limits: { pages: 3 } });
    const { page, faults } = await surf.open();
    const outside: string[] = [];
    page.on('request', (request) => {
      const { port: asked, pathname } = new URL(request.url());
      if (asked === String(port) && !pathname.startsWith(`${PREFIX}/`)) outside.push(pathname);
    });
    const below = `http://127.0.0.1:${port}${PREFIX}/`;

    await page.goto(below);
    await page.getByRole('link', { name: 'Executions', exact: true }).click();
    await page.getByRole('table', { name: 'Executions' }).getByRole('link').first().click();
    await page.getByRole('link', { name: 'Records' }).click();
    await page.reload();
    await page.getByRole('link', { name: 'Harbour Lamps', exact: true }).click();
    await page.getByRole('region', { name: 'Text of the page' }).waitFor();
    await page.goBack();
    await page.getByRole('table', { name: 'Records' }).waitFor();

    expect(new URL(page.url()).pathname).toBe(`${PREFIX}/executions/${execution}/records`);
    expect(outside).toEqual([]);
    expect(faults.filter((fault) => !fault.startsWith('asked http://127.0.0.1:'))).toEqual([]);
    await page.context().close();
  });
});
