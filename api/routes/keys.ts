import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { recordAudit } from '#api/http/audit.ts';
import { problems } from '#api/http/problem.ts';
import { CreatedKey, KeyView, KeyWithMade, keyView, NewKey } from '#api/schemas/account.ts';
import { described } from '#api/schemas/described.ts';
import { Paging, pageOf } from '#api/schemas/paging.ts';
import { SurfError } from '#core/error.ts';
import {
  type ApiKey,
  ApiKeyId,
  keyHash,
  keyIdOf,
  MOST_ANCESTORS,
  MOST_KEYS,
  newKeyText,
  prefixOf,
} from '#core/identity/api-key.ts';
import { type Caller, maySee, weakerRole } from '#core/identity/caller.ts';
import { revocationOf } from '#core/identity/key-strength.ts';
import type { Role } from '#core/identity/roles/role.ts';

const tags = ['accounts'];
const KEYS_A_READ = 1_000;
const ById = z.object({
  id: described(ApiKeyId, {
    param: { name: 'id', in: 'path' },
    description: 'Id of the key.',
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
    200: {
      description: 'The key, without itself, and the keys that were made with it.',
      content: { 'application/json': { schema: KeyWithMade } },
    },
    ...problems(400, 401, 404, 429),
  },
});

const revoke = createRoute({
  method: 'delete',
  path: '/v1/keys/{id}',
  tags,
  operationId: 'revokeKey',
  summary: 'Revoke an API key and all that were made with it: servers believe a key for two seconds',
  description:
    'A person revokes any key that they see. A key revokes itself, keys that were made with it, and keys no stronger than itself (role, end); never one that it was made with.',
  request: { params: ById },
  responses: { 204: { description: 'Revoked; it stays in the list.' }, ...problems(400, 401, 403, 404, 429) },
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
    const ancestors = ancestorsFor(caller);
    await checkKeyCount(ports, owner);
    const text = newKeyText(ports.random);
    const hash = keyHash(text);
    const key: ApiKey = {
      v: 1,
      id: keyIdOf(hash),
      hash,
      prefix: prefixOf(text),
      name: asked.name,
      owner,
      role: roleWithin(asked.role ?? most, most),
      ancestors,
      createdAt: clock.now(),
      expiresAt: endWithin(asked.expiresAt, { caller, now: clock.now() }),
      revokedAt: null,
    };
    await accounts.createKey(key);
    const end = key.expiresAt === null ? 'without end' : new Date(key.expiresAt).toISOString();
    const auditText = `${key.prefix}… of ${owner}, ${key.role}, ${end}`;
    await recordAudit(ports, { by: caller.user, action: 'key-created', target: key.id, text: auditText });
    c.header('Location', `/v1/keys/${key.id}`);
    return c.json({ ...keyView(key), key: text }, 201);
  });

  app.openapi(read, async (c) => {
    const key = await ownKey(ports, c.get('caller'), c.req.valid('param').id);
    return c.json({ ...keyView(key), made: (await madeWith(ports, key)).map(keyView) }, 200);
  });

  app.openapi(revoke, async (c) => {
    const caller = c.get('caller');
    const key = await ownKey(ports, caller, c.req.valid('param').id);
    checkRevocation(key, caller);
    // First the key itself: from then on its descendants are invalid too, even after a crash in
    // between.
    for (const { id, prefix, owner } of [key, ...(await madeWith(ports, key))]) {
      await accounts.revokeKey(id, clock.now());
      const text = `${prefix}… of ${owner}${id === key.id ? '' : `, made with ${key.prefix}…`}`;
      await recordAudit(ports, { by: caller.user, action: 'key-revoked', target: id, text });
    }
    return c.body(null, 204);
  });
}

/** A key that the caller may see. @throws SurfError KEY_NOT_FOUND, also for one of others */
async function ownKey({ accounts }: Pick<ApiPorts, 'accounts'>, caller: Caller, id: string): Promise<ApiKey> {
  const key = await accounts.key(id);
  if (key !== null && maySee(caller, key.owner)) return key;
  throw new SurfError('KEY_NOT_FOUND', `there is no key ${id}`, { remedy: 'GET /v1/keys lists those that are yours' });
}

/**
 * Role of another user, for whom only administrators make keys.
 * @throws SurfError RIGHT_MISSING, USER_NOT_FOUND
 */
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

/**
 * Ancestors of a key that this caller makes.
 * @throws SurfError RIGHT_MISSING for one generation too many
 */
function ancestorsFor({ key }: Caller): string[] {
  if (key === undefined) return [];
  if (key.ancestors.length < MOST_ANCESTORS) return [...key.ancestors, key.id];
  throw new SurfError('RIGHT_MISSING', `keys are made with keys for ${MOST_ANCESTORS + 1} generations at most`, {
    remedy: 'sign in, or use the key that this one was made with',
  });
}

/** Valid keys that descend from this one, of all generations. */
async function madeWith({ accounts }: Pick<ApiPorts, 'accounts'>, { id }: ApiKey): Promise<ApiKey[]> {
  const made: ApiKey[] = [];
  for (let next: string | undefined; ; ) {
    const page = await accounts.keys(null, KEYS_A_READ, next); // an administrator's key also makes keys for others
    made.push(...page.rows.filter(({ ancestors, revokedAt }) => revokedAt === null && ancestors.includes(id)));
    if (page.next === null) return made;
    next = page.next;
  }
}

/** @throws SurfError ROLE_LIMIT when the owner has as many keys as anybody may have */
async function checkKeyCount({ accounts, clock }: Pick<ApiPorts, 'accounts' | 'clock'>, owner: string): Promise<void> {
  const { rows } = await accounts.keys(owner, KEYS_A_READ);
  const living = rows.filter((key) => key.revokedAt === null && (key.expiresAt ?? Number.MAX_VALUE) > clock.now());
  if (living.length < MOST_KEYS) return;
  throw new SurfError('ROLE_LIMIT', `${owner} has ${living.length} keys; at most ${MOST_KEYS} are allowed`, {
    remedy: 'revoke keys that nobody uses',
  });
}

const REFUSALS = {
  ancestor: 'it was made with that key',
  'stronger-role': 'that key has a stronger role',
  'ends-later': 'that key ends later',
} as const;

/** @throws SurfError RIGHT_MISSING when the caller's key is weaker */
function checkRevocation(target: ApiKey, { key, role }: Caller): void {
  const decision = revocationOf(target, { by: key ?? null, role });
  if (decision.allowed) return;
  throw new SurfError('RIGHT_MISSING', `this key cannot revoke ${target.prefix}…: ${REFUSALS[decision.reason]}`, {
    remedy: 'sign in, or use a stronger key',
  });
}

/**
 * The end of a new key, no later than that of the key that makes it.
 * @throws SurfError FIELD_INVALID, RIGHT_MISSING
 */
function endWithin(asked: string | undefined, { caller, now }: { caller: Caller; now: number }): number | null {
  const most = caller.key?.expiresAt ?? null;
  if (asked === undefined) return most;
  const end = inFuture(asked, now);
  if (most === null || end <= most) return end;
  throw new SurfError('RIGHT_MISSING', `expiresAt ${asked} is later than the end of the key that makes the request`, {
    remedy: `give ${new Date(most).toISOString()} at the latest, or sign in`,
  });
}

function inFuture(text: string, now: number): number {
  const at = Date.parse(text);
  if (at > now) return at;
  throw new SurfError('FIELD_INVALID', `expiresAt ${text} is in the past`, { remedy: 'give a time in the future' });
}
