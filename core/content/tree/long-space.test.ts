import { expect, it } from 'vitest';
import { withoutLongSpace } from '#core/content/tree/long-space.ts';

it.each([
  ['none', ''],
  ['200', ' '.repeat(200)],
  ['201', ' '.repeat(201)],
  ['399', '\n\t'.repeat(200).slice(1)],
  ['100,000, of several kinds', ' \u00a0\u3000\r'.repeat(25_000)],
])('keeps at most 200 characters of white space in a row: %s', (_, space) => {
  for (const before of ['', 'a', 'b'.repeat(99), 'c'.repeat(100), 'd'.repeat(157)]) {
    const text = `${before}${space}x${' '.repeat(150)}y${space}`;

    expect(withoutLongSpace(text)).toBe(text.replace(/\s{200,}/g, (run) => run.slice(0, 200)));
  }
});
