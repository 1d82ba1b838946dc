import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { quotasOf } from '#api/http/admission/quotas.ts';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { Me, pluginView, quotaView, UsageView } from '#api/schemas/account.ts';
import { SurfError } from '#core/error.ts';
import { Day, dayOf } from '#core/identity/account-store.ts';
import { maySee } from '#core/identity/caller.ts';

const tags = ['accounts'];
const DAY_MS = 86_400_000;
const USUAL_DAYS = 31;
const MOST_DAYS = 92;

const me = createRoute({
  method: 'get',
  path: '/v1/me',
  tags,
  operationId: 'readMe',
  summary: 'The caller, and what they may do',
  responses: {
    200: { description: 'You.', content: { 'application/json': { schema: Me } } },
    ...problems(401, 429),
  },
});

const usage = createRoute({
  method: 'get',
  path: '/v1/usage',
  tags,
  operationId: 'readUsage',
  summary: 'Requests, pages and USD per day, and what quotas leave',
  request: {
    query: z.object({
      from: Day.optional().openapi({ description: 'First day, UTC; 31 days with today, if absent.' }),
      to: Day.optional().openapi({ description: 'Last day; at most 92 in all.' }),
      user: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .openapi({ description: 'Another user, whose usage an administrator reads.' }),
    }),
  },
  responses: {
    200: { description: 'The days.', content: { 'application/json': { schema: UsageView } } },
    ...problems(400, 401, 404, 422, 429),
  },
});

export function usageRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  const { accounts, clock, mail, topics, plugins = [] } = ports;
  app.openapi(me, async (c) => {
    const caller = c.get('caller');
    const { user, role, rights, limits = null } = caller;
    const row = await accounts.user(user);
    const channels = [
      'webhook' as const,
      ...(mail === null ? [] : ['email' as const]),
      ...(topics.length === 0 ? [] : ['topic' as const]),
    ];
    const known = { email: row?.email ?? null, role, rights, limits };
    const quotas = (await quotasOf(ports, caller, { owner: user })).map(quotaView);
    return c.json({ user, ...known, quotas, channels, plugins: plugins.map(pluginView) }, 200);
  });

  app.openapi(usage, async (c) => {
    const caller = c.get('caller');
    const { from, to = dayOf(clock.now()), user = caller.user } = c.req.valid('query');
    if (!maySee(caller, user)) throw missing(user);
    const first = from ?? dayOf(Date.parse(to) - (USUAL_DAYS - 1) * DAY_MS);
    const days = (Date.parse(to) - Date.parse(first)) / DAY_MS + 1;
    if (days < 1 || days > MOST_DAYS) throw tooLong(first, to);
    const quotas = user === caller.user ? await quotasOf(ports, caller, { owner: user }) : [];
    return c.json({ user, days: await accounts.usage(user, first, to), quotas: quotas.map(quotaView) }, 200);
  });
}

const missing = (user: string): SurfError =>
  new SurfError('USER_NOT_FOUND', `there is no user ${user}`, { remedy: 'leave user out for your own' });

const tooLong = (from: string, to: string): SurfError =>
  new SurfError('FIELD_INVALID', `from ${from} to ${to} are not 1 to ${MOST_DAYS} days`, {
    remedy: `request at most ${MOST_DAYS} days, the first one first`,
  });
