import { describe, expect, it } from 'vitest';
import { SELECTION_EXAMPLE, selectionOf } from './selection-lines.ts';

describe('selection lines', () => {
  it('define one field of a selection policy each', () => {
    expect(selectionOf(SELECTION_EXAMPLE)).toEqual({
      fields: { heading: { selector: 'h1' }, price: { selector: '.price' } },
    });
    expect(selectionOf('  link : a:not(.x)::attr(href)  ')).toEqual({
      fields: { link: { selector: 'a:not(.x)::attr(href)' } },
    });
  });

  it('define nothing while they are incomplete', () => {
    expect(selectionOf('')).toBeNull();
    expect(selectionOf('price\nprice:\n: .price')).toBeNull();
  });
});
