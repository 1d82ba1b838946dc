import { expect, it } from 'vitest';
import { invocationUsage, workerMemoryMb } from '#core/cost/lambda.ts';
import { NO_USAGE } from '#core/cost/usage.ts';

it.each([
  [0, 1, 256],
  [24, 1, 256],
  [25, 1, 1_024],
  [24, 10, 256],
  [11, 0.9, 256],
  [12, 0.9, 1_024],
  [12, 0, 1_024],
])(
  'a worker with %i hosts in flight, %f s between two requests to each, has %i MB',
  (hosts, delaySeconds, memoryMb) => {
    expect(workerMemoryMb(hosts, delaySeconds)).toBe(memoryMb);
  },
);

it('an invocation is billed by started milliseconds', () => {
  expect(invocationUsage(512, 1_999.2)).toEqual({ ...NO_USAGE, gbSeconds: 1, invocations: 1 });
});
