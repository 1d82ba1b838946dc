import { serve } from '@hono/node-server';
import { OpenAPIHono } from '@hono/zod-openapi';
import { consoleRoutes } from '#api/console.ts';
import type { ApiEnv } from '#api/http/api-ports.ts';
import { consoleFiles } from '#cli/serve/console-files.ts';
import { CHROMIUM, type ConsoleUnderTest, openBrowser, startConsole } from '#test/web/console/console-under-test.ts';
import { prefixSuite } from '#test/web/suites/prefix-suite.ts';
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

/** Another server's API, and this checkout's console, below the prefix. */
async function startBelowPrefix(): Promise<ConsoleUnderTest> {
  const surf = await startConsole();
  const fetchBelow = behindPrefix(surf.address);
  const { port, stage } = await new Promise<{ port: number; stage: ReturnType<typeof serve> }>((resolve) => {
    const stage = serve({ fetch: fetchBelow, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve({ port, stage }));
  });
  const address = `http://127.0.0.1:${port}${PREFIX}/`;
  const browser = await openBrowser(address);
  return {
    address,
    client: surf.client,
    key: null,
    open: browser.open,
    async close() {
      await browser.close();
      stage.close();
      await surf.close();
    },
  };
}

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => prefixSuite('before surf serve', startBelowPrefix));
