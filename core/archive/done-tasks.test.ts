import { describe, expect, it } from 'vitest';
import { DoneTasks, doneIn } from '#core/archive/done-tasks.ts';

const keys = Array.from({ length: 20_000 }, (_, n) => `key${n}`);

describe('the tasks of a unit that chunks settle', () => {
  it.each([0, 1, 7, 8, 9, 20_000])('are known by their position in the plan (of %i tasks)', (count) => {
    const done = new DoneTasks(keys.slice(0, count));

    for (let n = 0; n < count; n += 3) done.mark(`key${n}`);

    const isDone = doneIn(done.toString());
    expect(keys.slice(0, count).filter((_, n) => isDone(n) !== (n % 3 === 0))).toEqual([]);
  });

  it('have at most 4,000 characters for any unit', () => {
    const done = new DoneTasks(keys);
    for (const key of keys) done.mark(key);

    expect(done.toString().length).toBeLessThanOrEqual(4_000);
  });

  it('are none beyond the unit, of another key, or where nothing is said', () => {
    const done = new DoneTasks(['a']);
    done.mark('b');

    expect([0, 1, 100].map(doneIn(done.toString()))).toEqual([false, false, false]);
    expect(doneIn('')(0)).toBe(false);
  });
});
