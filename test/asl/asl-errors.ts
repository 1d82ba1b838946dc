/** An error of a run, as a Catch sees it. */
export class StateError extends Error {
  /** `States.Timeout`, `Lambda.Unknown`, … */
  readonly error: string;

  constructor(error: string, cause: string) {
    super(cause);
    this.error = error;
  }
}

/**
 * The definition says something that this driver does not know: the test is wrong, or the
 * definition is. No Catch sees it.
 */
export class UnknownAsl extends Error {}

/** The run was stopped from outside. */
export class Aborted extends Error {}

/** Errors that a Retry or Catch may name: those that this machine can meet. */
const KNOWN_ERRORS = new Set([
  'States.ALL',
  'Lambda.TooManyRequestsException',
  'StepFunctions.ExecutionAlreadyExistsException',
]);

/** What `States.ALL` does not match. */
const BEYOND_ALL = new Set(['States.DataLimitExceeded', 'States.Runtime']);

/**
 * Does this `ErrorEquals` match?
 * @throws UnknownAsl for names that we do not know, and for States.ALL beside others
 */
export function matches(errorEquals: unknown, error: string): boolean {
  if (!Array.isArray(errorEquals) || errorEquals.length === 0) throw new UnknownAsl('ErrorEquals is not a list');
  for (const name of errorEquals) if (!KNOWN_ERRORS.has(name)) throw new UnknownAsl(`ErrorEquals ${name}`);
  if (!errorEquals.includes('States.ALL')) return errorEquals.includes(error);
  if (errorEquals.length > 1) throw new UnknownAsl('States.ALL stands alone');
  return !BEYOND_ALL.has(error);
}
