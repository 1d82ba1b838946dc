import { SurfError } from '#core/error.ts';

/**
 * Kind of failure in which a call of an AWS client ended.
 *
 * - `throttled`: the service had no room; nothing was done;
 * - `busy`: another write was at the same row; nothing was done;
 * - `broken`: the service failed (5xx); whether it was done is not known;
 * - `lost`: no answer came; whether it was done is not known;
 * - `refused`: the service said no for a reason that stays.
 */
export type FailureKind = 'throttled' | 'busy' | 'broken' | 'lost' | 'refused';

const THROTTLED: ReadonlySet<string> = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'Throttling',
  'ThrottledException',
  'RequestThrottledException',
  'RequestLimitExceeded',
  'TooManyRequestsException',
  'SlowDown',
  'ReduceYourRateOfRequest',
  'ExecutionLimitExceeded', // Step Functions: too many runs are open
]);

const BUSY: ReadonlySet<string> = new Set([
  'TransactionConflictException',
  'TransactionInProgressException',
  'ConditionalRequestConflict', // S3: two conditional puts of one key at the same moment
  'OperationAborted',
  // The clocks differ: the client corrects itself by the answer.
  'RequestTimeTooSkewed',
  'RequestInTheFuture',
  'RequestExpired',
]);

const BROKEN: ReadonlySet<string> = new Set([
  'InternalError', // also of single keys in an answer of S3 that says 200
  'InternalServerError',
  'InternalFailure',
  'ServiceUnavailable',
]);

const LOST: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'TimeoutError',
  'RequestTimeout',
  'RequestTimeoutException',
  'SyntaxError', // an answer that was cut off
]);

const REASONS_TO_WAIT: ReadonlySet<string> = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

/** Attributes of the clients' errors that Surf reads. */
interface ClientError extends Error {
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly CancellationReasons?: readonly { readonly Code?: string }[];
}

export function failureKind(error: unknown): FailureKind {
  if (!(error instanceof Error)) return 'refused';
  const { name, code = '', $metadata, CancellationReasons } = error as ClientError;
  if (name === 'TransactionCanceledException') return cancelKind(CancellationReasons ?? []);
  if (THROTTLED.has(name)) return 'throttled';
  if (BUSY.has(name)) return 'busy';
  const status = $metadata?.httpStatusCode;
  if (status === 429) return 'throttled';
  if (LOST.has(name) || LOST.has(code)) return 'lost';
  if (BROKEN.has(name) || (status !== undefined && status >= 500)) return 'broken';
  return 'refused';
}

/**
 * May a transaction be sent again? Yes if it only came at a bad moment, no if its condition failed.
 */
function cancelKind(reasons: readonly { readonly Code?: string }[]): FailureKind {
  const codes = reasons.map(({ Code = 'None' }) => Code).filter((code) => code !== 'None');
  if (codes.length === 0 || !codes.every((code) => REASONS_TO_WAIT.has(code))) return 'refused';
  return codes.includes('TransactionConflict') ? 'busy' : 'throttled';
}

const DENIED =
  /^(?:AccessDenied|AccessDeniedException|UnrecognizedClientException|ExpiredToken(?:Exception)?|InvalidAccessKeyId|CredentialsProviderError|SignatureDoesNotMatch)$/;
const MISSING = /^(?:ResourceNotFoundException|NoSuchBucket|StateMachineDoesNotExist)$/;

/**
 * The error in our words, after the last try; an error for which we have no words stays as it is,
 * with its own stack.
 * @param what `UpdateItem of surf-workflows`
 */
export function surfErrorOf(error: unknown, what: string): unknown {
  const kind = failureKind(error);
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  if (kind === 'throttled' || kind === 'busy') {
    return new SurfError('STORE_THROTTLED', `${what} found no room: ${name}`, {
      remedy: 'try again; if it happens often, lower the parallelism or raise the limits of the table',
      retryable: true,
      cause: error,
    });
  }
  if (kind === 'broken' || kind === 'lost') {
    return new SurfError('STORE_UNAVAILABLE', `${what} got no answer: ${message}`, {
      remedy: 'try again; check the state of AWS in this region, and the network',
      retryable: true,
      cause: error,
    });
  }
  if (DENIED.test(name) || MISSING.test(name)) {
    return new SurfError('STORE_UNAVAILABLE', `${what} was refused: ${message}`, {
      remedy: MISSING.test(name)
        ? 'check the names of tables, bucket and state machine, and the region: run `cdk deploy` again'
        : 'check the credentials and the role: run `cdk deploy` again',
      cause: error,
    });
  }
  return error;
}
