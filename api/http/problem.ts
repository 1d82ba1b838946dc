import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ApiEnv } from '#api/http/api-ports.ts';
import { codeOf, type ErrorCode, type SurfError } from '#core/error.ts';

/** Location of the bytes in the archive, for an answer that is too large. */
export const ArchiveRange = z
  .object({
    url: z.string().openapi({ description: 'Address of the whole object; it needs no credentials.' }),
    range: z.string().openapi({ description: 'To be sent as `Range`.', example: 'bytes=1024-5242880' }),
    expiresAt: z.iso.datetime(),
  })
  .openapi('ArchiveRange');
export type ArchiveRange = z.infer<typeof ArchiveRange>;

/** The body of every error (RFC 9457), with our code and what to do. */
export const Problem = z
  .object({
    type: z
      .string()
      .openapi({ description: '`urn:surf:error:` and the code; docs/reference/errors.md explains each.' }),
    title: z.string().openapi({ description: 'The fault, in the words of the user.' }),
    status: z.int(),
    code: z.string().openapi({ description: 'Never renamed: match this.', example: 'EXECUTION_NOT_FOUND' }),
    remedy: z.string().nullable().openapi({ description: 'What to do about it.' }),
    requestId: z.string(),
    range: ArchiveRange.optional().openapi({ description: 'Only with ANSWER_TOO_LARGE: a WARC record, gzipped.' }),
  })
  .openapi('Problem');
export type Problem = z.infer<typeof Problem>;

/**
 * HTTP status of each code. 422: the request is well-formed, but cannot be carried out. Total: a
 * new code does not compile without one.
 */
export const STATUS: Readonly<Record<ErrorCode, ContentfulStatusCode>> = {
  REQUEST_INVALID: 400,
  SIGN_IN_REQUIRED: 401,
  SIGN_IN_INVALID: 401,
  RIGHT_MISSING: 403,
  ROLE_LIMIT: 403,
  QUOTA_USED: 403,
  ORIGIN_REFUSED: 403,
  EXECUTION_NOT_FOUND: 404,
  WORKFLOW_NOT_FOUND: 404,
  OBJECT_NOT_FOUND: 404,
  USER_NOT_FOUND: 404,
  KEY_NOT_FOUND: 404,
  ENTRY_NOT_FOUND: 404,
  SCHEDULE_INVALID: 422,
  SCHEDULE_NOT_FOUND: 404,
  SUBSCRIPTION_INVALID: 422,
  SUBSCRIPTION_NOT_FOUND: 404,
  MESSAGE_NOT_FOUND: 404,
  ROUTE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  STATE_CONFLICT: 409,
  LAST_ADMINISTRATOR: 409,
  BASE_NOT_ENDED: 409,
  CONTINUE_BELOW_USED: 409,
  REQUEST_REPEATED: 409,
  INDEX_BUILDING: 409,
  COMPARISON_RUNNING: 409,
  AUDIT_RUNNING: 409,
  DUPLICATES_RUNNING: 409,
  EXPORT_RUNNING: 409,
  VERSION_CHANGED: 412,
  WORKFLOW_TOO_LARGE: 413,
  REQUEST_TOO_LARGE: 413,
  CONTENT_TYPE_UNSUPPORTED: 415,
  RANGE_UNSATISFIABLE: 416,
  VERSION_MISSING: 428,
  RATE_EXCEEDED: 429,
  EXECUTIONS_AT_ONCE: 429,
  ISSUER_UNAVAILABLE: 503,
  STORE_THROTTLED: 503,
  STORE_UNAVAILABLE: 503,
  SERVER_BUSY: 503,
  DISK_FULL: 503,
  OPEN_FILES_EXHAUSTED: 503,
  DATA_FOLDER_READ_ONLY: 503,
  DATA_FOLDER_GONE: 503,
  NODE_TOO_OLD: 503,
  WORKER_UNSTARTABLE: 503,
  HOOK_FAILED: 503,
  SEARCH_UNAVAILABLE: 503,
  COMPARISON_UNAVAILABLE: 503,
  AUDIT_UNAVAILABLE: 503,
  DUPLICATES_UNAVAILABLE: 503,
  EXPORT_UNAVAILABLE: 503,
  DATABASE_CORRUPT: 500,
  OBJECT_CORRUPT: 500,
  FORMAT_UNKNOWN: 500,
  WORKFLOW_INVALID: 422,
  WORKFLOW_SYNTAX: 422,
  SEED_MISSING: 422,
  SEED_INVALID: 422,
  SEEDS_TOO_MANY: 422,
  FIELD_UNKNOWN: 422,
  FIELD_INVALID: 422,
  EXPRESSION_INVALID: 422,
  PATTERN_INVALID: 422,
  COLUMN_UNKNOWN: 400,
  SELECTOR_INVALID: 422,
  JSONPATH_INVALID: 422,
  HEADER_FORBIDDEN: 422,
  SECRET_LITERAL: 422,
  SECRET_IN_CLEAR: 422,
  SECRET_MISSING: 422,
  SECRET_UNUSABLE: 422,
  CRAWLER_CONF_SYNTAX: 422,
  CRAWLER_CONF_UNKNOWN: 422,
  CRAWLER_CONF_INVALID: 422,
  COMMAND_USAGE: 422,
  OUTPUT_EXISTS: 422,
  OUTPUT_NOT_KEPT: 422,
  CONNECT_TO_INVALID: 422,
  SITEMAP_INVALID: 422,
  SITEMAP_TOO_LARGE: 422,
  OBJECT_EXISTS: 422,
  REQUEST_TOO_COSTLY: 422,
  ANSWER_TOO_LARGE: 422,
  SERVER_UNREACHABLE: 422,
  SERVER_FAILED: 422,
  PROFILE_UNREADABLE: 422,
  PLUGIN_UNKNOWN: 422,
  PLUGIN_INVALID: 422,
};

