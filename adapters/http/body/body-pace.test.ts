import { expect, it } from 'vitest';
import { BodyPace } from '#adapters/http/body/body-pace.ts';

it('gives a body one timeout, then requires a hundred bytes a second on average, and ten timeouts at most (N8)', () => {
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

it('tells the speed of the last one or two graces, without an early burst or stops of the reader', () => {
  const pace = new BodyPace(1_000, 0);
  expect(pace.rate(2_000_000, 1_999)).toBeNull();
  expect(pace.rate(2_000_000, 2_000)).toBe(1_000_000);

  expect(pace.rate(2_000_000, 4_000)).toBe(0);
  pace.pause(4_000);
  expect(pace.rate(2_000_000, 9_000)).toBeNull();
  pace.resume(14_000);

  expect(pace.rate(2_000_500, 15_000)).toBe(500 / 3);
});

it('has had its turn after three timeouts of reading', () => {
  const pace = new BodyPace(1_000, 0);
  pace.pause(0);
  pace.resume(60_000);

  expect([pace.hasHadItsTurn(63_000), pace.hasHadItsTurn(63_001)]).toEqual([false, true]);
});
