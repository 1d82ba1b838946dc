import { describe, expect, it } from 'vitest';
import { namedTotal } from '#cli/progress/totals/named-total.ts';
import type { ExecutionId } from '#core/model/ids.ts';

const NONE = {
  type: 'summary',
  schema: 1,
  execution: 'x0' as ExecutionId,
  pages: 35,
  groups: 0,
  members: 0,
  withIssues: 0,
} as const;

describe('the total of groups by what pages name', () => {
  it('says what no page names, where there are none', () => {
    expect(namedTotal({ ...NONE, by: 'canonical' })).toBe(
      'no groups: none of 35 HTML pages names another canonical address',
    );
    expect(namedTotal({ ...NONE, by: 'hreflang' })).toBe('no groups: none of 35 HTML pages names a language version');
  });

  it('counts groups, their addresses, and those with issues', () => {
    expect(namedTotal({ ...NONE, by: 'hreflang', groups: 1, members: 2, withIssues: 1 })).toBe(
      '1 group by hreflang, 3 addresses, of 35 HTML pages; 1 group with issues',
    );
  });
});
