import { describe, expect, it } from 'vitest';
import { sha256Prefix } from '#core/bytes/digest.ts';
import type { SegmentRef } from '#core/frontier/frontier.ts';
import { decodeSeen, encodeSeen, SEEN_RECORD_BYTES } from '#core/frontier/segments/seen-record.ts';
import { BLOCK_RECORDS } from '#core/frontier/segments/sorted-segment.ts';
import { isKept, type KeptSegments, SegmentStore } from '#engine/frontier/lines/segment-store.ts';
import { CountingArchive } from '#test/fakes/memory/counting-archive.ts';
import { Dice } from '#test/model/model-web.ts';

const keyOf = (n: number): string => sha256Prefix(`key ${n}`);

const encode = (levels: ReadonlyMap<string, number>): Uint8Array =>
  encodeSeen(
    [...levels].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, level]) => ({ key, level, reason: null })),
    0,
  );

class Bench {
  readonly archive = new CountingArchive();
  readonly store = new SegmentStore(this.archive, () => `s${this.#names++}`);
  segments: SegmentRef[] = [];
  #names = 0;

  async add(levels: ReadonlyMap<string, number>): Promise<void> {
    this.segments = await this.store.append(this.segments, encode(levels), { recordBytes: SEEN_RECORD_BYTES });
  }

  /** Key → level, of those that are there. */
  async find(keys: readonly string[]): Promise<Map<string, number>> {
    const found = await this.store.lookup(this.segments, keys);
    return new Map([...found].map(([place, record]) => [keys[place] ?? '', decodeSeen(record).level]));
  }

  get sizes(): number[] {
    return this.segments.map(({ count }) => count);
  }
}

/** Segments that are not merged, however small: as many as sets. */
async function apart(bench: Bench, sets: readonly ReadonlyMap<string, number>[]): Promise<void> {
  for (const set of sets) {
    const made = await bench.store.append([], encode(set), { recordBytes: SEEN_RECORD_BYTES });
    bench.segments = [...bench.segments, ...made];
  }
}

const sorted = (keys: Iterable<string>): string[] => [...new Set(keys)].sort();

