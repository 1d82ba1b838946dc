import type { ErrorCode } from '#core/error.ts';
import type { ExecutionStatus } from '#core/execution/execution.ts';
import { NO_SEED } from '#core/frontier/wave/end-reason.ts';

/** Exit codes of the process (semantics.md, "Commands"). */
export const EXIT = {
  succeeded: 0,
  failed: 1,
  badInput: 2,
  difference: 3,
  notFound: 4,
  conflict: 5,
  nothingFetched: 10,
  atLimit: 11,
  atBudget: 12,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/**
 * The exit code for an ended execution. A stop or a pause was requested, so it is not a failure.
 */
export const exitOfStatus = (status: ExecutionStatus): ExitCode => (status === 'failed' ? EXIT.failed : EXIT.succeeded);

/**
 * The exit code that includes the outcome of the crawl (`--exit-code`): a script can tell a crawl
 * without pages from a broken one, and one that a limit ended from a complete one.
 */
export function exitOfOutcome({ status, reason }: { status: ExecutionStatus; reason: string | null }): ExitCode {
  if (reason === NO_SEED) return EXIT.nothingFetched;
  if (status !== 'limited') return exitOfStatus(status);
  return reason === 'budget' ? EXIT.atBudget : EXIT.atLimit;
}

/** Errors that are not failures of the crawl itself. */
const BY_CODE: Readonly<Partial<Record<ErrorCode, ExitCode>>> = {
  WORKFLOW_INVALID: EXIT.badInput,
  WORKFLOW_TOO_LARGE: EXIT.badInput,
  WORKFLOW_SYNTAX: EXIT.badInput,
  SEED_MISSING: EXIT.badInput,
  SEED_INVALID: EXIT.badInput,
  SEEDS_TOO_MANY: EXIT.badInput,
  FIELD_UNKNOWN: EXIT.badInput,
  FIELD_INVALID: EXIT.badInput,
  EXPRESSION_INVALID: EXIT.badInput,
  PATTERN_INVALID: EXIT.badInput,
  COLUMN_UNKNOWN: EXIT.badInput,
  SELECTOR_INVALID: EXIT.badInput,
  JSONPATH_INVALID: EXIT.badInput,
  HEADER_FORBIDDEN: EXIT.badInput,
  SECRET_LITERAL: EXIT.badInput,
  SECRET_IN_CLEAR: EXIT.badInput,
  SECRET_MISSING: EXIT.badInput,
  SECRET_UNUSABLE: EXIT.badInput,
  CRAWLER_CONF_SYNTAX: EXIT.badInput,
  CRAWLER_CONF_UNKNOWN: EXIT.badInput,
  CRAWLER_CONF_INVALID: EXIT.badInput,
  SCHEDULE_INVALID: EXIT.badInput,
  SCHEDULE_NOT_FOUND: EXIT.notFound,
  SUBSCRIPTION_INVALID: EXIT.badInput,
  SUBSCRIPTION_NOT_FOUND: EXIT.notFound,
  MESSAGE_NOT_FOUND: EXIT.notFound,
  EXECUTION_NOT_FOUND: EXIT.notFound,
  WORKFLOW_NOT_FOUND: EXIT.notFound,
  STATE_CONFLICT: EXIT.conflict,
  BASE_NOT_ENDED: EXIT.conflict,
  CONTINUE_BELOW_USED: EXIT.badInput,
  COMMAND_USAGE: EXIT.badInput,
  OUTPUT_EXISTS: EXIT.conflict,
  OUTPUT_NOT_KEPT: EXIT.badInput,
  CONNECT_TO_INVALID: EXIT.badInput,
  REQUEST_INVALID: EXIT.badInput,
  ROLE_LIMIT: EXIT.badInput,
  VERSION_CHANGED: EXIT.conflict,
};

/** Every other code is a failure, and so is an unexpected error, which is a bug. */
export const exitOfError = (code: ErrorCode | undefined): ExitCode =>
  code === undefined ? EXIT.failed : (BY_CODE[code] ?? EXIT.failed);
