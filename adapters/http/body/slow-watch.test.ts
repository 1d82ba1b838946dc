import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SlowWatch } from '#adapters/http/body/slow-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('looks at each request that has not ended twice a second, also when one ends another while it looks', () => {
  const watch = new SlowWatch();
  const seen: string[] = [];
  const request = (name: string, then = (): void => {}) => ({
    watchPlace: -1,
    look: () => {
      seen.push(name);
      then();
    },
  });
  const a = request('a');
  const b = request('b', () => watch.delete(b));
  const c = request('c');
  for (const one of [a, b, c]) watch.add(one);

  vi.advanceTimersByTime(500);
  expect(seen).toEqual(['a', 'b', 'c']);
  watch.delete(a);
  watch.delete(a); // once is enough
  vi.advanceTimersByTime(500);
  expect(seen.slice(3)).toEqual(['c']);
  watch.delete(c);
  vi.advanceTimersByTime(5_000);

  expect(seen).toHaveLength(4);
  expect(vi.getTimerCount()).toBe(0);
});
