import type { Clock } from '#core/model/clock.ts';
import { matches, StateError, UnknownAsl } from '#test/asl/asl-errors.ts';
import { type Fields, known, list, text, wholeNumber } from '#test/asl/asl-fields.ts';
import { carried, fill, type Scope } from '#test/asl/asl-payload.ts';
import type { AslRun } from '#test/asl/asl-run.ts';

/** A Lambda. What it throws makes the task fail as `Lambda.Unknown`. */
export type AslFunction = (payload: unknown) => Promise<unknown>;

/** What a test does to an attempt of a task. */
export type Interference =
  /** Lambda has no room: it never starts. */
  | 'throttled'
  /** The sandbox dies before the first line. */
  | 'dies-at-start'
  /** It does all of its work, and its answer is lost. */
  | 'answer-lost'
  /** Two sandboxes run at the same time; one of them answers. */
  | 'doubled';

export interface TaskServices {
  readonly clock: Clock;
  readonly partition: string;
  readonly functions: ReadonlyMap<string, AslFunction>;
  readonly startExecution: (machine: string, name: string, input: unknown) => void;
  readonly interfere: (attempt: { run: AslRun; state: string; payload: unknown }) => Interference | undefined;
}

/** Runs a Task with its retries. @returns its result @throws StateError after the last try */
export async function runTask(of: {
  services: TaskServices;
  run: AslRun;
  name: string;
  state: Fields;
  scope: Scope;
}): Promise<unknown> {
  const { services, run, state } = of;
  const tried = new Map<unknown, number>();
  for (;;) {
    run.record(2); // TaskScheduled, TaskStarted
    try {
      const result = await withTimeout(services.clock, run, { work: attempt(of), seconds: state.TimeoutSeconds });
      run.record(1); // TaskSucceeded
      return carried(result, run.sawPayload);
    } catch (error) {
      if (!(error instanceof StateError)) throw error;
      run.record(1); // TaskFailed
      const waitSeconds = retryAfter(state.Retry, error.error, tried);
      if (waitSeconds === null) throw error;
      await run.sleep(services.clock, waitSeconds * 1_000);
      run.transitions += 1;
    }
  }
}

async function withTimeout<T>(clock: Clock, run: AslRun, of: { work: Promise<T>; seconds: unknown }): Promise<T> {
  const seconds = wholeNumber(of.seconds, 'TimeoutSeconds', [1, 99_999_999]);
  const over = new AbortController();
  const timeout = clock.sleep(seconds * 1_000, over.signal).then(() => {
    if (over.signal.aborted) return new Promise<never>(() => undefined);
    throw new StateError('States.Timeout', `${seconds} s`);
  });
  try {
    return await Promise.race([of.work, timeout, run.stopped]);
  } finally {
    over.abort();
  }
}

function attempt(of: {
  services: TaskServices;
  run: AslRun;
  name: string;
  state: Fields;
  scope: Scope;
}): Promise<unknown> {
  const { services, run, name, state, scope } = of;
  const resource = text(state.Resource, 'Resource');
  const prefix = `arn:${services.partition}:states:::`;
  if (resource === `${prefix}lambda:invoke`) {
    const parameters = carried(fill(known('invoke', state.Parameters), scope), run.sawPayload) as Fields;
    const { FunctionName, Payload } = parameters;
    const fn = services.functions.get(functionName(text(FunctionName, 'FunctionName')));
    if (fn === undefined) throw new UnknownAsl(`no function ${FunctionName}`);
    return invoke(fn, { payload: Payload, how: services.interfere({ run, state: name, payload: Payload }) });
  }
  if (resource === `${prefix}states:startExecution`) {
    const parameters = fill(known('startExecution', state.Parameters), scope) as Fields;
    const machine = text(parameters.StateMachineArn, 'StateMachineArn');
    services.startExecution(machine, text(parameters.Name, 'Name'), parameters.Input);
    return Promise.resolve({ ExecutionArn: `${machine}:${parameters.Name}`, StartDate: '2026-01-01T00:00:00Z' });
  }
  throw new UnknownAsl(`resource ${resource}`);
}

/** A function is called by its ARN or its name. */
const functionName = (name: string): string => name.split(':').at(-1) ?? name;

async function invoke(fn: AslFunction, call: { payload: unknown; how: Interference | undefined }): Promise<unknown> {
  const { payload, how } = call;
  const lost = (cause: string): StateError => new StateError('Lambda.Unknown', cause);
  const once = async (): Promise<unknown> => {
    try {
      return await fn(structuredClone(payload));
    } catch (error) {
      if (error instanceof UnknownAsl || error instanceof StateError) throw error;
      throw lost(error instanceof Error ? error.message : String(error));
    }
  };
  if (how === 'throttled') throw new StateError('Lambda.TooManyRequestsException', 'Rate Exceeded.');
  if (how === 'dies-at-start') throw lost('Runtime exited');
  const answers = how === 'doubled' ? Promise.all([once(), once()]).then(([first]) => first) : once();
  const answer = await answers;
  if (how === 'answer-lost') throw lost('connection reset');
  return { ExecutedVersion: '$LATEST', Payload: answer ?? null, StatusCode: 200 };
}

/** Seconds until the next try; null when there is none. @throws UnknownAsl */
function retryAfter(retriers: unknown, error: string, tried: Map<unknown, number>): number | null {
  for (const value of list(retriers ?? [], 'Retry')) {
    const retrier = known('retrier', value);
    if (!matches(retrier.ErrorEquals, error)) continue;
    const most = wholeNumber(retrier.MaxAttempts, 'MaxAttempts', [0, 99]);
    const before = tried.get(retrier) ?? 0;
    if (before >= most) return null;
    tried.set(retrier, before + 1);
    if (retrier.JitterStrategy !== 'FULL') throw new UnknownAsl(`JitterStrategy ${retrier.JitterStrategy}`);
    const interval = wholeNumber(retrier.IntervalSeconds, 'IntervalSeconds', [1, 99_999_999]);
    const longest = wholeNumber(retrier.MaxDelaySeconds, 'MaxDelaySeconds', [interval + 1, 31_622_400]);
    if (retrier.BackoffRate !== 2) throw new UnknownAsl(`BackoffRate ${retrier.BackoffRate}`);
    return Math.min(longest, interval * 2 ** before);
  }
  return null;
}
