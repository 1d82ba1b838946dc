import type { OpenAPIHono } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from '#api/http/api-ports.ts';
import { SurfError } from '#core/error.ts';
import { nearestName } from '#core/faults/nearest-name.ts';

/** A path of the description, with the query parameters of each of its methods. */
interface ContractPath {
  readonly pattern: RegExp;
  readonly methods: Map<string, readonly string[]>;
}

/**
 * Refuses what the description does not have: a method that a path does not take (405 with `Allow`,
 * RFC 9110 §15.5.6), and query parameters that an operation does not know, which would otherwise be
 * a filter that silently does nothing.
 */
export function routeContract(app: OpenAPIHono<ApiEnv>): MiddlewareHandler<ApiEnv> {
  let paths: readonly ContractPath[] | null = null;
  return async (c, next) => {
    paths ??= contractPaths(app);
    const { path } = c.req;
    const found = paths.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => [...methods]);
    if (found.length > 0) {
      const methods = new Map(found);
      const known = methods.get(c.req.method === 'HEAD' ? 'GET' : c.req.method);
      if (known === undefined) {
        const allowed = [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : [])].sort().join(', ');
        c.header('Allow', allowed);
        throw methodNotAllowed(c.req.method, path, allowed);
      }
      checkQuery(Object.keys(c.req.queries()), known);
    }
    await next();
  };
}

function contractPaths(app: OpenAPIHono<ApiEnv>): ContractPath[] {
  const paths = new Map<string, ContractPath>();
  for (const definition of app.openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue;
    const { path, method, request } = definition.route;
    const known = paths.get(path) ?? { pattern: patternOf(path), methods: new Map() };
    const query = request?.query as { readonly shape?: object } | undefined;
    known.methods.set(method.toUpperCase(), Object.keys(query?.shape ?? {}));
    paths.set(path, known);
  }
  return [...paths.values()];
}

/** A pattern for a path such as `/v1/keys/{id}`. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+(?::[^}]*)?\}/g, '[^/]+')}$`);

/** @throws SurfError REQUEST_INVALID */
function checkQuery(given: readonly string[], known: readonly string[]): void {
  const unknown = given.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const shown = JSON.stringify(unknown.slice(0, 60));
  throw new SurfError('REQUEST_INVALID', `query: the operation has no parameter ${shown}`, {
    remedy:
      known.length === 0
        ? 'leave it out: the operation takes no query parameters'
        : `did you mean ${nearestName(unknown.slice(0, 60), known)}? It takes ${known.join(', ')}`,
  });
}

const methodNotAllowed = (method: string, path: string, allowed: string): SurfError =>
  new SurfError('METHOD_NOT_ALLOWED', `${path.slice(0, 200)} does not take ${method.slice(0, 20)}`, {
    remedy: `it takes ${allowed}; GET /openapi.json describes each`,
  });
