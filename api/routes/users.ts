import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { administratorsOnly } from '#api/http/administrators-only.ts';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { recordAudit } from '#api/http/audit.ts';
import { problems } from '#api/http/problem.ts';
import { UserChange, UserView, userView } from '#api/schemas/account.ts';
import { described } from '#api/schemas/described.ts';
import { MOST_ROWS, Paging, pageOf } from '#api/schemas/paging.ts';
import { SurfError } from '#core/error.ts';
import type { AccountStore } from '#core/identity/account-store.ts';
import { type Caller, DEPLOYMENT_USER, maySee } from '#core/identity/caller.ts';
import { NO_RIGHTS, type User, UserId } from '#core/identity/roles/user.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';

const tags = ['accounts'];
const ById = z.object({
  id: described(UserId, { param: { name: 'id', in: 'path' }, description: 'Subject of the user.', example: 'anna' }),
});
const one = { content: { 'application/json': { schema: UserView } } } as const;

const list = createRoute({
  method: 'get',
  path: '/v1/users',
  tags,
  operationId: 'listUsers',
  summary: 'List who has signed in, newest first; for administrators',
  request: { query: Paging },
  responses: {
    200: { description: 'A page.', content: { 'application/json': { schema: pageOf(UserView, 'UserPage') } } },
    ...problems(400, 401, 403, 422, 429),
  },
});

const read = createRoute({
  method: 'get',
  path: '/v1/users/{id}',
  tags,
  operationId: 'readUser',
  summary: 'Read a user’s role and rights',
  request: { params: ById },
  responses: { 200: { description: 'The user.', ...one }, ...problems(400, 401, 404, 429) },
});

const change = createRoute({
  method: 'put',
  path: '/v1/users/{id}',
  tags,
  operationId: 'changeUser',
  summary: 'Give a user a role and rights; for administrators',
  description:
    'The user need not have signed in. Signing in does not change what an administrator gave. In force within two seconds, and for running executions when their present workers end.',
  request: { params: ById, body: { required: true, content: { 'application/json': { schema: UserChange } } } },
  responses: { 200: { description: 'As it is now.', ...one }, ...problems(400, 401, 403, 404, 409, 413, 422, 429) },
});

export function userRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  const { accounts, clock } = ports;

  app.openapi(list, async (c) => {
    administratorsOnly(c.get('caller'));
    const { limit, next } = c.req.valid('query');
    const page = await accounts.users(limit, next);
    return c.json({ items: page.rows.map(userView), next: page.next }, 200);
  });

  app.openapi(read, async (c) => c.json(userView(await ownUser(ports, c.get('caller'), c.req.valid('param').id)), 200));

  app.openapi(change, async (c) => {
    const caller = c.get('caller');
    const { id } = c.req.valid('param');
    if (!maySee(caller, id)) throw missing(id);
    administratorsOnly(caller);
    if (id === LOCAL_USER || id === DEPLOYMENT_USER) throw ofTheMachine(id);
    const { role, rights = NO_RIGHTS } = c.req.valid('json');
    const before = await accounts.user(id);
    const user: User = {
      v: 1,
      id,
      email: before?.email ?? null,
      role,
      assigned: 'hand',
      rights,
      createdAt: before?.createdAt ?? clock.now(),
    };
    await saveKeepingAdministrator(ports, { before, user });
    const words = (of: Pick<User, 'role' | 'rights'>) => `${of.role} ${JSON.stringify(of.rights)}`;
    const text = before === null ? `by hand: ${words(user)}` : `${words(before)} is ${words(user)} now`;
    const action = before === null ? 'user-created' : 'user-changed';
    await recordAudit(ports, { by: caller.user, action, target: id, text });
    return c.json(userView(user), 200);
  });
}

/**
 * Saves the user, unless no user would be left who can assign roles. Checks again after the change:
 * if two administrators demote each other at the same time, at least one change is undone.
 *
 * @throws SurfError LAST_ADMINISTRATOR
 */
async function saveKeepingAdministrator(
  { accounts }: Pick<ApiPorts, 'accounts'>,
  { before, user }: { readonly before: User | null; readonly user: User },
): Promise<void> {
  const isTaken = before?.role === 'administrator' && user.role !== 'administrator';
  if (!isTaken) {
    await accounts.saveUser(user);
    return;
  }
  if (!(await hasOtherAdministrator(accounts, user.id))) throw lastAdministrator(user.id);
  await accounts.saveUser(user);
  if (await hasOtherAdministrator(accounts, user.id)) return;
  await accounts.saveUser(before);
  throw lastAdministrator(user.id);
}

async function hasOtherAdministrator(accounts: Pick<AccountStore, 'users'>, id: string): Promise<boolean> {
  for (let next: string | undefined; ; ) {
    const page = await accounts.users(MOST_ROWS, next);
    if (page.rows.some((user) => user.id !== id && user.role === 'administrator')) return true;
    if (page.next === null) return false;
    next = page.next;
  }
}

const lastAdministrator = (id: string): SurfError =>
  new SurfError('LAST_ADMINISTRATOR', `${id} is the only administrator`, {
    remedy: 'make somebody else administrator first',
  });

/** @throws SurfError USER_NOT_FOUND, also for others */
async function ownUser({ accounts }: Pick<ApiPorts, 'accounts'>, caller: Caller, id: string): Promise<User> {
  const user = maySee(caller, id) ? await accounts.user(id) : null;
  if (user === null) throw missing(id);
  return user;
}

const missing = (id: string): SurfError =>
  new SurfError('USER_NOT_FOUND', `there is no user ${id}`, { remedy: 'GET /v1/me says who you are' });

const ofTheMachine = (id: string): SurfError =>
  new SurfError('FIELD_INVALID', `${id} is not a user: it is the owner of the machine or of its first key`, {
    remedy: 'name the subject of somebody who signs in',
  });
