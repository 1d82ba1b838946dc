import { expect, it } from 'vitest';
import { pageTypeOf } from '#core/extraction/encoding/page-type.ts';

it.each([
  ['text/html; charset=utf-8', '', 'html'],
  ['Application/XHTML+XML', '', 'html'],
  ['text/xml', '<html>', 'xml'],
  ['application/rss+xml', '', 'xml'],
  ['application/ld+json', '', 'json'],
  ['text/plain', '<html><a href=/x>', 'text'],
  ['image/png', '<html>', 'other'],
  [null, '\ufeff\n <!DOCTYPE html>', 'html'],
  [null, '<ul><li>', 'html'],
  [null, '<?xml version="1.0"?><urlset>', 'xml'],
  [null, '<?xml version="1.0"?>\n<!DOCTYPE html>', 'html'],
  [null, '<rss version="2.0">', 'xml'],
  [null, 'hello', 'other'],
  ['nonsense', '<p>', 'html'],
] as const)('type %s of %j is read as %s', (contentType, body, expected) =>
  expect(pageTypeOf(Buffer.from(body), contentType)).toBe(expected),
);
