import { describe, expect, it } from 'vitest';
import { NameTable } from '#core/extraction/html/name-table.ts';

const NAMES = new NameTable(['a', 'title', 'xlink:href', 'http-equiv']);

/** Of a name somewhere in a page. */
const nameIn = (name: string): string => {
  const bytes = Buffer.from(`<<${name}>>`, 'latin1');
  return NAMES.nameAt(bytes, 2, bytes.length - 2);
};

describe('NameTable', () => {
  it('finds names in small and capital letters, with any text around them', () => {
    expect(['a', 'A', 'title', 'TITLE', 'tItLe', 'XLink:Href', 'http-equiv'].map(nameIn)).toEqual([
      'a',
      'a',
      'title',
      'title',
      'title',
      'xlink:href',
      'http-equiv',
    ]);
  });

  it('gives other names as they are, in lower case: ASCII and beyond, empty, with control characters', () => {
    expect(['b', 'titles', 'itle', 'H1', '', 't\u0000', 'é', 'ÀB', 'http_equiv'].map(nameIn)).toEqual([
      'b',
      'titles',
      'itle',
      'h1',
      '',
      't\u0000',
      'é',
      'àb',
      'http_equiv',
    ]);
  });

  it('tells names apart that differ in the bit that letters of two cases differ in', () => {
    const table = new NameTable(['a[b', 'a{c']);
    const of = (name: string): string => table.nameAt(Buffer.from(name), 0, name.length);

    expect([of('a{b'), of('a[c'), of('A[B'), of('@')]).toEqual(['a{b', 'a[c', 'a[b', '@']);
  });

  it('is not misled by a name with the hash of one that it has, and takes no two of one hash', () => {
    const table = new NameTable(['a~']);

    expect(table.nameAt(Buffer.from('b_'), 0, 2)).toBe('b_');
    expect(() => new NameTable(['a~', 'b_'])).toThrow('no place for the name b_');
  });

  it('cuts a name after 24 letters', () => {
    expect(nameIn('X'.repeat(1_000))).toBe('x'.repeat(24));
  });

  it('takes no name that is too long for it', () => {
    expect(() => new NameTable(['n'.repeat(25)])).toThrow('no place for the name nnnn');
  });

  it('makes of every byte what Latin-1 in lower case is: 20,000 random names', () => {
    let state = 7;
    const dice = (most: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state % most;
    };
    for (let round = 0; round < 20_000; round += 1) {
      const bytes = Buffer.from(Array.from({ length: dice(8) }, () => dice(256)));
      expect(NAMES.nameAt(bytes, 0, bytes.length)).toBe(bytes.toString('latin1').toLowerCase());
    }
  });
});
