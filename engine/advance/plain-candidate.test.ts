import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CandidateLine } from '#core/archive/chunk-lines.ts';
import { candidateOf, keyOfLine, plainEnd, toRunLine } from '#engine/advance/plain-candidate.ts';
import { keyOf } from '#test/fakes/plan-task.ts';

const line: CandidateLine = {
  kind: 'candidate',
  key: keyOf(7),
  url: 'http://h.test/7?a={"by":1},"level":2',
  by: keyOf(1),
  level: 3,
  rank: 40,
  position: 5,
  reason: null,
};
const withoutKind = ({ kind: _, ...rest }: CandidateLine): string => JSON.stringify(rest);

/** Lines before and behind it, as in a chunk. */
const BEFORE = '{"kind":"chunk"}\n';
const BEHIND = '{"kind":"candidate","key":"';

/** @returns what ends where, in bytes of the line; negative: it is not plain */
function plainLength(text: string): number {
  const end = plainEnd(Buffer.from(`${BEFORE}${text}\n${BEHIND}`), BEFORE.length);
  return end < 0 ? end : end - BEFORE.length;
}

function runLineOf(text: string): string {
  const bytes = Buffer.from(`${BEFORE}${text}\n${BEHIND}`);
  const line = toRunLine({ text: bytes, start: BEFORE.length, end: BEFORE.length + Buffer.byteLength(text) });
  expect(bytes.toString().startsWith(BEFORE)).toBe(true);
  return line.text.toString('utf8', line.start, line.end);
}

describe('a plain candidate', () => {
  it('is the line of the chunk without its kind, and reads as JSON would read it', () => {
    const plain = { ...line, url: 'http://h.test/7?a=1' };
    const text = JSON.stringify(plain);

    expect(plainLength(text)).toBe(text.length);
    expect(runLineOf(text)).toBe(withoutKind(plain));
    expect(keyOfLine(runLineOf(text))).toBe(plain.key);
    expect(candidateOf(runLineOf(text))).toEqual(JSON.parse(withoutKind(plain)));
  });

  it('may have an address with any character that JSON writes as it is, and numbers of nine digits', () => {
    for (const url of ['http://h.test/é', 'http://h.test/\u{1f30a}?\x7f', '']) {
      const text = JSON.stringify({ ...line, url, level: 0, rank: 999_999_999, position: 123_456_789 });

      expect(plainLength(text)).toBe(Buffer.byteLength(text));
    }
  });

  it('has no reason, no other mark, no escape, and its fields in order', () => {
    const plain = { ...line, url: 'http://h.test/7' };
    const odd: object[] = [
      { ...plain, reason: 'robots' },
      { ...plain, nofollow: true },
      { ...plain, moved: true },
      { ...plain, entry: true },
      { ...plain, url: 'http://h.test/"' },
      { ...plain, url: 'http://h.test/\\' },
      { ...plain, rank: 1.5 },
      { ...plain, level: -1 },
      { ...plain, position: 1_234_567_890 },
      { ...plain, key: 'short' },
      { ...plain, url: 'http://h.test/\n' },
      { ...plain, rank: '4' },
      { ...plain, kind: 'outcome' },
      { kind: 'candidate', url: plain.url, key: plain.key, by: plain.by, level: 1, rank: 1, position: 1, reason: null },
      { ...plain, reason: undefined, rule: 'x', by: 'short' },
    ];

    for (const other of odd) expect([plainLength(JSON.stringify({ ...other })), other]).toEqual([-1, other]);
    const text = JSON.stringify(plain);
    expect(plainLength(text)).toBe(text.length);
    for (let length = 0; length < text.length; length += 1) expect(plainLength(text.slice(0, length))).toBe(-1);
    expect(plainLength(`${text} `)).toBe(-1);
    expect(plainEnd(Buffer.from(text), 0)).toBe(-1); // without its LF
  });

  it('is read the same in either way, whatever stands in it', () => {
    const text = fc.oneof(
      fc.webUrl(),
      fc.string(),
      fc.constantFrom('","by":"', '\\', '"', ',"rank":', '"reason":null}'),
    );
    const number = fc.oneof(fc.nat(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer());
    fc.assert(
      fc.property(text, number, number, number, (url, level, rank, position) => {
        const any = { ...line, url, level, rank, position };
        const text = JSON.stringify(any);

        expect(runLineOf(text)).toBe(withoutKind(any));
        expect(candidateOf(runLineOf(text))).toEqual(JSON.parse(withoutKind(any)));
        if (plainLength(text) >= 0) expect(plainLength(text)).toBe(Buffer.byteLength(text));
      }),
      { numRuns: 3_000 },
    );
  });
});
