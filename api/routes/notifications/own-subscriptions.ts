import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts, Defaults } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { addTest, deliveriesOf, deliveryView, sendAgain } from '#api/http/saved-deliveries.ts';
import {
  noSubscription,
  rotateSecret,
  saveSubscription,
  secretView,
  subscriptionView,
} from '#api/http/saved-subscriptions.ts';
import { placeOf } from '#api/routes/notifications/subscriptions.ts';
import {
  ByOwnMessage,
  ByOwnSubscription,
  DeliveryView,
  NewSubscription,
  SubscriptionView,
  SubscriptionWithSecret,
} from '#api/schemas/notification.ts';
import type { Caller } from '#core/identity/caller.ts';
import { userScope } from '#core/notify/subscription-scope.ts';

const tags = ['notifications'];
const BASE = '/v1/me/subscriptions';
const ONE = `${BASE}/{name}` as const;
const json = <S extends z.ZodType>(schema: S) => ({ 'application/json': { schema } });
const answer = <S extends z.ZodType>(description: string, schema: S) => ({ description, content: json(schema) });
const params = ByOwnSubscription;

const list = createRoute({
  method: 'get',
  path: BASE,
  tags,
  operationId: 'listOwnSubscriptions',
  summary: 'Your subscriptions of all workflows that you may read',
  responses: {
    200: answer('All, without their secrets.', z.object({ items: z.array(SubscriptionView) })),
    ...problems(401, 429),
  },
});

const put = createRoute({
  method: 'put',
  path: ONE,
  tags,
  operationId: 'saveOwnSubscription',
  summary: 'Create or change a subscription of all workflows that you may read',
  description:
    'Surf asks for the right to read when it looks at an execution, and again when it sends: a right that is taken away tells nothing.',
  request: { params, body: { required: true, content: json(NewSubscription) } },
  responses: { 200: answer('Saved.', SubscriptionWithSecret), ...problems(400, 401, 403, 409, 413, 422, 429) },
});

const remove = createRoute({
  method: 'delete',
  path: ONE,
  tags,
  operationId: 'deleteOwnSubscription',
  summary: 'Delete one of your subscriptions with its messages',
  request: { params },
  responses: { 204: { description: 'Deleted.' }, ...problems(400, 401, 404, 429) },
});

const rotate = createRoute({
  method: 'post',
  path: `${ONE}/rotate`,
  tags,
  operationId: 'rotateOwnSecret',
  summary: 'Give one of your subscriptions a new secret; Surf signs with the old one too for a day',
  request: { params },
  responses: { 200: answer('With its new secret.', SubscriptionWithSecret), ...problems(400, 401, 404, 409, 429) },
});

const test = createRoute({
  method: 'post',
  path: `${ONE}/test`,
  tags,
  operationId: 'sendOwnTest',
  summary: 'Send a message of the type test to the target of one of your subscriptions',
  request: { params },
  responses: { 202: answer('It waits.', DeliveryView), ...problems(400, 401, 404, 409, 429) },
});

const deliveries = createRoute({
  method: 'get',
  path: `${ONE}/deliveries`,
  tags,
  operationId: 'listOwnDeliveries',
  summary: 'The messages of one of your subscriptions with their outcome, newest first',
  request: { params },
  responses: {
    200: answer('Those that wait, and the newest that are done.', z.object({ items: z.array(DeliveryView) })),
    ...problems(400, 401, 404, 429),
  },
});

const again = createRoute({
  method: 'post',
  path: `${ONE}/deliveries/{message}/retry`,
  tags,
  operationId: 'retryOwnDelivery',
  summary: 'Send a message of one of your subscriptions again, with the same id',
  request: { params: ByOwnMessage },
  responses: { 202: answer('It waits.', DeliveryView), ...problems(400, 401, 404, 409, 429) },
});

/** The caller's subscriptions, for all workflows that the caller may read. */
export function ownSubscriptionRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts, defaults?: Defaults): void {
  const { subscriptions, clock } = ports;
  const keyOf = ({ user }: Caller, name: string) => ({ workflow: userScope(user), name });

  app.openapi(list, async (c) => {
    const rows = await subscriptions.ofWorkflow(userScope(c.get('caller').user));
    return c.json({ items: rows.map((row) => subscriptionView(row, clock.now())) }, 200);
  });

  app.openapi(put, async (c) => {
    const caller = c.get('caller');
    const of = { of: userScope(caller.user), owner: caller.user };
    const asked = { ...of, ...c.req.valid('param'), subscription: c.req.valid('json'), caller };
    const saved = await saveSubscription(ports, { ...asked, ...placeOf(ports, defaults) });
    return c.json(secretView(saved, clock.now()), 200);
  });

  app.openapi(remove, async (c) => {
    const key = keyOf(c.get('caller'), c.req.valid('param').name);
    if ((await subscriptions.delete(key)) === 'missing') throw noSubscription(key);
    return c.body(null, 204);
  });

  app.openapi(rotate, async (c) => {
    const rotated = await rotateSecret(ports, keyOf(c.get('caller'), c.req.valid('param').name));
    return c.json(secretView(rotated, clock.now()), 200);
  });

  app.openapi(test, async (c) => {
    const row = await addTest(ports, keyOf(c.get('caller'), c.req.valid('param').name));
    return c.json(deliveryView(row), 202);
  });

  app.openapi(deliveries, async (c) => {
    const rows = await deliveriesOf(ports, keyOf(c.get('caller'), c.req.valid('param').name));
    return c.json({ items: rows.map(deliveryView) }, 200);
  });

  app.openapi(again, async (c) => {
    const { name, message } = c.req.valid('param');
    return c.json(deliveryView(await sendAgain(ports, keyOf(c.get('caller'), name), message)), 202);
  });
}
