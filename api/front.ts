import { OpenAPIHono, type z } from '@hono/zod-openapi';
import type { AnswerElsewhere, ApiEnv, ApiPorts, FrontOptions } from '#api/http/api-ports.ts';
import { answerProblem } from '#api/http/problem.ts';
import { elsewhere, MOST_BODY_BYTES } from '#api/middleware/elsewhere.ts';
import { healthRoutes } from '#api/routes/health.ts';
import { codeOf, SurfError } from '#core/error.ts';
import { issueText, schemaIssue } from '#core/faults/schema-issue.ts';

/** Paths that require a caller. */
const CLOSED = ['/v1/*', '/openapi.json', '/docs'];

/**
 * Creates the app that runs before every route of the API: request ids, problems, the caller, and
 * public routes. `/health` and `/config.json` require no caller.
 */
export function createFront({ random }: Pick<ApiPorts, 'random'>, options: FrontOptions): OpenAPIHono<ApiEnv> {
  const app = new OpenAPIHono<ApiEnv>({
    defaultHook: (result, c) => {
      if (result.success) return;
      const [issue] = result.error.issues;
      if (issue === undefined) throw wrongRequest(`${result.target} is not understood`);
      if (result.target === 'param') throw wrongAddress(c.req.param(String(issue.path[0])) ?? '', issueText(issue));
      const part = result.target === 'json' ? 'body' : result.target;
      throw wrongRequest(schemaIssue([part, ...issue.path].join('.'), issue), misplaced(issue));
    },
  });
  const prefix = (options.base ?? '/').slice(0, -1);
  app.use(async (c, next) => {
    c.set('requestId', options.requestId?.(c.env) ?? random());
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
  healthRoutes(app, options);
  const guard = async (c: Parameters<typeof answerProblem>[0], next: () => Promise<void>): Promise<void> => {
    c.set('caller', await options.identify(c.req.raw));
    await next();
  };
  for (const path of CLOSED) app.use(path, guard);
  return app;
}

/**
 * Creates an app that forwards every request that requires a caller. It has no routes, and loads
 * none.
 */
export function createForwarder(
  ports: Pick<ApiPorts, 'random'>,
  { answer, ...options }: FrontOptions & { readonly answer: AnswerElsewhere },
): OpenAPIHono<ApiEnv> {
  const app = createFront(ports, options);
  const forward = elsewhere(answer, MOST_BODY_BYTES);
  for (const path of CLOSED) app.use(path, forward);
  return app;
}

/** Fields that people give where they are not, and where they are. */
const PLACES: Readonly<Record<string, string>> = {
  allowPrivateNetwork: 'it is in settings: {"settings": {"allowPrivateNetwork": true}} of the start of an execution',
  connectTo: 'it is in settings: {"settings": {"connectTo": […]}} of the start of an execution',
  limits: 'limits are in the workflow; the action resume takes new ones',
};

/** Advice about an unknown field that has its place elsewhere. */
function misplaced(issue: z.core.$ZodIssue): string | undefined {
  const [field] = issue.code === 'unrecognized_keys' ? issue.keys : [];
  return field === undefined || !Object.hasOwn(PLACES, field) ? undefined : PLACES[field];
}

const wrongRequest = (says: string, remedy = 'GET /openapi.json describes every request'): SurfError =>
  new SurfError('REQUEST_INVALID', says, { remedy });

/** A part of the path has a wrong form. Users of the console read this about their address bar. */
const wrongAddress = (part: string, says: string): SurfError =>
  new SurfError('REQUEST_INVALID', `${JSON.stringify(part.slice(0, 100))} ${says}`, {
    remedy: 'check the address, or take it from a list',
  });

/** Routes of Firecrawl's API (v1 and v2), and what does the same here. */
const INSTEAD: Readonly<Record<string, string>> = {
  scrape: 'POST /v1/preview fetches one page and shows the values that a crawl would extract',
  crawl: 'POST /v1/workflows saves a crawl, POST /v1/workflows/{id}/executions starts it',
  map: 'a crawl, then GET /v1/executions/{id}/tasks, lists the addresses of a site',
};

function noRoute(method: string, path: string): SurfError {
  const [, name = ''] = /^\/v[12]\/(scrape|crawl|map)$/.exec(path) ?? [];
  return new SurfError('ROUTE_NOT_FOUND', `there is no ${method} ${path.slice(0, 200)}`, {
    remedy: `${name === '' ? '' : `${INSTEAD[name]}; `}GET /openapi.json lists all routes`,
  });
}

/** Hono's own errors: a body that is not JSON. Each of its 4xx is the request's fault. */
function asOurs(error: Error): Error {
  if (!('status' in error) || codeOf(error) !== undefined) return error;
  const status = Number(error.status);
  if (!(status >= 400 && status < 500)) return error;
  return new SurfError('REQUEST_INVALID', error.message, { remedy: 'send JSON, as GET /openapi.json describes it' });
}
