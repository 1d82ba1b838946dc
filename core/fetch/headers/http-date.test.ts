import { expect, it } from 'vitest';
import { parseHttpDate } from '#core/fetch/headers/http-date.ts';
import { parseRetryAfter } from '#core/fetch/headers/retry-after.ts';

const NOW = Date.UTC(2026, 6, 30);
const SAMPLE = Date.UTC(1994, 10, 6, 8, 49, 37);

it.each([
  ['Sun, 06 Nov 1994 08:49:37 GMT', SAMPLE],
  ['Sunday, 06-Nov-94 08:49:37 GMT', SAMPLE],
  ['Sun Nov  6 08:49:37 1994', SAMPLE],
  ['Sun, 6 Nov 1994 08:49:37 UTC', SAMPLE],
  ['Sunday, 06-Nov-40 08:49:37 GMT', Date.UTC(2040, 10, 6, 8, 49, 37)],
  ['Mandag 16. September 1996', null],
  ['Sun, 31 Feb 1994 08:49:37 GMT', null],
  ['Sun, 06 Nov 1994 24:00:00 GMT', null],
  ['Sun, 06 Nov 1994 08:49:37 +0100', null],
  ['784111777', null],
])('reads the date %j', (value, expected) => expect(parseHttpDate(value, NOW)).toBe(expected));

it.each([
  ['0', 0],
  [' 120\t', 120],
  ['99999999', 86_400],
  ['Thu, 30 Jul 2026 00:01:00 GMT', 60],
  ['Thu, 29 Jul 2026 00:00:00 GMT', 0],
  ['Thu, 30 Jul 2099 00:01:00 GMT', 86_400],
  ['-1', null],
  ['+1', null],
  ['1.0', null],
  ['²', null],
  ['', null],
])('reads Retry-After %j', (value, expected) => expect(parseRetryAfter(value, NOW)).toBe(expected));
