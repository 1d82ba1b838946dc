import { expect, it } from 'vitest';
import { acceptsType, parseMediaType } from '#core/fetch/headers/media-type.ts';

it.each([
  ['text/html', { type: 'text/html', charset: null }],
  ['Text/HTML; Charset="UTF-8"', { type: 'text/html', charset: 'UTF-8' }],
  ['text/html;a=b; bad ;charset=iso-8859-1;charset=x', { type: 'text/html', charset: 'iso-8859-1' }],
  [' application/xhtml+xml ;', { type: 'application/xhtml+xml', charset: null }],
  ['html', null],
  ['text/', null],
  ['', null],
  ['te xt/html', null],
])('reads %j', (value, expected) => expect(parseMediaType(value)).toEqual(expected));

it.each([
  ['text/*', 'text/html', true],
  ['text/*', 'textual/html', false],
  ['*+xml', 'application/atom+xml', true],
  ['*+xml', 'application/xml', false],
  ['*/*', 'image/png', true],
  ['Application/JSON', 'application/json', true],
  ['application/json', 'application/jsonl', false],
])('pattern %s accepts %s: %s', (pattern, type, expected) => expect(acceptsType([pattern], type)).toBe(expected));
