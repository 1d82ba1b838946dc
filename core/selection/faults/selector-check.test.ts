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
    '.1st, .-x, ._y, .größe, #\\31 a, .a\\.b',
    'a[href$=".pdf"][title=""], [data-x^=" "]',
    'p:contains($5 @ 3/4 <b>)',
    'li:nth-child(0n+1), li:nth-last-child(+3)',
    'a:eq(-1)',
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
    ['..price', 'a name is missing after .'],
    ['div .', 'a name is missing after .'],
    ['.a.#b', 'a name is missing after .'],
    ['# main', 'a name is missing after #'],
    ['li:not(.)', 'a name is missing after .'],
    ['a@href', '@ is not part of a CSS selector: attribute names an attribute'],
    ['//h1', 'XPath'],
    ['$.price', 'jsonPath'],
    ['<h1>', 'h1 stands for <h1>'],
    ['price=.price', '[name=value]'],
    ['p { }', '{ is not part of a CSS selector'],
    ['li:nth-child(0)', ':nth-child counts from 1'],
    ['li:nth-of-type( -2 )', ':nth-of-type counts from 1'],
    ['a[href^=""]', 'matches nothing: the value is empty'],
    ["a[class~='']", 'matches nothing: the value is empty'],
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