describe('SegmentStore', () => {
  it('answers as a Map that was written in the same order: the newest record of a key counts (100 histories)', async () => {
    for (let seed = 1; seed <= 100; seed++) {
      const dice = new Dice(seed);
      const truth = new Map<string, number>();
      const sets = Array.from({ length: 1 + dice.int(8) }, (_, level) => {
        const keys = Array.from({ length: dice.int(80) }, () => keyOf(dice.int(150)));
        return new Map(keys.map((key) => [key, level]));
      });
      const bench = new Bench();

      if (dice.chance(0.5)) await apart(bench, sets);
      else for (const set of sets) await bench.add(set);

      for (const set of sets) for (const [key, level] of set) truth.set(key, level);
      const keys = sorted(Array.from({ length: 150 }, (_, n) => keyOf(n)));
      const expected = keys.flatMap((key) => (truth.has(key) ? [[key, truth.get(key)]] : []));
      expect([...(await bench.find(keys))].sort(), `seed ${seed}`).toEqual(expected);
    }
  });

  it('finds every key of a segment of many blocks, and no other', async () => {
    const bench = new Bench();
    const levels = new Map(Array.from({ length: 30_000 }, (_, n) => [keyOf(n), n]));
    await bench.add(levels);

    const keys = sorted(Array.from({ length: 60_000 }, (_, n) => keyOf(n)));

    expect(await bench.find(keys)).toEqual(new Map([...levels].sort(([a], [b]) => (a < b ? -1 : 1))));
  });

  it('reads of a big segment its index and the blocks that keys fall into, neighbours together', async () => {
    const bench = new Bench();
    const count = 100 * BLOCK_RECORDS;
    const levels = new Map(Array.from({ length: count }, (_, n) => [keyOf(n), n]));
    await bench.add(levels);
    const inOrder = [...levels].sort(([a], [b]) => (a < b ? -1 : 1));
    const index = 100 * 16;
    const block = BLOCK_RECORDS * SEEN_RECORD_BYTES;
    bench.archive.take();

    const read = async (places: number[]): Promise<{ requests: number; bytes: number }> => {
      const asked = places.map((place): [string, number] => inOrder[place] ?? ['', -1]);
      expect(await bench.find(asked.map(([key]) => key))).toEqual(new Map(asked));
      return bench.archive.take();
    };

    expect(await read([7])).toEqual({ requests: 2, bytes: index + block });
    expect(await read([7, 8, BLOCK_RECORDS - 1])).toEqual({ requests: 2, bytes: index + block });
    expect(await read([BLOCK_RECORDS - 1, BLOCK_RECORDS])).toEqual({ requests: 2, bytes: index + 2 * block });
    expect(await read([0, 50 * BLOCK_RECORDS, count - 1])).toEqual({ requests: 4, bytes: index + 3 * block });
  });

  it('reads no stretch longer than 4 MB, and all of a segment in a few', async () => {
    const bench = new Bench();
    const count = 400_000;
    const records = new Uint8Array(count * SEEN_RECORD_BYTES);
    const view = new DataView(records.buffer);
    for (let n = 0; n < count; n++) view.setUint32(n * SEEN_RECORD_BYTES, n);
    bench.segments = await bench.store.append([], records, { recordBytes: SEEN_RECORD_BYTES });
    const keys = Array.from({ length: 800 }, (_, n) => (n * 500).toString(16).padStart(8, '0').padEnd(32, '0'));

    expect((await bench.store.lookup(bench.segments, keys)).size).toBe(800);

    const { reads } = bench.archive;
    expect(reads.map(({ bytes }) => bytes <= 4 * 1024 * 1024)).toEqual(reads.map(() => true));
    expect(reads).toHaveLength(1 + 3); // 9.6 MB
  });

  it('reads prefixes where most keys are not there, and then the blocks of those that are', async () => {
    const bench = new Bench();
    const all = sorted(Array.from({ length: 40_000 }, (_, n) => keyOf(n)));
    const records = encode(new Map(all.map((key, n) => [key, n])));
    const shape = { recordBytes: SEEN_RECORD_BYTES, prefixes: true } as const;
    bench.segments = await bench.store.append([], records, shape);
    const [indexed, block] = [Math.ceil(all.length / BLOCK_RECORDS) * 16, BLOCK_RECORDS * SEEN_RECORD_BYTES];
    const others = Array.from({ length: 1_000 }, (_, n) => keyOf(100_000 + n));

    const found = await bench.find(sorted([...others, all[7] ?? '']));
    const many = bench.archive.take();
    const none = await bench.find(sorted(others.slice(0, 20)));
    const few = bench.archive.take();

    expect([found, none]).toEqual([new Map([[all[7], 7]]), new Map()]);
    expect(many).toEqual({ requests: 2, bytes: indexed + 4 * all.length + block });
    expect(few.bytes).toBeGreaterThan(10 * block); // twenty keys: blocks are less than prefixes
  });

  it('reads all records of a small segment in one request', async () => {
    const bench = new Bench();
    await bench.add(new Map(Array.from({ length: 1_000 }, (_, n) => [keyOf(n), n])));

    await bench.find([keyOf(5)]);

    expect(bench.archive.take()).toEqual({ requests: 1, bytes: 24_000 });
  });

  it('reads a small set once for lookups that follow each other, and answers them alike', async () => {
    const bench = new Bench();
    const sets = [0, 1, 2].map((set) => new Map(Array.from({ length: 20_000 }, (_, n) => [keyOf(n * (set + 1)), set])));
    await apart(bench, sets);
    const keys = sorted(Array.from({ length: 70_000 }, (_, n) => keyOf(n)));
    const kept: KeptSegments = new Map();
    const truth = await bench.find(keys);
    bench.archive.take();

    const found = new Map<string, number>();
    for (let from = 0; from < keys.length; from += 1_000) {
      const batch = keys.slice(from, from + 1_000);
      for (const [place, record] of await bench.store.lookup(bench.segments, batch, { kept }))
        found.set(batch[place] ?? '', decodeSeen(record).level);
    }

    expect(new Map([...found].sort())).toEqual(new Map([...truth].sort()));
    expect(bench.archive.take()).toEqual({ requests: 3, bytes: 3 * 20_000 * SEEN_RECORD_BYTES });
  });

  it('keeps nothing of a set of more than 8 MB', async () => {
    const bench = new Bench();
    const kept: KeptSegments = new Map();
    bench.segments = await bench.store.append([], new Uint8Array(400_000 * SEEN_RECORD_BYTES), {
      recordBytes: SEEN_RECORD_BYTES,
    });

    await bench.store.lookup(bench.segments, [keyOf(1)], { kept });

    expect([isKept(bench.segments), kept.size]).toEqual([false, 0]);
  });

  it('reads nothing when nothing is asked, and writes nothing when nothing is added', async () => {
    const bench = new Bench();
    await bench.add(new Map([[keyOf(1), 1]]));
    bench.archive.take();

    expect(await bench.find([])).toEqual(new Map());
    const before = bench.segments;
    await bench.add(new Map());

    expect(bench.segments).toEqual(before);
    expect(bench.archive.keys).toHaveLength(1);
    expect(bench.archive.take()).toEqual({ requests: 0, bytes: 0 });
  });

  it('keeps the number of segments logarithmic, each more than four times the next, and merges each record a few times', async () => {
    const bench = new Bench();
    const waves = 500;

    for (let wave = 0; wave < waves; wave++) {
      await bench.add(new Map(Array.from({ length: 20 }, (_, n) => [keyOf(wave * 20 + n), wave])));
      for (const [i, size] of bench.sizes.entries()) {
        const next = bench.sizes[i + 1];
        if (next !== undefined) expect(size).toBeGreaterThan(4 * next);
      }
    }

    const total = waves * 20;
    expect(bench.sizes.reduce((sum, size) => sum + size)).toBe(total);
    expect(bench.sizes.length).toBeLessThanOrEqual(1 + Math.log(total / 20) / Math.log(4));
    // Linear in what is added times its logarithm, not quadratic (that would be 250 times all).
    expect(bench.archive.bytesRead / (total * SEEN_RECORD_BYTES)).toBeLessThan(30);
  });

  it('leaves older segments as they are: a crash or a rival still reads them', async () => {
    const bench = new Bench();
    await bench.add(new Map([[keyOf(1), 1]]));
    const old = bench.segments;

    await bench.add(new Map([[keyOf(1), 2]]));

    expect(await bench.find([keyOf(1)])).toEqual(new Map([[keyOf(1), 2]]));
    const [before] = (await bench.store.lookup(old, [keyOf(1)])).values();
    expect(decodeSeen(before ?? new Uint8Array(0)).level).toBe(1);
  });
});
