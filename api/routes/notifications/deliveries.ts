import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { addTest, deliveriesOf, deliveryView, sendAgain } from '#api/http/saved-deliveries.ts';
import { ownHead } from '#api/routes/workflows.ts';
import { ByMessage, BySubscription, DeliveryView } from '#api/schemas/notification.ts';
import { KEPT_DELIVERIES } from '#core/notify/subscription-store.ts';

const tags = ['notifications'];
const json = <S extends z.ZodType>(schema: S) => ({ 'application/json': { schema } });
const SENT_NEXT = 'surf serve sends it within seconds, a deployment within five minutes.';

const list = createRoute({
  method: 'get',
  path: '/v1/workflows/{id}/subscriptions/{name}/deliveries',
  tags,
  operationId: 'listDeliveries',
  summary: 'The messages of a subscription with their outcome, newest first',
  request: { params: BySubscription },
  responses: {
    200: {
      description: `Those that wait, and the newest ${KEPT_DELIVERIES} that are done.`,
      content: json(z.object({ items: z.array(DeliveryView) }).openapi('DeliveryList')),
    },
    ...problems(400, 401, 404, 429),
  },
});

const test = createRoute({
  method: 'post',
  path: '/v1/workflows/{id}/subscriptions/{name}/test',
  tags,
  operationId: 'sendTest',
  summary: 'Send a message of the type test to the target',
  description: SENT_NEXT,
  request: { params: BySubscription },
  responses: { 202: { description: 'It waits.', content: json(DeliveryView) }, ...problems(400, 401, 404, 409, 429) },
});

const again = createRoute({
  method: 'post',
  path: '/v1/workflows/{id}/subscriptions/{name}/deliveries/{message}/retry',
  tags,
  operationId: 'retryDelivery',
  summary: 'Send a message again, with the same id',
  description: SENT_NEXT,
  request: { params: ByMessage },
  responses: { 202: { description: 'It waits.', content: json(DeliveryView) }, ...problems(400, 401, 404, 409, 429) },
});

export function deliveryRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  app.openapi(list, async (c) => {
    const { id, name } = c.req.valid('param');
    await ownHead(ports, c.get('caller'), id);
    const rows = await deliveriesOf(ports, { workflow: id, name });
    return c.json({ items: rows.map(deliveryView) }, 200);
  });

  app.openapi(test, async (c) => {
    const { id, name } = c.req.valid('param');
    await ownHead(ports, c.get('caller'), id);
    return c.json(deliveryView(await addTest(ports, { workflow: id, name })), 202);
  });

  app.openapi(again, async (c) => {
    const { id, name, message } = c.req.valid('param');
    await ownHead(ports, c.get('caller'), id);
    return c.json(deliveryView(await sendAgain(ports, { workflow: id, name }, message)), 202);
  });
}
