import { describe, expect, it } from 'vitest';
import { selectorFault } from '#core/selection/faults/selector-check.ts';

describe('a selector', () => {
  it.each([
    'h1',
    'ul > li:first-child + li ~ li',
    'a[href^="https:"]:not(.x, [rel])',
    'li:first',
    'tr:eq(2) > td:last',
    ':first > a',
    'p:contains(a:b (c))',
    'li:not(:first)',
    'div:has(> p:nth-child(2n+1))',
    'dc\\:title',
    'a\\:b:even',
    ':scope > .x',
    'h1, h2:last',
    'input:checked',
  ])('%s may be used', (selector) => {
    expect(selectorFault(selector)).toBeNull();
  });

  it.each([
    ['h1:fist', 'unknown pseudo-class :fist; did you mean :first?'],
    ['p:first > b:contians(x)', 'did you mean :contains?'],
    ['p:first > b:nth-child(foo)', 'foo'],
    ['p::before', 'pseudo-elements'],
    ['h1::text', 'leave it out'],
    ['a::attr(href)', 'give href as the attribute'],
    ['//h1', 'it is XPath'],
    ['.//td[2]', 'it is XPath'],
    ['a:', 'a name is missing'],
    ['a >', 'nothing follows >'],
    ['a, ', 'nothing follows ,'],
    ['h1[', 'Expected name'],
    ['li:eq(x)', ':eq needs a whole number'],
    ['li:eq', ':eq needs a whole number'],
    ['li:first(2)', ':first has no argument'],
    ['a:hover', 'unknown pseudo-class :hover'],
    ['svg|a', 'Namespaced'],
    ['div:has(', 'parenthesis'],
    ['a || b', 'olumn combinator'],
  ])('%s is refused: %s', (selector, fault) => {
    expect(selectorFault(selector)).toContain(fault);
  });
});
