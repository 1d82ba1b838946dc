import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from '#api/http/api-ports.ts';
import { SurfError } from '#core/error.ts';

/** JSON types that Hono's validator reads: it ignores a body of any other type. */
const JSON_TYPE = /^application\/json(?:;\s*[a-zA-Z0-9-]+=[^;]+)*$/;
/** Methods whose body a route reads; others may carry one (RFC 9110 §9.3), which nobody reads. */
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/**
 * Refuses bodies that no route reads: every body is JSON, and not compressed. A request without
 * body needs no type.
 * @throws SurfError CONTENT_TYPE_UNSUPPORTED
 */
export const jsonOnly: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (WITH_BODY.has(c.req.method)) {
    const type = c.req.header('content-type');
    const coding = c.req.header('content-encoding')?.trim().toLowerCase() ?? '';
    if (type !== undefined && type.trim() !== '' && !JSON_TYPE.test(type)) {
      throw unsupported(`Content-Type: ${type.slice(0, 100)} is not application/json`);
    }
    if (coding !== '' && coding !== 'identity') {
      throw unsupported(`Content-Encoding: ${coding.slice(0, 100)} is not supported`);
    }
    if ((type === undefined || type.trim() === '') && (await c.req.text()) !== '') {
      throw unsupported('the request has a body and no Content-Type');
    }
  }
  await next();
};

const unsupported = (what: string): SurfError =>
  new SurfError('CONTENT_TYPE_UNSUPPORTED', what, {
    remedy: 'send JSON with Content-Type: application/json and without Content-Encoding',
  });
