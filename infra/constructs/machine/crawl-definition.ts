/** ARNs and names that the definition mentions; tokens of the stack, or text in tests. */
export interface CrawlMachineParts {
  /** `aws`, `aws-cn`, … */
  readonly partition: string;
  /** The machine's ARN: every run starts the next. */
  readonly machineArn: string;
  readonly advanceArn: string;
  readonly markDiedArn: string;
  readonly finishArn: string;
  /** Bucket that holds the tickets of large waves. */
  readonly bucket: string;
  /** Lambda timeouts; a task waits a little longer. */
  readonly workerSeconds: number;
  readonly controlSeconds: number;
}

/** Most concurrent iterations of an inline map. */
export const INLINE_CONCURRENCY = 40;
/**
 * The most parallelism that a workflow may request. No plan has more units, so this only bounds an
 * error of ours.
 */
export const DISTRIBUTED_CONCURRENCY = 1_000;
/** Seconds that a task waits beyond its Lambda's timeout. */
const ANSWER_SECONDS = 30;
const HOUR_SECONDS = 3_600;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The state machine of design.md §3 in Amazon States Language (JSONPath): one run carries one wave,
 * and starts the next run by name.
 *
 * - No history, payload or result grows with the crawl: tickets of large waves are in S3, maps and
 *   their children return `{}`.
 * - The result of a unit is what it wrote, never the answer of its task: the machine catches every
 *   fault of an iteration there. A unit is retried only if its Lambda never started.
 * - The function `crawl-small` carries the first run as long as its waves are small, outside of the
 *   machine. Its remainder is the input of a run here that begins after `Advance` (ADR 86).
 * - `advance` may be called twice, and again after a crash at any write, so it is retried. After a
 *   permanent failure the watchdog takes over.
 */
export function crawlDefinition(parts: CrawlMachineParts): Fields {
  return {
    Comment: 'One wave of a crawl; the next wave is the next run',
    StartAt: 'Begin',
    States: {
      Begin: {
        Type: 'Choice',
        Choices: [{ Variable: '$.next', IsPresent: true, Next: 'Decide' }],
        Default: 'Advance',
      },
      Advance: planner(parts, parts.advanceArn),
      Decide: {
        Type: 'Choice',
        Choices: [
          { Variable: '$.next', StringEquals: 'inline', Next: 'Units' },
          { Variable: '$.next', StringEquals: 'distributed', Next: 'ManyUnits' },
          { Variable: '$.next', StringEquals: 'wait', Next: 'Wait' },
          { Variable: '$.next', StringEquals: 'next', Next: 'StartNextRun' },
          { Variable: '$.next', StringEquals: 'finish', Next: 'Finish' },
        ],
        Default: 'Done',
      },
      Units: inlineMap(parts),
      ManyUnits: distributedMap(parts),
      Wait: { Type: 'Wait', TimestampPath: '$.until', Next: 'StartNextRun' },
      StartNextRun: startNextRun(parts),
      Finish: {
        ...invoke(parts, { function: parts.finishArn, seconds: parts.controlSeconds }),
        OutputPath: null,
        // Nobody else calls it again: its row has ended. For a day, then the run fails, and with it
        // the alarm runs-failed.
        Retry: [{ ErrorEquals: ['States.ALL'], ...pace({ seconds: 5, tries: 30 }), MaxDelaySeconds: HOUR_SECONDS }],
        End: true,
      },
      Done: { Type: 'Succeed', OutputPath: null },
    },
  };
}

/** Calls a function that plans and commits, and answers with the next step. */
const planner = (parts: CrawlMachineParts, arn: string): Fields => ({
  ...invoke(parts, { function: arn, seconds: parts.controlSeconds }),
  OutputPath: '$.Payload',
  Retry: [noRoom, anything({ seconds: 5, tries: 3 })],
  Next: 'Decide',
});

/** Up to forty units, in the history of the run. */
function inlineMap(parts: CrawlMachineParts): Fields {
  const { execution, wave, plan } = { execution: '$.execution', wave: '$.wave', plan: '$.plan' };
  return {
    Type: 'Map',
    ItemsPath: '$.units',
    ItemSelector: {
      ticket: { 'execution.$': execution, 'wave.$': wave, 'unit.$': '$$.Map.Item.Value', 'plan.$': plan },
      'worker.$': '$.worker',
    },
    MaxConcurrency: INLINE_CONCURRENCY,
    ItemProcessor: { ProcessorConfig: { Mode: 'INLINE' }, ...iteration(parts, '') },
    ResultPath: null,
    Next: 'StartNextRun',
  };
}

