import { describe, expect, it } from 'vitest';
import { selectedFields } from '#cli/args/select-flag.ts';

describe('--select', () => {
  it.each([
    ['title=h1', { title: { selector: 'h1' } }],
    ['price=.price@data-value', { price: { selector: '.price', attribute: 'data-value' } }],
    ['links[]=a@href', { links: { selector: 'a', attribute: 'href', type: 'url', all: true } }],
    ['image=img@src', { image: { selector: 'img', attribute: 'src', type: 'url' } }],
    ['to=a[href="mailto:x@example.org"]', { to: { selector: 'a[href="mailto:x@example.org"]' } }],
    ['q=input[name=q]@value', { q: { selector: 'input[name=q]', attribute: 'value' } }],
  ])('%s', (text, fields) => {
    expect(selectedFields([text])).toEqual(fields);
  });

  it('adds fields up; of one name the last counts', () => {
    expect(selectedFields(['a=h1', 'b=h2', 'a=h3'])).toEqual({ a: { selector: 'h3' }, b: { selector: 'h2' } });
  });

  it.each(['h1', '=h1', 'title='])('%j names no field, and says what does', (text) => {
    expect(() => selectedFields([text])).toThrow(expect.objectContaining({ code: 'COMMAND_USAGE' }));
  });
});
