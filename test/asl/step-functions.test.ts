import { describe, expect, it } from 'vitest';
import type { AslFunction } from '#test/asl/asl-task.ts';
import { StepFunctions } from '#test/asl/step-functions.ts';
import { VirtualClock } from '#test/fakes/virtual-clock.ts';

const invoke = { Resource: 'arn:aws:states:::lambda:invoke', TimeoutSeconds: 10 };
const call = (change: object = {}): object => ({
  Type: 'Task',
  ...invoke,
  Parameters: { FunctionName: 'f', Payload: {} },
  OutputPath: '$.Payload',
  End: true,
  ...change,
});
const machine = (States: object, StartAt = Object.keys(States)[0]): object => ({ StartAt, States });

async function runOf(definition: object, options: { input?: unknown; f?: AslFunction } = {}) {
  const clock = new VirtualClock();
  const { input = {}, f = async () => ({}) } = options;
  const steps = new StepFunctions({
    definition,
    machineArn: 'arn:m',
    partition: 'aws',
    clock,
    functions: new Map([['f', f]]),
    read: async () => Buffer.from('{"n":1}\n{"n":2}\n'),
  });
  steps.start('run', input);
  await clock.run(steps.settled());
  const run = steps.runs.get('run');
  if (run === undefined) throw new Error('no run');
  return { run, clock };
}

describe('the strict driver refuses what it does not know', () => {
  const cases: [string, object][] = [
    ['a field of a task', machine({ A: call({ HeartbeatSeconds: 5 }) })],
    ['variables', machine({ A: call({ Assign: { x: 1 } }) })],
    ['a type of state', machine({ A: { Type: 'Parallel', Branches: [], End: true } })],
    ['a resource', machine({ A: call({ Resource: 'arn:aws:states:::sqs:sendMessage' }) })],
    ['a function', machine({ A: call({ Parameters: { FunctionName: 'g', Payload: {} } }) })],
    ['a path that leads nowhere', machine({ A: call({ Parameters: { FunctionName: 'f', 'Payload.$': '$.none' } }) })],
    [
      'an intrinsic function',
      machine({ A: call({ Parameters: { FunctionName: 'f', 'Payload.$': "States.Format('x')" } }) }),
    ],
    ['a path with brackets', machine({ A: call({ Parameters: { FunctionName: 'f', 'Payload.$': '$.a[0]' } }) })],
    [
      'a comparison',
      machine({
        A: { Type: 'Choice', Choices: [{ Variable: '$.x', IsPresent: true, Next: 'B' }], Default: 'B' },
        B: { Type: 'Succeed' },
      }),
    ],
    ['an error name', machine({ A: call({ Catch: [{ ErrorEquals: ['MyError'], Next: 'A' }] }) })],
    [
      'States.ALL beside another',
      machine({ A: call({ Catch: [{ ErrorEquals: ['States.ALL', 'Lambda.TooManyRequestsException'], Next: 'A' }] }) }),
    ],
    ['a state that is not there', machine({ A: call({ End: undefined, Next: 'B' }) })],
    ['neither End nor Next', machine({ A: call({ End: undefined }) })],
    [
      'a timestamp that is none',
      machine({ A: { Type: 'Wait', TimestampPath: '$.t', Next: 'B' }, B: { Type: 'Succeed' } }),
    ],
  ];

  it.each(cases)('%s', async (_, definition) => {
    const failing = async (): Promise<never> => {
      throw new Error('x');
    };
    const f = JSON.stringify(definition).includes('Catch') ? failing : async () => ({});
    await expect(runOf(definition, { input: { x: 1, t: 'soon' }, f })).rejects.toThrow();
  });

  it('names that are used twice', async () => {
    const inner = { ProcessorConfig: { Mode: 'INLINE' }, ...machine({ A: call() }) };
    const map = { Type: 'Map', ItemsPath: '$.items', ItemSelector: {}, MaxConcurrency: 1, ItemProcessor: inner };

    await expect(
      runOf(machine({ A: { ...map, ResultPath: null, Next: 'B' }, B: { Type: 'Succeed' } })),
    ).rejects.toThrow(/two states A/);
  });
});

describe('the strict driver has the quotas that emulators lack', () => {
  it('a payload over 256 KiB ends the run, and States.ALL does not catch it', async () => {
    const Catch = [{ ErrorEquals: ['States.ALL'], Next: 'B' }];
    const { run } = await runOf(machine({ A: call({ Catch }), B: { Type: 'Succeed' } }), {
      f: async () => 'x'.repeat(256 * 1024),
    });

    expect([run.status, run.error?.error]).toEqual(['FAILED', 'States.DataLimitExceeded']);
  });

  it('a history over 25,000 events ends the run', async () => {
    const { run } = await runOf(machine({ A: call({ End: undefined, Next: 'A' }) }));

    expect([run.status, run.error?.error]).toEqual(['FAILED', 'States.Runtime']);
    expect(run.entered.length).toBeGreaterThan(4_000);
  });

  it('a task that takes too long times out on the virtual clock', async () => {
    const clock = new VirtualClock();
    const forever = () => clock.sleep(1e9);
    const { run, clock: own } = await runOf(machine({ A: call() }), { f: forever });

    expect([run.status, run.error?.error, own.elapsed]).toEqual(['FAILED', 'States.Timeout', 10_000]);
  });

  it('tries again after 3, 6 and 12 seconds, and counts each as a transition', async () => {
    const Retry = [
      {
        ErrorEquals: ['States.ALL'],
        IntervalSeconds: 3,
        BackoffRate: 2,
        MaxAttempts: 3,
        MaxDelaySeconds: 60,
        JitterStrategy: 'FULL',
      },
    ];
    const failing = async (): Promise<never> => {
      throw new Error('no');
    };
    const { run, clock } = await runOf(machine({ A: call({ Retry }) }), { f: failing });

    expect([run.status, run.error?.error, run.error?.message]).toEqual(['FAILED', 'Lambda.Unknown', 'no']);
    expect([clock.elapsed, run.transitions]).toEqual([21_000, 4]);
  });
});