/** Codes that this version does not know are faults of the server. */
const statusOf = (code: ErrorCode): ContentfulStatusCode =>
  (STATUS as Partial<Record<string, ContentfulStatusCode>>)[code] ?? 500;

const MEDIA_TYPE = 'application/problem+json';

type Described = { description: string; content: { 'application/problem+json': { schema: typeof Problem } } };

/**
 * Documented error responses of a route. 503 is on every route, because the server may have no
 * room. 415 is on every route with a body: those with 413.
 */
export function problems<Status extends number>(...statuses: readonly Status[]): Record<Status, Described> {
  const content = { [MEDIA_TYPE]: { schema: Problem } } as const;
  const all = new Set<number>([...statuses, 503, ...(statuses.includes(413 as Status) ? [415] : [])]);
  return Object.fromEntries(
    [...all].map((status) => [status, { description: WORDS[status] ?? 'Error', content }]),
  ) as never;
}

const WORDS: Readonly<Record<number, string>> = {
  400: 'The request does not have the form that this page describes.',
  401: 'No credentials, or none that are valid.',
  403: 'A right is missing; the problem names it.',
  404: 'There is no such thing, or it is not yours.',
  409: 'It is in a state that does not allow it; the problem names the state.',
  412: 'It was changed since; `If-Match` names an older version.',
  413: 'Too large; the problem names the limit.',
  415: 'The body is not `application/json`, or it is compressed.',
  416: 'The object ends before the range.',
  422: 'Well-formed, and not allowed; the problem names field, value and what is allowed.',
  428: '`If-Match` is missing.',
  429: 'Too many requests, or a limit of the role; `Retry-After` tells when.',
  503: 'The server or a store has no room for the request now; `Retry-After` tells when.',
};

const RETRY_SECONDS = '2';
/** Answered as 409, because a 503 raises the alarm for faults. */
const BUILT_MEANWHILE: ReadonlySet<ErrorCode> = new Set([
  'INDEX_BUILDING',
  'COMPARISON_RUNNING',
  'AUDIT_RUNNING',
  'DUPLICATES_RUNNING',
  'EXPORT_RUNNING',
]);

/**
 * Answers with a problem. Surf's own errors keep their words; the words of other errors stay in the
 * log.
 */
export function answerProblem(c: Context<ApiEnv>, error: unknown, range?: ArchiveRange): Response {
  const code = codeOf(error);
  const requestId = c.get('requestId') ?? '';
  if (code === undefined) {
    const title = 'something went wrong here; the request id finds it in the log';
    return problem(c, { type: 'about:blank', title, status: 500, code: 'INTERNAL', remedy: null, requestId });
  }
  const { message, remedy } = error as SurfError;
  const status = statusOf(code);
  if (status === 401) c.header('WWW-Authenticate', 'Bearer');
  if (status === 503 || status === 429 || BUILT_MEANWHILE.has(code))
    c.header('Retry-After', c.res.headers.get('Retry-After') ?? RETRY_SECONDS);
  const type = `urn:surf:error:${code}`;
  const more = range === undefined ? {} : { range };
  return problem(c, { type, title: message, status, code, remedy: remedy ?? null, requestId, ...more });
}

const problem = (c: Context<ApiEnv>, body: Problem): Response =>
  c.body(JSON.stringify(body), body.status as ContentfulStatusCode, { 'Content-Type': MEDIA_TYPE });
