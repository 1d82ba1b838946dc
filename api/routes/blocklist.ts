import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { administratorsOnly } from '#api/http/administrators-only.ts';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { recordAudit } from '#api/http/audit.ts';
import { problems } from '#api/http/problem.ts';
import { BlockView, blockView, NewBlock } from '#api/schemas/account.ts';
import { described } from '#api/schemas/described.ts';
import { SurfError } from '#core/error.ts';
import { BlockEntry, newBlockEntry } from '#core/identity/account-store.ts';

const tags = ['accounts'];
const ById = z.object({
  id: described(BlockEntry.shape.id, {
    param: { name: 'id', in: 'path' },
    description: 'Id of the entry.',
    example: 'b00000000000000000000000000000000',
  }),
});

const list = createRoute({
  method: 'get',
  path: '/v1/blocklist',
  tags,
  operationId: 'listBlocklist',
  summary: 'What this deployment never requests',
  description: 'All entries, at most 1,000: every caller can see why a URL is skipped(blocklist).',
  responses: {
    200: {
      description: 'All.',
      content: { 'application/json': { schema: z.object({ items: z.array(BlockView) }).openapi('Blocklist') } },
    },
    ...problems(401, 429),
  },
});

const add = createRoute({
  method: 'post',
  path: '/v1/blocklist',
  tags,
  operationId: 'addToBlocklist',
  summary: 'Block a host or URLs for everybody; for administrators',
  description: 'In force for running executions when their present workers end, at the latest after `unitSeconds`.',
  request: { body: { required: true, content: { 'application/json': { schema: NewBlock } } } },
  responses: {
    201: { description: 'Blocked.', content: { 'application/json': { schema: BlockView } } },
    ...problems(400, 401, 403, 413, 422, 429),
  },
});

const remove = createRoute({
  method: 'delete',
  path: '/v1/blocklist/{id}',
  tags,
  operationId: 'removeFromBlocklist',
  summary: 'Take an entry off; for administrators',
  request: { params: ById },
  responses: { 204: { description: 'Taken off.' }, ...problems(400, 401, 403, 404, 429) },
});

export function blocklistRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  const { accounts, clock } = ports;

  app.openapi(list, async (c) => c.json({ items: (await accounts.blocked()).map(blockView) }, 200));

  app.openapi(add, async (c) => {
    const { user } = c.get('caller');
    administratorsOnly(c.get('caller'));
    const { pattern, note = null } = c.req.valid('json');
    const entry = newBlockEntry({ pattern, note, by: user, now: clock.now() }, await accounts.blocked());
    await accounts.block(entry);
    await recordAudit(ports, { by: user, action: 'blocked', target: pattern, text: note ?? '' });
    return c.json(blockView(entry), 201);
  });

  app.openapi(remove, async (c) => {
    const { user } = c.get('caller');
    administratorsOnly(c.get('caller'));
    const { id } = c.req.valid('param');
    const entry = (await accounts.blocked()).find((one) => one.id === id);
    if (entry === undefined || (await accounts.unblock(id)) === 'missing') throw missing(id);
    await recordAudit(ports, { by: user, action: 'unblocked', target: entry.pattern, text: '' });
    return c.body(null, 204);
  });
}

const missing = (id: string): SurfError =>
  new SurfError('ENTRY_NOT_FOUND', `the blocklist has no entry ${id}`, { remedy: 'GET /v1/blocklist lists them' });
