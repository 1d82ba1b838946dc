import { describe, expect, it } from 'vitest';
import { limitsWithin, parallelismWithin } from '#core/identity/roles/clamp-to-role.ts';
import { USUAL_ROLES } from '#core/identity/roles/role-limits.ts';

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

  it('lower what a workflow has by default, and refuse the same value where none is a default', () => {
    const defaults = { pages: 10_000, depth: 10, budgetUsd: null };
    const few = { role: 'standard', limits: { ...USUAL_ROLES.standard, pages: 500, depth: 3 } } as const;

    expect(limitsWithin(defaults, { ...few, defaults })).toEqual({ pages: 500, depth: 3, budgetUsd: 1 });
    expect(() => limitsWithin({ pages: 10_000 }, few)).toThrow('limits.pages 10000 ');
    expect(() => limitsWithin({ pages: 9_999 }, { ...few, defaults })).toThrow('limits.pages 9999 ');
  });

  it('refuse more workers, and bound administrators in nothing', () => {
    const administrator = { role: 'administrator', limits: USUAL_ROLES.administrator } as const;

    const single = { role: 'standard', limits: { ...USUAL_ROLES.standard, parallelism: 2 }, byDefault: 8 } as const;

    expect(() => parallelismWithin(9, { ...STANDARD, byDefault: 8 })).toThrow(
      'parallelism 9 is more than the 8 that role standard may',
    );
    expect([parallelismWithin(8, single), parallelismWithin(2, single)]).toEqual([2, undefined]);
    expect(parallelismWithin(1_000, { ...administrator, byDefault: 8 })).toBeUndefined();
    expect(limitsWithin({ pages: null, budgetUsd: 1e9 }, administrator)).toEqual({});
  });
});
