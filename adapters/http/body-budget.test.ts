import { expect, it } from 'vitest';
import { BodyBudget } from '#adapters/http/body-budget.ts';

it('gives memory in the order of asking, and never more than there is', () => {
  const budget = new BodyBudget(100);
  const gone: string[] = [];
  const take = (name: string, bytes: number) => budget.take(bytes, () => gone.push(name));

  const a = take('a', 60);
  const b = take('b', 60);
  const c = take('c', 10); // would fit, but comes after b
  expect(gone).toEqual(['a']);

  a();
  expect(gone).toEqual(['a', 'b', 'c']);
  a(); // once is enough
  const d = take('d', 31);
  expect(gone).toHaveLength(3);
  c();
  expect(gone).toEqual(['a', 'b', 'c', 'd']);
  b();
  d();
});

it('lets one body have all of it that asks for more, and forgets who leaves the queue', () => {
  const budget = new BodyBudget(100);
  const gone: string[] = [];
  const huge = budget.take(1_000, () => gone.push('huge'));
  const leaver = budget.take(1, () => gone.push('leaver'));
  budget.take(1, () => gone.push('last'));
  expect(gone).toEqual(['huge']);

  leaver();
  huge();

  expect(gone).toEqual(['huge', 'last']);
});