/**
 * More units: each line of a file is a ticket, which a child execution with a separate history
 * carries.
 */
function distributedMap(parts: CrawlMachineParts): Fields {
  return {
    Type: 'Map',
    Label: 'Units',
    ItemReader: {
      Resource: `arn:${parts.partition}:states:::s3:getObject`,
      ReaderConfig: { InputType: 'JSONL' },
      Parameters: { Bucket: parts.bucket, 'Key.$': '$.tickets' },
    },
    ItemSelector: { 'ticket.$': '$$.Map.Item.Value', 'worker.$': '$.worker' },
    MaxConcurrency: DISTRIBUTED_CONCURRENCY,
    ToleratedFailurePercentage: 100,
    ItemProcessor: {
      ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
      ...iteration(parts, 'OfMany'),
    },
    ResultPath: null,
    Next: 'StartNextRun',
  };
}

/**
 * One unit: crawls it, and marks it if its worker died, or if its Lambda could not be started for
 * long. Never fails.
 * @param suffix makes names of states unique within the machine
 */
function iteration(parts: CrawlMachineParts, suffix: '' | 'OfMany'): Fields {
  return {
    StartAt: `CrawlUnit${suffix}`,
    States: {
      [`CrawlUnit${suffix}`]: {
        Type: 'Task',
        Resource: `arn:${parts.partition}:states:::lambda:invoke`,
        Parameters: { 'FunctionName.$': '$.worker', 'Payload.$': '$.ticket' },
        TimeoutSeconds: parts.workerSeconds + ANSWER_SECONDS,
        OutputPath: null,
        Retry: [noRoom],
        Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: `MarkDied${suffix}` }],
        End: true,
      },
      [`MarkDied${suffix}`]: {
        Type: 'Task',
        Resource: `arn:${parts.partition}:states:::lambda:invoke`,
        Parameters: {
          FunctionName: parts.markDiedArn,
          Payload: { 'ticket.$': '$.ticket', 'error.$': '$.error.Error' },
        },
        TimeoutSeconds: parts.controlSeconds + ANSWER_SECONDS,
        OutputPath: null,
        Retry: [noRoom, anything({ seconds: 2, tries: 3 })],
        // Then the unit has no report: its tasks are planned again unchanged.
        Catch: [{ ErrorEquals: ['States.ALL'], Next: `Unreported${suffix}` }],
        End: true,
      },
      [`Unreported${suffix}`]: { Type: 'Succeed', OutputPath: null },
    },
  };
}

/**
 * Starts the next run. An existing name is not an error: a control call was faster, or this is a
 * retry after a lost answer.
 */
function startNextRun(parts: CrawlMachineParts): Fields {
  const exists = 'StepFunctions.ExecutionAlreadyExistsException';
  return {
    Type: 'Task',
    Resource: `arn:${parts.partition}:states:::states:startExecution`,
    Parameters: {
      StateMachineArn: parts.machineArn,
      'Name.$': '$.name',
      Input: { 'execution.$': '$.execution', 'run.$': '$.run' },
    },
    TimeoutSeconds: 60,
    OutputPath: null,
    Retry: [{ ErrorEquals: [exists], MaxAttempts: 0 }, anything({ seconds: 2, tries: 5 })],
    Catch: [{ ErrorEquals: [exists], Next: 'Done' }],
    End: true,
  };
}

/** Calls a Lambda with the execution's id and the number of this run. */
function invoke(parts: CrawlMachineParts, call: { function: string; seconds: number }): Fields {
  return {
    Type: 'Task',
    Resource: `arn:${parts.partition}:states:::lambda:invoke`,
    Parameters: {
      FunctionName: call.function,
      Payload: { 'execution.$': '$.execution', 'run.$': '$.run' },
    },
    TimeoutSeconds: call.seconds + ANSWER_SECONDS,
  };
}

/**
 * The only error after which certainly nothing has begun: the account runs as many Lambdas as it
 * may. A new account has ten.
 */
const noRoom: Fields = { ErrorEquals: ['Lambda.TooManyRequestsException'], ...pace({ seconds: 3, tries: 8 }) };

const anything = (how: { seconds: number; tries: number }): Fields => ({ ErrorEquals: ['States.ALL'], ...pace(how) });

/** Retry intervals that double each time, with jitter so that rivals do not collide again. */
function pace({ seconds, tries }: { seconds: number; tries: number }): Fields {
  return { IntervalSeconds: seconds, BackoffRate: 2, MaxAttempts: tries, MaxDelaySeconds: 60, JitterStrategy: 'FULL' };
}
