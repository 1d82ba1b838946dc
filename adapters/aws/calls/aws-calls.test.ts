import { describe, expect, it } from 'vitest';
import { AwsCalls, type Call, MAX_TRIES } from '#adapters/aws/calls/aws-calls.ts';
import { CallLedger } from '#adapters/aws/calls/call-ledger.ts';
import { Meter } from '#core/cost/meter.ts';

const throttled = (): Error => Object.assign(new Error('no room'), { name: 'ThrottlingException' });
const lost = (): Error => Object.assign(new Error('gone'), { code: 'ECONNRESET' });

function bench(jitter = () => 1) {
  const meter = new Meter();
  const waits: number[] = [];
  const sleep = async (ms: number): Promise<void> => void waits.push(ms);
  const clock = { now: () => 0, monotonic: () => 0, sleep };
  const ledger = new CallLedger(meter);
  const calls = new AwsCalls({ clock, random: () => 'r', jitter, ledger });
  return { calls, meter, ledger, waits };
}

const call = (answers: readonly (Error | string)[], change: Partial<Call<string>> = {}): Call<string> => {
  const left = answers.values();
  return {
    operation: 'PutItem',
    target: 'tasks',
    attempt: async () => {
      const answer = left.next().value ?? 'too many';
      if (typeof answer === 'string') return answer;
      throw answer;
    },
    used: () => ({ writeUnits: 2 }),
    failed: ({ kind }) => (kind === 'lost' ? { writeUnits: 1 } : {}),
    ...change,
  };
};

describe('AwsCalls', () => {
  it('waits longer from try to try, up to five seconds, with full jitter', async () => {
    const full = bench();
    await full.calls.send(call([...Array.from({ length: 7 }, throttled), 'done']));
    const half = bench(() => 0.5);
    await half.calls.send(call([throttled(), throttled(), 'done']));

    expect(full.waits).toEqual([50, 100, 200, 400, 800, 1_600, 3_200]);
    expect(half.waits).toEqual([25, 50]);
  });

  it('gives up after the last try, with an error that may be tried again', async () => {
    const { calls, ledger } = bench();

    await expect(calls.send(call(Array.from({ length: 20 }, throttled)))).rejects.toMatchObject({
      code: 'STORE_THROTTLED',
      retryable: true,
    });

    expect(ledger.operations().PutItem?.requests).toBe(MAX_TRIES);
  });

  it('does not repeat what is refused for good', async () => {
    const refusal = Object.assign(new Error('no'), { name: 'ConditionalCheckFailedException' });
    const { calls, ledger, waits } = bench();

    await expect(calls.send(call([refusal]))).rejects.toBe(refusal);

    expect(ledger.operations().PutItem?.requests).toBe(1);
    expect(waits).toEqual([]);
  });

  it('counts every attempt, answered or not, into its operation and the meter', async () => {
    const { calls, ledger, meter } = bench();

    await calls.send(call([lost(), throttled(), 'done']));
    await calls.send(call(['done'], { operation: 'GetObject', used: () => ({ gets: 1, bytesReceived: 9 }) }));

    expect(ledger.operations()).toEqual({
      GetObject: { requests: 1, writeUnits: 0, readUnits: 0, bytesSent: 0, bytesReceived: 9 },
      PutItem: { requests: 3, writeUnits: 3, readUnits: 0, bytesSent: 0, bytesReceived: 0 },
    });
    expect(meter.total()).toMatchObject({ writeUnits: 3, gets: 1 });
  });

  it('counts an attempt of known use when it begins', async () => {
    const { calls, meter } = bench();
    const answers = [throttled, () => 'done'].values();
    const counted: number[] = [];

    await calls.send({
      operation: 'PutObject',
      target: 'archive',
      use: { puts: 1 },
      attempt: async () => {
        counted.push(meter.total().puts);
        const answer = answers.next().value?.();
        if (typeof answer === 'string') return answer;
        throw answer;
      },
    });

    expect([...counted, meter.total().puts]).toEqual([1, 2, 2]);
  });
});
