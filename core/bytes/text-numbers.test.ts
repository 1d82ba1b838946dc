import { describe, expect, it } from 'vitest';
import { TextNumbers } from '#core/bytes/text-numbers.ts';

/** Number of a text that stands somewhere in other bytes. */
function found(texts: TextNumbers, text: string, group = 0): number {
  const bytes = Buffer.from(`"${text}">`, 'latin1');
  return texts.find(group, bytes, 1, 1 + text.length);
}

/** Texts of eight letters that its hash, a word of four letters at a time, cannot tell apart: the second word undoes what the first did. */
function ofOneHash(count: number): string[] {
  const texts: string[] = [];
  for (let n = 0; texts.length < count; n += 1) {
    const first = Buffer.from(n.toString(36).padStart(4, '0'));
    const hash = Math.imul(8 ^ first.readInt32LE(), 0x9e3779b1);
    const second = Buffer.alloc(4);
    second.writeInt32LE(hash ^ (hash >>> 15) ^ 0x12345678);
    if (second.every((byte) => byte > 0x20 && byte < 0x7f)) texts.push(first.toString() + second.toString());
  }
  return texts;
}

describe('TextNumbers', () => {
  it('gives numbers in order, the same for the same text, and finds them by their bytes', () => {
    const numbers = new TextNumbers();
    const texts = Array.from({ length: 20_000 }, (_, n) => `/${'x'.repeat(n % 9)}/${n}`);

    expect(texts.map((text) => numbers.number(0, text))).toEqual(texts.map((_, n) => n));
    expect(texts.map((text) => numbers.number(0, text))).toEqual(texts.map((_, n) => n));
    expect(texts.map((text) => found(numbers, text))).toEqual(texts.map((_, n) => n));
    expect(texts.map((_, n) => numbers.text(n))).toEqual(texts);
    expect(numbers.count).toBe(20_000);
  });

  it('finds nothing that differs in one byte, its end or its group', () => {
    const numbers = new TextNumbers();
    const text = '/a/b?c=1234567890';
    numbers.number(3, text);

    for (let at = 0; at < text.length; at += 1) {
      expect(found(numbers, `${text.slice(0, at)}~${text.slice(at + 1)}`, 3)).toBe(-1);
      expect(found(numbers, text.slice(0, at), 3)).toBe(-1);
    }
    expect([found(numbers, `${text}0`, 3), found(numbers, text, 2), found(numbers, text, 3)]).toEqual([-1, -1, 0]);
  });

  it('keeps texts of several groups apart, and tells the group', () => {
    const numbers = new TextNumbers();

    expect([numbers.number(1, '/'), numbers.number(2, '/'), numbers.number(1, '/')]).toEqual([0, 1, 0]);
    expect([found(numbers, '/', 1), found(numbers, '/', 2), found(numbers, '/', 0)]).toEqual([0, 1, -1]);
    expect([numbers.groupOf(0), numbers.groupOf(1)]).toEqual([1, 2]);
  });

  it('numbers the rest of a text from an offset on', () => {
    const numbers = new TextNumbers();

    expect(numbers.number(0, 'http://h/x', 8)).toBe(0);
    expect([numbers.text(0), numbers.number(0, '/x')]).toEqual(['/x', 0]);
  });

  it('gives none to what is no visible ASCII: another character must not be taken for the one with its last byte', () => {
    const numbers = new TextNumbers();

    expect(['/\u0161', '/é', '/ ', '/\t', '/\0', '/\x7f'].map((text) => numbers.number(0, text))).toEqual([
      ...[-1, -1, -1, -1, -1, -1],
    ]);
    expect([found(numbers, '/a'), numbers.count]).toEqual([-1, 0]);
    expect([numbers.number(0, '/a'), numbers.number(0, '')]).toEqual([0, 1]);
  });

  it('gives none to texts of more than 1,000 characters', () => {
    const numbers = new TextNumbers();
    const [long, longer] = ['x'.repeat(1_000), 'x'.repeat(1_001)];

    expect([numbers.number(0, long), numbers.number(0, longer)]).toEqual([0, -1]);
    expect([found(numbers, long), found(numbers, longer)]).toEqual([0, -1]);
  });

  it('looks at 32 places at most, whatever the texts: of thousands with one hash the rest gets no number (N8)', () => {
    const numbers = new TextNumbers();
    const texts = ofOneHash(5_000);

    const given = texts.map((text) => numbers.number(0, text));

    expect(given.filter((number) => number >= 0).length).toBeLessThanOrEqual(32);
    expect(texts.map((text) => found(numbers, text))).toEqual(given);
    expect(numbers.number(0, '/another')).toBe(numbers.count - 1);
  });

  it('takes the length of its texts and less than a hundred bytes each', () => {
    const numbers = new TextNumbers();
    for (let n = 0; n < 10_000; n += 1) numbers.number(0, `/page/${n}`.padEnd(40, 'x'));

    expect(numbers.size).toBeGreaterThan(10_000 * 60);
    expect(numbers.size).toBeLessThan(10_000 * 140);
  });
});
