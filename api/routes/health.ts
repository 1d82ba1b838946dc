import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { ApiEnv, ApiOptions } from '#api/api-ports.ts';

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

export function healthRoute(app: OpenAPIHono<ApiEnv>, { version }: ApiOptions): void {
  app.openapi(health, (c) => c.json({ status: 'ok' as const, version }, 200));
}
