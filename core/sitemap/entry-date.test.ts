import { expect, it } from 'vitest';
import { entryDate } from '#core/sitemap/entry-date.ts';

it.each([
  ['2024-06-01', '2024-06-01T00:00:00.000Z'],
  ['2024-06-01T10:00Z', '2024-06-01T10:00:00.000Z'],
  ['2024-06-01T10:00:30.5+02:00', '2024-06-01T08:00:30.500Z'],
])('%s is %s', (text, instant) => {
  expect(new Date(entryDate(text) ?? 0).toISOString()).toBe(instant);
});

it.each([undefined, '', '2024', '2024-13-01', '2024-06-01T10:00', 'Sat, 01 Jun 2024 10:00:00 GMT'])(
  '%s names no instant',
  (text) => {
    expect(entryDate(text)).toBeNull();
  },
);
