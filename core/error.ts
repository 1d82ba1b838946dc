/**
 * Codes are API: documented in docs/reference/errors.md, never renamed; callers match the code,
 * never `instanceof`.
 */
export type ErrorCode =
  | 'WORKFLOW_INVALID'
  | 'WORKFLOW_TOO_LARGE'
  | 'WORKFLOW_SYNTAX'
  | 'SEED_MISSING'
  | 'SEED_INVALID'
  | 'SEEDS_TOO_MANY'
  | 'FIELD_UNKNOWN'
  | 'FIELD_INVALID'
  | 'EXPRESSION_INVALID'
  | 'PATTERN_INVALID'
  | 'SELECTOR_INVALID'
  | 'JSONPATH_INVALID'
  | 'HEADER_FORBIDDEN'
  | 'SECRET_LITERAL'
  | 'SECRET_IN_CLEAR'
  | 'SECRET_MISSING'
  | 'SECRET_UNUSABLE'
  | 'CRAWLER_CONF_SYNTAX'
  | 'CRAWLER_CONF_UNKNOWN'
  | 'CRAWLER_CONF_INVALID'
  | 'EXECUTION_NOT_FOUND'
  | 'WORKFLOW_NOT_FOUND'
  | 'STATE_CONFLICT'
  | 'BASE_NOT_ENDED'
  | 'CONTINUE_BELOW_USED'
  | 'COMMAND_USAGE'
  | 'COLUMN_UNKNOWN'
  | 'OUTPUT_EXISTS'
  | 'OUTPUT_NOT_KEPT'
  | 'CONNECT_TO_INVALID'
  | 'SITEMAP_INVALID'
  | 'SITEMAP_TOO_LARGE'
  | 'OBJECT_NOT_FOUND'
  | 'OBJECT_EXISTS'
  | 'OBJECT_CORRUPT'
  | 'FORMAT_UNKNOWN'
  | 'REQUEST_INVALID'
  | 'REQUEST_TOO_LARGE'
  | 'REQUEST_TOO_COSTLY'
  | 'CONTENT_TYPE_UNSUPPORTED'
  | 'SERVER_BUSY'
  | 'REQUEST_REPEATED'
  | 'ANSWER_TOO_LARGE'
  | 'RANGE_UNSATISFIABLE'
  | 'ROUTE_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'VERSION_MISSING'
  | 'VERSION_CHANGED'
  | 'SIGN_IN_REQUIRED'
  | 'SIGN_IN_INVALID'
  | 'RIGHT_MISSING'
  | 'ORIGIN_REFUSED'
  | 'RATE_EXCEEDED'
  | 'ROLE_LIMIT'
  | 'QUOTA_USED'
  | 'EXECUTIONS_AT_ONCE'
  | 'USER_NOT_FOUND'
  | 'LAST_ADMINISTRATOR'
  | 'KEY_NOT_FOUND'
  | 'ENTRY_NOT_FOUND'
  | 'SCHEDULE_INVALID'
  | 'SCHEDULE_NOT_FOUND'
  | 'SUBSCRIPTION_INVALID'
  | 'SUBSCRIPTION_NOT_FOUND'
  | 'MESSAGE_NOT_FOUND'
  | 'ISSUER_UNAVAILABLE'
  | 'SERVER_UNREACHABLE'
  | 'SERVER_FAILED'
  | 'PROFILE_UNREADABLE'
  | 'STORE_THROTTLED'
  | 'STORE_UNAVAILABLE'
  | 'DISK_FULL'
  | 'OPEN_FILES_EXHAUSTED'
  | 'DATA_FOLDER_READ_ONLY'
  | 'DATA_FOLDER_GONE'
  | 'DATABASE_CORRUPT'
  | 'NODE_TOO_OLD'
  | 'WORKER_UNSTARTABLE'
  | 'HOOK_FAILED'
  | 'PLUGIN_UNKNOWN'
  | 'PLUGIN_INVALID'
  | 'SEARCH_UNAVAILABLE'
  | 'INDEX_BUILDING'
  | 'COMPARISON_RUNNING'
  | 'COMPARISON_UNAVAILABLE'
  | 'AUDIT_RUNNING'
  | 'AUDIT_UNAVAILABLE'
  | 'DUPLICATES_RUNNING'
  | 'DUPLICATES_UNAVAILABLE'
  | 'EXPORT_RUNNING'
  | 'EXPORT_UNAVAILABLE';

export interface SurfErrorOptions {
  /** Advice to the user, as a sentence. */
  readonly remedy?: string;
  /** May the same call with the same arguments succeed later? @default false */
  readonly retryable?: boolean;
  readonly cause?: unknown;
}

/** The one error class. `message` says what was wrong in the user's words, `remedy` what to do. */
export class SurfError extends Error {
  override readonly name = 'SurfError';
  readonly code: ErrorCode;
  readonly remedy: string | undefined;
  readonly retryable: boolean;

  constructor(code: ErrorCode, message: string, options: SurfErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.remedy = options.remedy;
    this.retryable = options.retryable ?? false;
  }
}

/** The code of `error` if it is ours; any copy of the class may have made it. */
export function codeOf(error: unknown): ErrorCode | undefined {
  return error instanceof Error && error.name === 'SurfError' ? (error as SurfError).code : undefined;
}

/**
 * The value, for what may be missing: `nullOn('EXECUTION_NOT_FOUND', catalog.execution(id))`.
 * @returns null if it fails with a SurfError of this code; rejects with every other error
 */
export async function nullOn<T>(code: ErrorCode, value: Promise<T>): Promise<T | null> {
  try {
    return await value;
  } catch (error) {
    if (codeOf(error) === code) return null;
    throw error;
  }
}
