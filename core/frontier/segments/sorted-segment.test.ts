import { describe, expect, it } from 'vitest';
import {
  BLOCK_RECORDS,
  blocksFor,
  blocksOf,
  compareKeys,
  encodeSegment,
  indexOffset,
  joinRecords,
  KEY_BYTES,
  keysWithPrefix,
  mergeRecords,
  segmentBytes,
  viewOf,
} from '#core/frontier/segments/sorted-segment.ts';
import { Dice } from '#test/model/model-web.ts';

const RECORD_BYTES = 20;

/** A key of which few bits differ: neighbours, ends and equal beginnings are common. */
function randomKey(dice: Dice): string {
  const bytes = Buffer.alloc(KEY_BYTES);
  bytes.writeUInt16BE(dice.pick([0, 1, 0x7fff, 0x8000, 0xffff]), dice.pick([0, 2, 4, 8, 14]));
  bytes[15] = dice.int(256);
  bytes[3] = dice.pick([0, 0x7f, 0x80, 0xff]);
  return bytes.toString('hex');
}

/** Key → value, as records in the order of keys. */
function recordsOf(map: ReadonlyMap<string, number>): Buffer {
  const parts = [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => record(key, value));
  return Buffer.concat(parts);
}

function record(key: string, value: number): Buffer {
  const bytes = Buffer.alloc(RECORD_BYTES);
  bytes.write(key, 'hex');
  bytes.writeUInt32LE(value, KEY_BYTES);
  return bytes;
}

function mapOf(records: Uint8Array): Map<string, number> {
  const bytes = Buffer.from(records);
  const map = new Map<string, number>();
  for (let at = 0; at < bytes.length; at += RECORD_BYTES) {
    map.set(bytes.toString('hex', at, at + KEY_BYTES), bytes.readUInt32LE(at + KEY_BYTES));
  }
  return map;
}

const randomMap = (dice: Dice, size: number): Map<string, number> =>
  new Map(Array.from({ length: size }, () => [randomKey(dice), dice.int(1_000)]));

const sortedKeys = (keys: Iterable<string>): string[] => [...new Set(keys)].sort();

const keyBytes = (keys: readonly string[]): Uint8Array => Buffer.from(keys.join(''), 'hex');

