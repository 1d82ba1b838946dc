import type { PlanTask } from '#core/archive/plan.ts';
import { type UrlKey, urlKeyOf } from '#core/url/url-key.ts';

/** Key of the n-th made-up address. */
export const keyOf = (n: number): UrlKey => urlKeyOf(`http://h.test/${n}`);

/** The n-th task: rank n at level 0 of `http://h.test`, if not told otherwise. */
export const planTask = (n: number, change: Partial<PlanTask> = {}): PlanTask => ({
  key: keyOf(n),
  url: `http://h.test/${n}`,
  level: 0,
  rank: n,
  ...change,
});
