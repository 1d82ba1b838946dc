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
    ['price:number=.price', { price: { selector: '.price', type: 'number' } }],
    ['prices:number[]=.price', { prices: { selector: '.price', type: 'number', all: true } }],
    ['path:text=a@href', { path: { selector: 'a', attribute: 'href', type: 'text' } }],
    ['next=a:last', { next: { selector: 'a:last' } }],
  ])('%s', (text, fields) => {
    expect(selectedFields([text])).toEqual(fields);
  });

  it('adds fields up; of one name the last counts', () => {
    expect(selectedFields(['a=h1', 'b=h2', 'a=h3'])).toEqual({ a: { selector: 'h3' }, b: { selector: 'h2' } });
  });

  it.each(['h1', '=h1', 'title='])('%j names no field, and says what does', (text) => {
    expect(() => selectedFields([text])).toThrow(expect.objectContaining({ code: 'COMMAND_USAGE' }));
  });

  it.each([
    ['price:numbre=.price', /did you mean --select price:number=…/],
    ['og:title=meta', /types are text, number, .*a name with a colon goes into a file of --selection/],
    [':number=.price', /NAME:TYPE|types are/],
    ['price:=.price', /types are/],
  ])('%s: the word behind the colon is not a type', (text, remedy) => {
    expect(() => selectedFields([text])).toThrow(
      expect.objectContaining({ code: 'COMMAND_USAGE', remedy: expect.stringMatching(remedy) }),
    );
  });
});
