import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { ApiEnv, FrontOptions } from '#api/http/api-ports.ts';

const Health = z.object({ status: z.literal('ok'), version: z.string() }).openapi('Health');

const health = createRoute({
  method: 'get',
  path: '/health',
  tags: ['service'],
  operationId: 'readHealth',
  summary: 'Does it answer?',
  security: [],
  responses: { 200: { description: 'It does.', content: { 'application/json': { schema: Health } } } },
});

const Config = z
  .object({
    issuer: z
      .string()
      .nullable()
      .openapi({ description: 'OpenID provider; null: sign in by API key, or, on this machine, not at all.' }),
    clientId: z.string().nullable(),
    stage: z.string().openapi({ description: 'Name of the deployment; `local` for a server on this machine.' }),
    version: z.string(),
    demo: z
      .string()
      .nullable()
      .openapi({ description: 'A made-up site beside the server, to crawl as a trial; null: there is none.' }),
  })
  .openapi('Config');

const config = createRoute({
  method: 'get',
  path: '/config.json',
  tags: ['service'],
  operationId: 'readConfig',
  summary: 'What a page needs to sign somebody in',
  security: [],
  responses: { 200: { description: 'Known to everyone.', content: { 'application/json': { schema: Config } } } },
});

/** Routes without credentials (design.md §9). */
export function healthRoutes(app: OpenAPIHono<ApiEnv>, { version, config: known }: FrontOptions): void {
  const { issuer = null, clientId = null, stage = 'local', demo = null } = known ?? {};
  app.openapi(health, (c) => c.json({ status: 'ok' as const, version }, 200));
  app.openapi(config, (c) => c.json({ issuer, clientId, stage, version, demo }, 200));
}
