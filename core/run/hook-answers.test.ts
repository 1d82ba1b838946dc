import { describe, expect, it } from 'vitest';
import { linkDecision, requestHeaderPairs } from '#core/run/hook-answers.ts';

describe('the answer of onLink', () => {
  it.each(['follow', 'unwanted', 'known', 'quota', 'forbidden'])('may be %s', (answer) => {
    expect(linkDecision(answer)).toBe(answer);
  });

  it.each([true, false, undefined, null, 'skip', '', { reason: 'known' }, 10n, Symbol('follow')])(
    'is refused: %s',
    (answer) => {
      expect(() => linkDecision(answer)).toThrowError(expect.objectContaining({ code: 'HOOK_FAILED' }));
    },
  );
});

describe('the answer of onRequest', () => {
  it('is names with texts, or nothing', () => {
    expect(requestHeaderPairs({ 'X-A': '1', Cookie: 'a=b' })).toEqual([
      ['X-A', '1'],
      ['Cookie', 'a=b'],
    ]);
    expect(requestHeaderPairs(undefined)).toEqual([]);
    expect(requestHeaderPairs(null)).toEqual([]);
  });

  it.each([
    ['a line break in a value', { 'X-A': 'a\r\nHost: b' }],
    ['a line break in a name', { 'X-A\r\nHost': 'b' }],
    ['a value that is not text', { 'X-A': 1 }],
    ['a value that is too long', { 'X-A': 'a'.repeat(4_097) }],
    ['an empty name', { '': 'a' }],
    ['letters beyond Latin-1', { 'X-A': '☃' }],
    ['Host', { host: 'other.example' }],
    ['User-Agent, which robots.txt is read for', { 'USER-AGENT': 'other' }],
    ['Content-Length', { 'Content-Length': '3' }],
    ['Transfer-Encoding', { 'transfer-encoding': 'chunked' }],
    ['too many headers', Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`X-${i}`, 'a']))],
    ['a text', 'X-A: 1'],
    ['a number', 3],
  ])('is refused: %s', (_, answer) => {
    expect(() => requestHeaderPairs(answer)).toThrowError(expect.objectContaining({ code: 'HOOK_FAILED' }));
  });
});
