import { UnknownAsl } from '#test/asl/asl-errors.ts';

export type Fields = Readonly<Record<string, unknown>>;

/**
 * Fields that each kind of thing may have. What is not here is refused: a driver that skips what it
 * does not know proves nothing.
 */
const KNOWN = {
  machine: ['Comment', 'StartAt', 'States'],
  processor: ['ProcessorConfig', 'StartAt', 'States'],
  processorConfig: ['Mode', 'ExecutionType'],
  Task: [...['Type', 'Resource', 'Parameters', 'TimeoutSeconds', 'OutputPath'], ...['Retry', 'Catch', 'Next', 'End']],
  Choice: ['Type', 'Choices', 'Default'],
  choice: ['Variable', 'StringEquals', 'NumericEquals', 'IsPresent', 'Next'],
  Wait: ['Type', 'TimestampPath', 'Next'],
  Succeed: ['Type', 'OutputPath'],
  inlineMap: ['Type', 'ItemsPath', 'ItemSelector', 'MaxConcurrency', 'ItemProcessor', 'ResultPath', 'Next'],
  distributedMap: [
    ...['Type', 'Label', 'ItemReader', 'ItemSelector', 'MaxConcurrency', 'ToleratedFailurePercentage'],
    ...['ItemProcessor', 'ResultPath', 'Next'],
  ],
  itemReader: ['Resource', 'ReaderConfig', 'Parameters'],
  readerConfig: ['InputType'],
  retrier: ['ErrorEquals', 'IntervalSeconds', 'BackoffRate', 'MaxAttempts', 'MaxDelaySeconds', 'JitterStrategy'],
  catcher: ['ErrorEquals', 'ResultPath', 'Next'],
  invoke: ['FunctionName', 'FunctionName.$', 'Payload', 'Payload.$'],
  startExecution: ['StateMachineArn', 'Name.$', 'Input'],
  bucketAndKey: ['Bucket', 'Key.$'],
} as const;

/** The thing as an object of known fields. @throws UnknownAsl naming the field */
export function known(kind: keyof typeof KNOWN, value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnknownAsl(`${kind} is not an object`);
  const allowed: readonly string[] = KNOWN[kind];
  const strange = Object.keys(value).filter((name) => !allowed.includes(name));
  if (strange.length > 0) throw new UnknownAsl(`${kind} has ${strange.join(', ')}`);
  return value as Fields;
}

export function text(value: unknown, what: string): string {
  if (typeof value !== 'string') throw new UnknownAsl(`${what} is not text: ${JSON.stringify(value)}`);
  return value;
}

export function wholeNumber(value: unknown, what: string, range: readonly [least: number, most: number]): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < range[0] || value > range[1])
    throw new UnknownAsl(`${what} is ${JSON.stringify(value)}`);
  return value;
}

export function list(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new UnknownAsl(`${what} is not a list`);
  return value;
}
