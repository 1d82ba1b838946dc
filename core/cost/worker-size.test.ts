import { describe, expect, it } from 'vitest';
import { WORKER_MEMORY } from '#core/cost/lambda.ts';
import { smallWorkersPay, type WorkerChoice } from '#core/cost/worker-size.ts';

const MINUTE = 60_000;
/** So many hosts that last so many minutes each, and others. */
const hosts = (...groups: readonly (readonly [number, number])[]): number[] =>
  groups.flatMap(([count, minutes]) => Array.from({ length: count }, () => minutes * MINUTE));

const pay = (hostMs: number[], change: Partial<WorkerChoice> = {}): boolean =>
  smallWorkersPay({ hostMs, hostsPerWorker: 100, workers: 8, memory: WORKER_MEMORY, ...change });

describe('small workers that share a wave', () => {
  it('pay where most hosts end long before the largest ones', () => {
    expect(pay(hosts([30, 9], [60, 3]))).toBe(true);
    expect(pay(hosts([26, 9]))).toBe(true);
  });

  it('do not pay where all hosts last as long: one worker waits for a hundred at once', () => {
    expect(pay(hosts([100, 9]))).toBe(false);
  });

  it('do not pay for a short wave: some host of each worker may not answer', () => {
    expect(pay(hosts([10, 1], [90, 0.1]))).toBe(false);
  });

  it('are no choice where one takes all, or one large worker has no more hosts', () => {
    expect(pay(hosts([24, 9]))).toBe(false);
    expect(pay(hosts([26, 9]), { hostsPerWorker: 24 })).toBe(false);
  });

  it('are no choice where the wave may not have as many, or they are not smaller', () => {
    expect(pay(hosts([30, 9], [60, 3]), { workers: 3 })).toBe(false);
    expect(pay(hosts([26, 9]), { memory: { fewHostsMb: 1_024, manyHostsMb: 1_024 } })).toBe(false);
  });
});
