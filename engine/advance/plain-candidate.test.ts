import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CandidateLine } from '#core/archive/chunk-lines.ts';
import { candidateOf, isPlain, keyOfLine, runLineOf } from '#engine/advance/plain-candidate.ts';
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

describe('a plain candidate', () => {
  it('is the line of the chunk without its kind, and reads as JSON would read it', () => {
    const plain = { ...line, url: 'http://h.test/7?a=1' };
    const text = JSON.stringify(plain);

    expect(isPlain(text)).toBe(true);
    expect(runLineOf(text)).toBe(withoutKind(plain));
    expect(keyOfLine(runLineOf(text))).toBe(plain.key);
    expect(candidateOf(runLineOf(text))).toEqual(JSON.parse(withoutKind(plain)));
    expect(candidateOf(runLineOf(text))).toEqual(JSON.parse(withoutKind(plain)));
  });

  it('has no reason, no other mark, no escape, and its fields in order', () => {
    const odd: object[] = [
      { ...line, reason: 'robots' },
      { ...line, nofollow: true },
      { ...line, moved: true },
      { ...line, entry: true },
      { ...line, url: 'http://h.test/"' },
      { ...line, url: 'http://h.test/\\' },
      { ...line, rank: 1.5 },
      { ...line, level: -1 },
      { ...line, position: 12_345_678_901 },
      { ...line, rank: '4' },
      { ...line, kind: 'outcome' },
      { kind: 'candidate', url: line.url, key: line.key, by: line.by, level: 1, rank: 1, position: 1, reason: null },
      { ...line, reason: undefined, rule: 'x', by: 'short' },
    ];

    for (const other of odd) expect(isPlain(JSON.stringify(other))).toBe(false);
    expect(isPlain(JSON.stringify(line).slice(0, -2))).toBe(false);
    expect(isPlain('')).toBe(false);
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
        expect(candidateOf(runLineOf(text))).toEqual(JSON.parse(withoutKind(any)));
      }),
      { numRuns: 3_000 },
    );
  });
});
