import { describe, expect, it } from 'vitest';
import { USUAL_ROLES } from '#core/identity/role-limits.ts';
import { checkParallelism, limitsWithin } from '#core/identity/within-role.ts';

const STANDARD = { role: 'standard', limits: USUAL_ROLES.standard } as const;

describe('the limits of a role (S16)', () => {
  it('lower what is unlimited, and leave what is within', () => {
    expect(limitsWithin({ pages: null, depth: 20, budgetUsd: null }, STANDARD)).toEqual({
      pages: 10_000,
      budgetUsd: 1,
    });
    expect(limitsWithin({ pages: 10_000 }, STANDARD)).toEqual({});
    expect(limitsWithin({}, STANDARD)).toEqual({});
  });

  it.each([
    ['limits.pages', { pages: 10_001 }],
    ['limits.depth', { depth: 21 }],
    ['limits.budgetUsd', { budgetUsd: 1.01 }],
  ])('refuse more, naming %s', (name, asked) => {
    expect(() => limitsWithin(asked, STANDARD)).toThrow(`${name} `);
  });

  it('refuse more workers, and bound administrators in nothing', () => {
    const administrator = { role: 'administrator', limits: USUAL_ROLES.administrator } as const;

    expect(() => checkParallelism(9, STANDARD)).toThrow('parallelism 9 is more than the 8 that role standard may');
    expect(() => checkParallelism(1_000, administrator)).not.toThrow();
    expect(limitsWithin({ pages: null, budgetUsd: 1e9 }, administrator)).toEqual({});
  });
});
