import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileExpression } from '#core/scope/patterns/expression.ts';
import { compileGlob, compilePattern } from '#core/scope/patterns/pattern.ts';
import { amount } from '#test/campaign.ts';
import { HANGS } from '#test/hang.ts';

describe('a glob', () => {
  it.each([
    ['http*://*cgi-bin/*', 'https://example.org/cgi-bin/x', true],
    ['http*://*cgi-bin/*', 'https://example.org/cgi-bin', false],
    ['*.pdf', 'http://example.org/a.pdf', true],
    ['*.pdf', 'http://example.org/a.pdf?x', false],
    ['http://dangerous.com/*', 'http://dangerous.com/', true],
    ['http://dangerous.com/*', 'https://dangerous.com/', false],
    ['http://dangerous.com/*', 'http://example.org/?http://dangerous.com/', false],
    ['*', 'anything', true],
    ['**', '', true],
    ['', 'x', false],
    ['abc', 'abc', true],
    ['abc', 'abcd', false],
    ['ab*ba', 'aba', false],
    ['ab*ba', 'abba', true],
    ['*a*a*', 'a', false],
    ['a.c', 'abc', false],
    ['*résumé y*', 'http://example.org/r%C3%A9sum%C3%A9%20y', true],
  ])('%s on %s: %s (H9)', (glob, url, expected) => {
    expect(compileGlob(glob)(url)).toBe(expected);
  });

  it('means what the regular expression with .* for * means', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 });
    const globs = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
    fc.assert(
      fc.property(globs, letters, (glob, text) => {
        expect(compileGlob(glob)(text)).toBe(new RegExp(`^${glob.replaceAll('*', '.*')}$`).test(text));
      }),
      { numRuns: amount({ gate: 3_000, campaign: 10_000 }) },
    );
  });

  it('with 500 stars does not backtrack on a hostile URL (N8)', HANGS, () => {
    const matches = compileGlob(`${'*a'.repeat(500)}*b*b`);

    for (let round = 0; round < 100; round++) expect(matches('a'.repeat(8_000))).toBe(false);
  });
});

describe('an expression', () => {
  it('is written re:… or between slashes, and is found anywhere', () => {
    expect(compilePattern('re:[0-9]{4}$').matches('http://example.org/2024')).toBe(true);
    expect(compilePattern('/[0-9]{4}$/').matches('http://example.org/2024')).toBe(true);
    expect(compilePattern('/[0-9]{4}$/').matches('http://example.org/2024/')).toBe(false);
    expect(compilePattern('/(?i)PRIVATE/').matches('http://example.org/private/')).toBe(true);
  });

  it.each(['(', 'a(?=b)', '(a)\\1', '(?<=a)b', '*a', 'a{1001}', '[z-a]', 'a'.repeat(1_025), 'ü'.repeat(513)])(
    '$0 is refused',
    (source) => {
      expect(() => compileExpression(source)).toThrowError(expect.objectContaining({ code: 'EXPRESSION_INVALID' }));
    },
  );

  it('that is small as text and huge when compiled is refused', () => {
    const source = Array.from({ length: 8 }, (_, index) => `[a-${'bcdefghi'.charAt(index)}]{999}`).join('|');

    expect(() => compileExpression(source)).toThrowError(expect.objectContaining({ code: 'EXPRESSION_INVALID' }));
  });

  it('that makes other engines backtrack forever ends at once (N8)', HANGS, () => {
    const expression = compileExpression('(x+x+)+y');

    expect(expression.finds('x'.repeat(8_000))).toBe(false);
  });
});
