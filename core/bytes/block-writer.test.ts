import { describe, expect, it } from 'vitest';
import { BlockPool, BlockWriter } from '#core/bytes/block-writer.ts';

const BLOCK = 256 * 1024;
const fill = (writer: BlockWriter, sizes: readonly number[]): Buffer =>
  Buffer.concat(sizes.map((size, index) => writer.reserve(size).fill(index + 1)));

describe('BlockWriter', () => {
  it('returns what was written, in order, across blocks and in pieces too large for them', () => {
    const writer = new BlockWriter(new BlockPool());
    const sizes = [1, 60_000, 65_536, 65_537, 0, 60_000, 60_000, 60_000, 3_000_000, 7];

    const written = fill(writer, sizes);

    expect(Buffer.concat(writer.parts()).equals(written)).toBe(true);
    expect(writer.bytes).toBe(written.length);
    expect(writer.parts().every((part) => part.length > 0)).toBe(true);
  });

  it('has no parts without bytes', () => {
    const writer = new BlockWriter(new BlockPool());

    expect([writer.parts(), writer.bytes]).toEqual([[], 0]);
  });

  it('uses the blocks of one that was released, and no block of one that was not', () => {
    const pool = new BlockPool();
    const [first, second, third] = [new BlockWriter(pool), new BlockWriter(pool), new BlockWriter(pool)];
    const held = fill(second, [50_000, 50_000]);
    const before = first.reserve(10).buffer;

    first.release();
    const after = third.reserve(10).fill(9).buffer;

    expect(after).toBe(before);
    expect(Buffer.concat(second.parts()).equals(held)).toBe(true);
  });

  it('leaves less than a quarter of a block empty', () => {
    const writer = new BlockWriter(new BlockPool());

    for (let i = 0; i < 1_000; i += 1) writer.reserve(50_000);

    expect(writer.parts().length).toBeLessThan((1_000 * 50_000) / BLOCK / 0.75);
  });
});

describe('BlockPool', () => {
  it('keeps no more than 24 free blocks', () => {
    const pool = new BlockPool();
    const blocks = Array.from({ length: 50 }, () => pool.take());

    pool.give(blocks);
    pool.give(blocks.slice(24));

    const again = Array.from({ length: 25 }, () => pool.take());
    expect(again.filter((block) => blocks.includes(block))).toHaveLength(24);
    expect(new Set(again).size).toBe(25);
  });
});
