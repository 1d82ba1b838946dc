import { describe, expect, it } from 'vitest';
import { decodeLevelIndex, encodeLevelIndex, firstLines } from '#core/frontier/wave/level-index.ts';

const index = (order: number[], length: number[]) => ({
  order: Uint32Array.from(order),
  length: Uint32Array.from(length),
});

describe('a level index', () => {
  it('is two arrays of unsigned 32-bit little-endian numbers, one after the other', () => {
    const bytes = Buffer.concat(encodeLevelIndex(index([0, 2 ** 32 - 1], [300, 1])));

    expect(bytes.toString('hex')).toBe('00000000ffffffff2c01000001000000');
  });

  it('is read as it was written, from any place in a buffer', () => {
    const written = index([0, 1, 0, 2], [10, 20, 30, 40]);
    const bytes = Buffer.concat([Buffer.from('x'), ...encodeLevelIndex(written)]).subarray(1);

    expect(decodeLevelIndex(bytes, 4)).toEqual(written);
    expect(decodeLevelIndex(new Uint8Array(0), 0)).toEqual(index([], []));
  });

  it('writes only its own part of a larger array', () => {
    const large = Uint32Array.from([9, 1, 2, 9]);
    const written = { order: large.subarray(1, 2), length: large.subarray(2, 3) };

    expect(decodeLevelIndex(Buffer.concat(encodeLevelIndex(written)), 1)).toEqual(index([1], [2]));
  });

  it('says where the lines of each host begin, with the total at the end', () => {
    expect([...firstLines(index([1, 0, 1, 3, 1], []), 4)]).toEqual([0, 1, 4, 4, 5]);
    expect([...firstLines(index([], []), 0)]).toEqual([0]);
  });
});
