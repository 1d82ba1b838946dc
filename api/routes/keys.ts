import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts } from '#api/api-ports.ts';
import { recordAudit } from '#api/audit.ts';
import { problems } from '#api/problem.ts';
import { CreatedKey, KeyView, keyView, NewKey } from '#api/schemas/account.ts';
import { described } from '#api/schemas/described.ts';
import { Paging, pageOf } from '#api/schemas/paging.ts';
import { SurfError } from '#core/error.ts';
import { type ApiKey, ApiKeyId, keyHash, keyIdOf, newKeyText, prefixOf } from '#core/identity/api-key.ts';
import { type Caller, maySee, type Role, weakerRole } from '#core/identity/caller.ts';

const tags = ['accounts'];
const ById = z.object({
  id: described(ApiKeyId, {
    param: { name: 'id', in: 'path' },
    description: 'Of the key.',
    example: 'k00000000000000000000000000000000',
  }),
});

const list = createRoute({
  method: 'get',
  path: '/v1/keys',
  tags,
  operationId: 'listKeys',
  summary: 'List API keys, newest first; administrators see everyone’s',
  request: { query: Paging },
  responses: {
    200: { description: 'A page.', content: { 'application/json': { schema: pageOf(KeyView, 'KeyPage') } } },
    ...problems(400, 401, 422, 429),
  },
});

const create = createRoute({
  method: 'post',
  path: '/v1/keys',
  tags,
  operationId: 'createKey',
  summary: 'Make an API key; it is shown once',
  request: { body: { required: true, content: { 'application/json': { schema: NewKey } } } },
  responses: {
    201: {
      description: 'Made.',
      headers: { Location: { schema: { type: 'string' as const } } },
      content: { 'application/json': { schema: CreatedKey } },
    },
    ...problems(400, 401, 403, 404, 413, 422, 429),
  },
});

const read = createRoute({
  method: 'get',
  path: '/v1/keys/{id}',
  tags,
  operationId: 'readKey',
  summary: 'Read what is kept of an API key',
  request: { params: ById },
  responses: {
    200: { description: 'The key, without itself.', content: { 'application/json': { schema: KeyView } } },
    ...problems(400, 401, 404, 429),
  },
});

const revoke = createRoute({
  method: 'delete',
  path: '/v1/keys/{id}',
  tags,
  operationId: 'revokeKey',
  summary: 'Revoke an API key: within a minute nothing takes it any more',
  request: { params: ById },
  responses: { 204: { description: 'Revoked; it stays in the list.' }, ...problems(400, 401, 404, 429) },
});

export function keyRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  const { accounts, clock } = ports;

  app.openapi(list, async (c) => {
    const { limit, next } = c.req.valid('query');
    const caller = c.get('caller');
    const page = await accounts.keys(caller.role === 'administrator' ? null : caller.user, limit, next);
    return c.json({ items: page.rows.map(keyView), next: page.next }, 200);
  });

  app.openapi(create, async (c) => {
    const caller = c.get('caller');
    const asked = c.req.valid('json');
    const owner = asked.owner ?? caller.user;
    const most = owner === caller.user ? caller.role : await roleOf(ports, caller, owner);
    const text = newKeyText(ports.random);
    const hash = keyHash(text);
    const key: ApiKey = {
      ...{ v: 1, id: keyIdOf(hash), hash, prefix: prefixOf(text), name: asked.name, owner },
      role: roleWithin(asked.role ?? most, most),
      createdAt: clock.now(),
      expiresAt: asked.expiresAt === undefined ? null : inFuture(asked.expiresAt, clock.now()),
      revokedAt: null,
    };
    await accounts.createKey(key);
    await recordAudit(ports, {
      ...{ by: caller.user, action: 'key-created', target: key.id },
      text: `${key.prefix}… of ${owner}, ${key.role}, ${asked.expiresAt ?? 'without end'}`,
    });
    c.header('Location', `/v1/keys/${key.id}`);
    return c.json({ ...keyView(key), key: text }, 201);
  });

  app.openapi(read, async (c) => c.json(keyView(await ownKey(ports, c.get('caller'), c.req.valid('param').id)), 200));

  app.openapi(revoke, async (c) => {
    const caller = c.get('caller');
    const { id, prefix, owner } = await ownKey(ports, caller, c.req.valid('param').id);
    await accounts.revokeKey(id, clock.now());
    await recordAudit(ports, { by: caller.user, action: 'key-revoked', target: id, text: `${prefix}… of ${owner}` });
    return c.body(null, 204);
  });
}

/** A key that the caller may see. @throws SurfError KEY_NOT_FOUND, of others' too */
async function ownKey({ accounts }: Pick<ApiPorts, 'accounts'>, caller: Caller, id: string): Promise<ApiKey> {
  const key = await accounts.key(id);
  if (key !== null && maySee(caller, key.owner)) return key;
  throw new SurfError('KEY_NOT_FOUND', `there is no key ${id}`, { remedy: 'GET /v1/keys lists those that are yours' });
}

/** Of another user, for whom only administrators make keys. @throws SurfError RIGHT_MISSING, USER_NOT_FOUND */
async function roleOf({ accounts }: Pick<ApiPorts, 'accounts'>, caller: Caller, owner: string): Promise<Role> {
  if (caller.role !== 'administrator') {
    throw new SurfError('RIGHT_MISSING', 'only administrators make keys for others', { remedy: 'leave owner out' });
  }
  const user = await accounts.user(owner);
  if (user !== null) return user.role;
  throw new SurfError('USER_NOT_FOUND', `there is no user ${owner}`, {
    remedy: 'PUT /v1/users/{id} gives somebody a role before they sign in',
  });
}

function roleWithin(role: Role, most: Role): Role {
  if (weakerRole(role, most) === role) return role;
  throw new SurfError('RIGHT_MISSING', `a key with role ${role} would be more than its owner's, ${most}`, {
    remedy: `ask for ${most}, or less`,
  });
}

function inFuture(text: string, now: number): number {
  const at = Date.parse(text);
  if (at > now) return at;
  throw new SurfError('FIELD_INVALID', `expiresAt ${text} is over`, { remedy: 'give an instant to come' });
}
