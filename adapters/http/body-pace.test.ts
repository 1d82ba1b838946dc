import { expect, it } from 'vitest';
import { BodyPace } from '#adapters/http/body-pace.ts';

it('gives a body one timeout, then wants a hundred bytes a second on average, and ten timeouts at most (N8)', () => {
  const pace = new BodyPace(1_000, 5_000);

  expect(pace.isTooSlow(0, 6_000)).toBe(false);
  expect(pace.isTooSlow(99, 6_001)).toBe(true);
  expect(pace.isTooSlow(101, 6_001)).toBe(false);
  expect([pace.isTooSlow(499, 10_000), pace.isTooSlow(500, 10_000)]).toEqual([true, false]);
  expect([pace.isTooSlow(1e9, 15_000), pace.isTooSlow(1e9, 15_001)]).toEqual([false, true]);
});

it('does not count time that the reader made it wait', () => {
  const pace = new BodyPace(1_000, 0);
  pace.pause(500);
  pace.pause(600);
  pace.resume(60_500);
  pace.resume(70_000);

  expect([pace.isTooSlow(0, 61_000), pace.isTooSlow(0, 61_001)]).toEqual([false, true]);
});
