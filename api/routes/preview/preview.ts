import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { checkRights } from '#api/http/admission/admission.ts';
import { settingsFor } from '#api/http/admission/start-workflow.ts';
import type { ApiEnv, ApiPorts, Defaults } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { Settings } from '#api/routes/executions.ts';
import { estimateRoute } from '#api/routes/preview/estimate.ts';
import { withUserAgent } from '#api/routes/workflows.ts';
import { Preview, previewOf } from '#api/schemas/preview.ts';
import { SurfError } from '#core/error.ts';
import { patternsOf } from '#core/identity/account-store.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';

const Request = z
  .strictObject({
    url: z.string().min(1).max(8_192).openapi({ example: 'https://example.org/' }),
    workflow: z.record(z.string(), z.unknown()).optional().openapi({
      description: 'Fields of a WorkflowDefinition whose rules hold; its seeds are the URL when it names none.',
    }),
    settings: Settings.optional().openapi({
      description: 'Each needs the right `allowPrivateNetwork`, unless the server gives it to everybody.',
    }),
  })
  .openapi('PreviewRequest');

const fetchOne = createRoute({
  method: 'post',
  path: '/v1/preview',
  tags: ['workflows'],
  operationId: 'preview',
  summary: 'Fetch one URL now, and tell what a crawl would make of it',
  description:
    'Under every rule of a crawl: addresses, robots.txt, sizes, and 20 seconds in all. Nothing is stored; redirects are followed, each under the same rules.',
  request: { body: { required: true, content: { 'application/json': { schema: Request } } } },
  responses: {
    200: {
      description: 'Its outcome; a page that Surf cannot fetch is not an error of the request.',
      content: { 'application/json': { schema: Preview } },
    },
    ...problems(400, 401, 403, 413, 422, 429, 503),
  },
});

/** Routes for previews and estimates before a crawl. */
export function previewRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts, defaults?: Defaults): void {
  previewRoute(app, ports, defaults);
  estimateRoute(app, ports, defaults);
}

function previewRoute(app: OpenAPIHono<ApiEnv>, ports: ApiPorts, defaults?: Defaults): void {
  app.openapi(fetchOne, async (c) => {
    const caller = c.get('caller');
    const asked = c.req.valid('json');
    const url = addressIn(asked.url);
    const workflow = checkWorkflow(withUserAgent({ seeds: [url], ...asked.workflow }, defaults));
    const settings = settingsFor(caller, asked.settings, defaults);
    checkRights(caller, workflow.politeness.robots);
    const blocklist = await patternsOf(ports.accounts);
    return c.json(previewOf(await ports.preview({ url, workflow, settings, blocklist })), 200);
  });
}

function addressIn(text: string): CrawlUrl {
  const url = parseCrawlUrl(text);
  if (url !== null) return url;
  throw new SurfError('FIELD_INVALID', `url: ${JSON.stringify(text.slice(0, 100))} is not an absolute http(s) URL`, {
    remedy: 'give the full address, for example https://example.org/',
  });
}
