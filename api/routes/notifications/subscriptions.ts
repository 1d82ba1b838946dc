import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts, Defaults } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import {
  noSubscription,
  rotateSecret,
  saveSubscription,
  secretView,
  subscriptionView,
} from '#api/http/saved-subscriptions.ts';
import { ownHead } from '#api/routes/workflows.ts';
import { ByWorkflow } from '#api/schemas/by-id.ts';
import {
  BySubscription,
  NewSubscription,
  SubscriptionView,
  SubscriptionWithSecret,
} from '#api/schemas/notification.ts';
import { MOST_SUBSCRIPTIONS } from '#core/notify/subscription-store.ts';

const tags = ['notifications'];
const json = <S extends z.ZodType>(schema: S) => ({ 'application/json': { schema } });

const list = createRoute({
  method: 'get',
  path: '/v1/workflows/{id}/subscriptions',
  tags,
  operationId: 'listSubscriptions',
  summary: 'Whom Surf notifies of events in executions of a workflow',
  request: { params: ByWorkflow },
  responses: {
    200: {
      description: `All, at most ${MOST_SUBSCRIPTIONS}, without their secrets.`,
      content: json(z.object({ items: z.array(SubscriptionView) }).openapi('SubscriptionList')),
    },
    ...problems(400, 401, 404, 429),
  },
});

const put = createRoute({
  method: 'put',
  path: '/v1/workflows/{id}/subscriptions/{name}',
  tags,
  operationId: 'saveSubscription',
  summary: 'Create or change a subscription of a workflow',
  description:
    'It has a webhook, e-mail addresses or a topic. The secret of a webhook is shown when it is made, and when it is rotated. Surf sends no news from before it was made, or from before an event was added to it.',
  request: { params: BySubscription, body: { required: true, content: json(NewSubscription) } },
  responses: {
    200: { description: 'Saved.', content: json(SubscriptionWithSecret) },
    ...problems(400, 401, 403, 404, 409, 413, 422, 429),
  },
});

const remove = createRoute({
  method: 'delete',
  path: '/v1/workflows/{id}/subscriptions/{name}',
  tags,
  operationId: 'deleteSubscription',
  summary: 'Delete a subscription with its messages, also those that wait',
  request: { params: BySubscription },
  responses: { 204: { description: 'Deleted.' }, ...problems(400, 401, 404, 429) },
});

const rotate = createRoute({
  method: 'post',
  path: '/v1/workflows/{id}/subscriptions/{name}/rotate',
  tags,
  operationId: 'rotateSecret',
  summary: 'Give a subscription a new secret; Surf signs with the old one too for a day',
  request: { params: BySubscription },
  responses: {
    200: { description: 'The subscription with its new secret.', content: json(SubscriptionWithSecret) },
    ...problems(400, 401, 404, 409, 429),
  },
});

/** Channels and networks that messages may use here. */
export const placeOf = (ports: ApiPorts, defaults?: Defaults) => ({
  isPrivateOpen: defaults?.settings.allowPrivateNetwork === true,
  mail: ports.mail,
  topics: ports.topics,
});

export function subscriptionRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts, defaults?: Defaults): void {
  const { subscriptions, clock } = ports;

  app.openapi(list, async (c) => {
    const { id } = await ownHead(ports, c.get('caller'), c.req.valid('param').id);
    const items = (await subscriptions.ofWorkflow(id)).map((row) => subscriptionView(row, clock.now()));
    return c.json({ items }, 200);
  });

  app.openapi(put, async (c) => {
    const { id, name } = c.req.valid('param');
    const caller = c.get('caller');
    const head = await ownHead(ports, caller, id);
    const subscription = c.req.valid('json');
    const of = { of: id, owner: head.owner };
    const saved = await saveSubscription(ports, { ...of, name, subscription, caller, ...placeOf(ports, defaults) });
    return c.json(secretView(saved, clock.now()), 200);
  });

  app.openapi(remove, async (c) => {
    const { id, name } = c.req.valid('param');
    await ownHead(ports, c.get('caller'), id);
    const key = { workflow: id, name };
    if ((await subscriptions.delete(key)) === 'missing') throw noSubscription(key);
    return c.body(null, 204);
  });

  app.openapi(rotate, async (c) => {
    const { id, name } = c.req.valid('param');
    await ownHead(ports, c.get('caller'), id);
    return c.json(secretView(await rotateSecret(ports, { workflow: id, name }), clock.now()), 200);
  });
}
