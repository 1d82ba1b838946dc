import { describe, expect, it } from 'vitest';
import { SELECTION_EXAMPLE, selectionOf } from './selection-lines.ts';

describe('values in a form', () => {
  it('are fields of a selection policy, one a line', () => {
    expect(selectionOf(SELECTION_EXAMPLE)).toEqual({
      fields: { heading: { selector: 'h1' }, price: { selector: '.price' } },
    });
    expect(selectionOf('  link : a:not(.x)::attr(href)  ')).toEqual({
      fields: { link: { selector: 'a:not(.x)::attr(href)' } },
    });
  });

  it('are none while a line is not finished', () => {
    expect(selectionOf('')).toBeNull();
    expect(selectionOf('price\nprice:\n: .price')).toBeNull();
  });
});
