import { describe, expect, it } from 'vitest';
import { sumsText } from '#cli/progress/totals/external-sums.ts';
import type { ExternalSums } from '#core/external/external-view.ts';
import type { ExecutionId } from '#core/model/ids.ts';

const SUMS: ExternalSums = {
  execution: 'x0' as ExecutionId,
  at: '2026-11-29T00:00:00.000Z',
  links: { unchecked: 2, allowed: 1, banned: 0 },
  checks: { alive: 0, dead: 0, unknown: 0 },
  leftOut: 0,
};

describe('the counts of a register', () => {
  it('are of all links, where all are shown', () => {
    expect(sumsText(SUMS, 3)).toBe('3 external links after x0: 2 unchecked, 1 allowed, 0 banned');
  });

  it('say how many are shown, and how to ask which are alive where nobody has', () => {
    expect(sumsText(SUMS, 0)).toBe(
      '0 of 3 external links after x0: 2 unchecked, 1 allowed, 0 banned; none was asked whether it is alive: see --check',
    );
  });

  it('say what was answered, and how many found no room', () => {
    const sums = { ...SUMS, checks: { alive: 1, dead: 1, unknown: 0 }, leftOut: 7 };

    expect(sumsText(sums, 1)).toBe(
      '1 of 3 external links after x0: 2 unchecked, 1 allowed, 0 banned; 1 alive, 1 dead, 0 unknown, 1 not asked; 7 more did not fit',
    );
  });
});
