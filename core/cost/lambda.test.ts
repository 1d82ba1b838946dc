import { expect, it } from 'vitest';
import { invocationUsage, workerMemoryMb } from '#core/cost/lambda.ts';
import { NO_USAGE } from '#core/cost/usage.ts';

it.each([
  [0, 256],
  [11, 256],
  [12, 1_024],
  [25, 1_024],
])('a worker with %i hosts in flight has %i MB', (hosts, memoryMb) => {
  expect(workerMemoryMb(hosts)).toBe(memoryMb);
});

it('an invocation is billed by started milliseconds', () => {
  expect(invocationUsage(512, 1_999.2)).toEqual({ ...NO_USAGE, gbSeconds: 1, invocations: 1 });
});