describe('a sorted segment', () => {
  it('compares keys as unsigned bytes, wherever they lie', () => {
    const dice = new Dice(1);
    for (let i = 0; i < 2_000; i++) {
      const [a, b] = [randomKey(dice), randomKey(dice)];
      const bytes = viewOf(Buffer.from(`ffff${a}ff${b}`, 'hex'));

      expect(compareKeys(bytes, 2, bytes, 19)).toBe(a < b ? -1 : a > b ? 1 : 0);
    }
  });

  it.each([0, 1, BLOCK_RECORDS - 1, BLOCK_RECORDS, BLOCK_RECORDS + 1, 5 * BLOCK_RECORDS])(
    'of %i records has them in order, then the first key of every block',
    (count) => {
      const keys = Array.from({ length: count }, (_, n) => n.toString(16).padStart(32, '0'));
      const records = recordsOf(new Map(keys.map((key, n) => [key, n])));
      const shape = { count, recordBytes: RECORD_BYTES };

      const bytes = Buffer.concat(encodeSegment(records, { recordBytes: RECORD_BYTES }));

      expect(bytes).toHaveLength(segmentBytes(shape));
      expect(bytes.subarray(0, indexOffset(shape))).toEqual(records);
      expect(bytes.subarray(indexOffset(shape)).toString('hex')).toBe(
        keys.filter((_, n) => n % BLOCK_RECORDS === 0).join(''),
      );
    },
  );

  it('has the first four bytes of every key behind the index where it shall', () => {
    const records = recordsOf(
      new Map(['00000001', '00000001', 'fffffffe'].map((key, n) => [key.padEnd(32, `${n}`), n])),
    );
    const shape = { recordBytes: RECORD_BYTES, prefixes: true } as const;

    const bytes = Buffer.concat(encodeSegment(records, shape));

    expect(bytes).toHaveLength(segmentBytes({ ...shape, count: 3 }));
    expect(bytes.subarray(-12).toString('hex')).toBe('0100000001000000feffffff');
  });

  it('tells by prefixes which keys it may have, as a look at each of them does: 300 random segments', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const dice = new Dice(seed);
      const records = recordsOf(randomMap(dice, dice.int(40)));
      const keys = sortedKeys([...mapOf(records).keys(), ...randomMap(dice, dice.int(40)).keys()]);
      const [, , prefixes = new Uint8Array(0)] = encodeSegment(records, { recordBytes: RECORD_BYTES, prefixes: true });

      const found = keysWithPrefix(prefixes, keyBytes(keys));

      const known = [...mapOf(records).keys()].map((key) => key.slice(0, 8));
      const expected = keys.filter((key) => known.includes(key.slice(0, 8)));
      expect(Buffer.from(found).toString('hex'), `seed ${seed}`).toBe(expected.join(''));
    }
  });

  it('names exactly the blocks that keys fall into, each once: 300 random segments', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const dice = new Dice(seed);
      const first = sortedKeys(randomMap(dice, 1 + dice.int(40)).keys()); // the first keys of blocks
      const keys = sortedKeys(randomMap(dice, dice.int(40)).keys());

      const blocks = blocksFor(keyBytes(first), keyBytes(keys));

      const expected = keys.map((key) => first.filter((start) => start <= key).length - 1).filter((n) => n >= 0);
      expect(blocks, `seed ${seed}`).toEqual([...new Set(expected)]);
    }
  });

  it('has no block for no keys', () => {
    expect(blocksFor(keyBytes(['00'.repeat(16)]), new Uint8Array(0))).toEqual([]);
    expect(blocksFor(new Uint8Array(0), new Uint8Array(0))).toEqual([]);
    expect(blocksOf({ count: 0, recordBytes: RECORD_BYTES })).toBe(0);
  });

  it('joins as a Map does: 500 random sets', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const dice = new Dice(seed);
      const map = randomMap(dice, dice.int(60));
      const records = recordsOf(map);
      const known = [...map.keys()].filter(() => dice.chance(0.5));
      const keys = sortedKeys([...known, ...randomMap(dice, dice.int(60)).keys()]);
      const found = new Map<number, number>();

      joinRecords({ bytes: records, recordBytes: RECORD_BYTES }, keyBytes(keys), (key, at) => {
        expect(found.has(key)).toBe(false);
        found.set(key, records.readUInt32LE(at + KEY_BYTES));
      });

      const expected = keys.flatMap((key, i) => (map.has(key) ? [[i, map.get(key)]] : []));
      expect([...found], `seed ${seed}`).toEqual(expected);
    }
  });

  it('joins a stretch from the middle of a segment as it joins all of it', () => {
    const dice = new Dice(3);
    const map = randomMap(dice, 200);
    const keys = sortedKeys(map.keys());
    const stretch = recordsOf(map).subarray(50 * RECORD_BYTES, 70 * RECORD_BYTES);
    const found: number[] = [];

    joinRecords({ bytes: stretch, recordBytes: RECORD_BYTES }, keyBytes(keys), (key) => found.push(key));

    expect(found).toEqual(Array.from({ length: 20 }, (_, i) => 50 + i));
  });

  it('merges as Maps do: the newer record of a key stays: 500 random pairs', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const dice = new Dice(seed);
      const older = randomMap(dice, dice.int(50));
      const newer = randomMap(dice, dice.int(50));
      for (const key of older.keys()) if (dice.chance(0.3)) newer.set(key, 5_000);

      const merged = mergeRecords(recordsOf(older), recordsOf(newer), RECORD_BYTES);

      expect(Buffer.from(merged).equals(recordsOf(new Map([...older, ...newer]))), `seed ${seed}`).toBe(true);
      expect(mapOf(merged).size).toBe(new Set([...older.keys(), ...newer.keys()]).size);
    }
  });
});
