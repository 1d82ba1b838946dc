import { OpenAPIHono } from '@hono/zod-openapi';
import { bodyLimit } from 'hono/body-limit';
import { DOCS_POLICY, docsPage } from '#api/docs-page.ts';
import type { ApiEnv, ApiOptions, ApiPorts } from '#api/http/api-ports.ts';
import { answerProblem } from '#api/http/problem.ts';
import { answerLimit } from '#api/middleware/answer-limit.ts';
import { jsonOnly } from '#api/middleware/content-type.ts';
import { elsewhere, tooLarge } from '#api/middleware/elsewhere.ts';
import { requestCount } from '#api/middleware/request-count.ts';
import { routeContract } from '#api/middleware/route-contract.ts';
import { openApiOf } from '#api/openapi.ts';
import { accountRoutes } from '#api/routes/accounts.ts';
import { collectionRoutes } from '#api/routes/collection.ts';
import { deletionRoute } from '#api/routes/deletion.ts';
import { executionListRoutes } from '#api/routes/execution-lists.ts';
import { executionRoutes } from '#api/routes/executions.ts';
import { healthRoutes } from '#api/routes/health.ts';
import { deliveryRoutes } from '#api/routes/notifications/deliveries.ts';
import { ownSubscriptionRoutes } from '#api/routes/notifications/own-subscriptions.ts';
import { subscriptionRoutes } from '#api/routes/notifications/subscriptions.ts';
import { previewRoutes } from '#api/routes/preview/preview.ts';
import { resultRoutes } from '#api/routes/results.ts';
import { scheduleRoutes } from '#api/routes/schedules.ts';
import { workflowRoutes } from '#api/routes/workflows.ts';
import { codeOf, SurfError } from '#core/error.ts';
import { MAX_DOCUMENT_BYTES } from '#core/workflow/workflow.ts';

/** A workflow and a little more. */
const MOST_BODY_BYTES = MAX_DOCUMENT_BYTES + 4_096;

/**
 * The REST API (design.md §9): one app for both places, given ports and a way to find out who asks.
 * Everything below `/v1`, the description and its page require a caller; `/health` and
 * `/config.json` do not.
 */
export function createApp(ports: ApiPorts, options: ApiOptions): OpenAPIHono<ApiEnv> {
  const app = new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      const [first] = result.error.issues;
      const place = [result.target, ...(first?.path ?? [])].join('.');
      throw new SurfError('REQUEST_INVALID', `${place}: ${first?.message ?? 'not understood'}`, {
        remedy: 'GET /openapi.json describes every request',
      });
    },
  });
  const prefix = (options.base ?? '/').slice(0, -1);
  app.use(async (c, next) => {
    c.set('requestId', ports.random());
    c.header('X-Request-Id', c.get('requestId'));
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Cache-Control', 'no-store');
    await next();
    const location = c.res.headers.get('Location');
    if (location?.startsWith('/')) c.header('Location', `${prefix}${location}`);
  });
  app.onError((thrown, c) => {
    const error = asOurs(thrown);
    const answer = answerProblem(c, error);
    if (answer.status >= 500) options.onFault?.(error, { requestId: c.get('requestId'), path: c.req.path });
    return answer;
  });
  app.notFound((c) => answerProblem(c, noRoute(c.req.method, c.req.path)));
  app.use(answerLimit(ports));
  healthRoutes(app, options);
  const guard = async (c: Parameters<typeof answerProblem>[0], next: () => Promise<void>): Promise<void> => {
    c.set('caller', await options.identify(c.req.raw));
    await next();
  };
  app.use('/v1/*', guard);
  app.use('/openapi.json', guard);
  app.use('/docs', guard);
  if (options.elsewhere !== undefined) {
    const forward = elsewhere(options.elsewhere, MOST_BODY_BYTES);
    for (const path of ['/v1/*', '/openapi.json', '/docs']) app.use(path, forward);
  }
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
  resultRoutes(app, ports);
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

/** Made when it is first needed: 10 ms of CPU for a text that never changes. */
function made<Text extends { toString(): string }>(make: () => Text): () => Text {
  let text: Text | null = null;
  return () => {
    text ??= make();
    return text;
  };
}

const noRoute = (method: string, path: string): SurfError =>
  new SurfError('ROUTE_NOT_FOUND', `there is no ${method} ${path.slice(0, 200)}`, {
    remedy: 'GET /openapi.json lists all routes',
  });

function refuseLarge(): never {
  throw tooLarge(MOST_BODY_BYTES);
}

/** Hono's own errors: a body that is not JSON. Each of its 4xx is the request's fault. */
function asOurs(error: Error): Error {
  if (!('status' in error) || codeOf(error) !== undefined) return error;
  const status = Number(error.status);
  if (!(status >= 400 && status < 500)) return error;
  return new SurfError('REQUEST_INVALID', error.message, { remedy: 'send JSON, as GET /openapi.json describes it' });
}
