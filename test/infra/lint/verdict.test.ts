import { describe, expect, it } from 'vitest';
import { lintPage, verdictOf } from './verdict.ts';

const EXCEPTIONS = { W1: 'the reason', W2: 'never needed' };

describe('the verdict on a template', () => {
  it('names rules that fail without a reason, and reasons of rules that hold', () => {
    const verdict = verdictOf(['W1', 'E9', 'W1'], EXCEPTIONS);

    expect(verdict).toEqual({
      counts: new Map([
        ['E9', 1],
        ['W1', 2],
      ]),
      unexplained: ['E9'],
      unused: ['W2'],
    });
    expect(lintPage(verdict, EXCEPTIONS)).toContain('| E9 | 1 | **no reason is given** |\n| W1 | 2 | the reason |');
  });
});
