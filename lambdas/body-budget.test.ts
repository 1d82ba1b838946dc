import { expect, it } from 'vitest';
import { bodyBudgetBytes } from './body-budget.ts';

it('bodies have a quarter of what a function has beside its runtime, from 16 to 256 MiB', () => {
  const mebibytes = [128, 192, 256, 512, 1_024, 1_152, 10_240].map((memoryMb) => bodyBudgetBytes(memoryMb) / 1024 ** 2);

  expect(mebibytes).toEqual([16, 16, 16, 80, 208, 240, 256]);
});
