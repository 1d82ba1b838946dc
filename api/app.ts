import type { OpenAPIHono } from '@hono/zod-openapi';
import { bodyLimit } from 'hono/body-limit';
import { DOCS_POLICY, docsPage } from '#api/docs-page.ts';
import { createFront } from '#api/front.ts';
import type { ApiEnv, ApiOptions, ApiPorts } from '#api/http/api-ports.ts';
import { answerLimit } from '#api/middleware/answer-limit.ts';
import { jsonOnly } from '#api/middleware/content-type.ts';
import { MOST_BODY_BYTES, tooLarge } from '#api/middleware/elsewhere.ts';
import { requestCount } from '#api/middleware/request-count.ts';
import { routeContract } from '#api/middleware/route-contract.ts';
import { openApiOf } from '#api/openapi.ts';
import { accountRoutes } from '#api/routes/accounts.ts';
import { collectionRoutes } from '#api/routes/collection.ts';
import { deletionRoute } from '#api/routes/deletion.ts';
import { executionListRoutes } from '#api/routes/execution-lists.ts';
import { executionRoutes } from '#api/routes/executions.ts';
import { deliveryRoutes } from '#api/routes/notifications/deliveries.ts';
import { ownSubscriptionRoutes } from '#api/routes/notifications/own-subscriptions.ts';
import { subscriptionRoutes } from '#api/routes/notifications/subscriptions.ts';
import { previewRoutes } from '#api/routes/preview/preview.ts';
import { resultRoutes } from '#api/routes/results.ts';
import { scheduleRoutes } from '#api/routes/schedules.ts';
import { workflowRoutes } from '#api/routes/workflows.ts';

/**
 * The REST API (design.md §9): one app for both places, given ports and a way to identify the
 * caller. Everything below `/v1`, the description and its page require a caller; `/health` and
 * `/config.json` do not.
 */
export function createApp(ports: ApiPorts, options: ApiOptions): OpenAPIHono<ApiEnv> {
  const app = createFront(ports, options);
  app.use(answerLimit(ports));
  app.use('/v1/*', requestCount(ports));
  app.use('/v1/*', routeContract(app));
  app.use('/v1/*', bodyLimit({ maxSize: MOST_BODY_BYTES, onError: refuseLarge }));
  app.use('/v1/*', jsonOnly);
  workflowRoutes(app, ports, options.defaults);
  previewRoutes(app, ports, options.defaults);
  executionRoutes(app, ports, options.defaults);
  executionListRoutes(app, ports);
  scheduleRoutes(app, ports);
  collectionRoutes(app, ports);
  subscriptionRoutes(app, ports, options.defaults);
  deliveryRoutes(app, ports);
  ownSubscriptionRoutes(app, ports, options.defaults);
  deletionRoute(app, ports);
  resultRoutes(app, ports, options.defaults);
  accountRoutes(app, ports);
  descriptionRoutes(app, options.base);
  return app;
}

function descriptionRoutes(app: OpenAPIHono<ApiEnv>, base: string | undefined): void {
  const text = made(() => JSON.stringify(openApiOf(app, base)));
  const page = made(() => docsPage(openApiOf(app)));
  app.get('/openapi.json', (c) => c.body(text(), 200, { 'Content-Type': 'application/json' }));
  app.get('/docs', (c) => {
    c.header('Content-Security-Policy', DOCS_POLICY);
    return c.html(page());
  });
}

/** Builds the text on first use: 10 ms of CPU for a text that never changes. */
function made<Text extends { toString(): string }>(make: () => Text): () => Text {
  let text: Text | null = null;
  return () => {
    text ??= make();
    return text;
  };
}

function refuseLarge(): never {
  throw tooLarge(MOST_BODY_BYTES);
}
