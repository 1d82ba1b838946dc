import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FirstMatch } from '#core/robots/first-match.ts';
import { HANGS } from '#test/hang.ts';

const find = (patterns: readonly string[], target: string): number =>
  new FirstMatch(patterns.map((pattern) => ({ allow: true, pattern }))).find(target);

describe('first match', () => {
  it('takes the first rule that matches, however short', () => {
    expect(find(['/a', '/a/b/c', '/'], '/a/b/c')).toBe(0);
    expect(find(['/a/b/c', '/a', '/'], '/a/x')).toBe(1);
    expect(find(['/a', '/b'], '/c')).toBe(-1);
    expect(find([], '/c')).toBe(-1);
  });

  it.each([
    ['/a', '/ab', true],
    ['/a$', '/ab', false],
    ['/a$', '/a', true],
    ['/*.php', '/x/y.php?z', true],
    ['/*.php$', '/x/y.php?z', false],
    ['/*.php$', '/x.php/y.php', true],
    ['/a*b$', '/ab', true],
    ['/a*b$', '/a', false],
    ['/ab*b$', '/ab', false],
    ['*', '/', true],
    ['*/x', '/y/x/z', true],
    ['/$', '/', true],
    ['$', '/', false],
    ['/a*$', '/ab', true],
    ['/a*b*c', '/a-c-b-c', true],
    ['/a*b*c', '/a-c-b', false],
  ])('%s over %s: %s', (pattern, target, matches) => {
    expect(find([pattern], target)).toBe(matches ? 0 : -1);
  });

  it('matches as an expression of the same meaning does', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '$'), maxLength: 8 });
    fc.assert(
      fc.property(text, fc.string({ unit: fc.constantFrom('a', 'b', '/', '$'), maxLength: 12 }), (pattern, rest) => {
        const anchored = pattern.endsWith('$');
        const body = (anchored ? pattern.slice(0, -1) : pattern)
          .split('*')
          .map((piece) => piece.replaceAll('$', '\\$'))
          .join('.*');
        const expression = new RegExp(`^${body}${anchored ? '$' : ''}`);

        expect(find([pattern], `/${rest}`) === 0).toBe(expression.test(`/${rest}`));
      }),
      { numRuns: 2_000 },
    );
  });

  it('does not backtrack', HANGS, () => {
    expect(find([`/${'*a'.repeat(5_000)}b$`], `/${'a'.repeat(8_000)}`)).toBe(-1);
  });
});
