import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { CandidateEncoder, decodeCandidate } from '#core/archive/chunk/candidate-record.ts';
import type { CandidateLine, ChunkEnd, ChunkHead, OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { CHUNK_SUFFIX, chunkBase } from '#core/archive/object-keys.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { NO_USAGE } from '#core/cost/usage.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { NO_MATCHES } from '#core/scope/filter/matched-patterns.ts';
import { chunkFiles, readChunks } from '#engine/advance/closing/read-chunks.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';
import { keyOf } from '#test/fakes/plan-task.ts';

const ID = 'xreadchunks' as ExecutionId;
const WAVE = 3;

const head = (unit: number, n: number, change: Partial<ChunkHead> = {}): object => ({
  kind: 'chunk',
  v: 1,
  execution: ID,
  wave: WAVE,
  unit,
  token: 't',
  n,
  final: false,
  ...change,
});

const outcome = (n: number): OutcomeLine => ({
  kind: 'outcome',
  key: keyOf(n),
  outcome: { type: 'stored' },
  attempts: 1,
});

const candidate = (n: number): CandidateLine => ({
  kind: 'candidate',
  key: keyOf(n),
  url: `http://h.test/${n}`,
  by: keyOf(0),
  level: 0,
  rank: 1,
  position: n,
  reason: null,
});

const end = (outcomes: number, candidates: number, change: Partial<ChunkEnd> = {}): object => ({
  kind: 'end',
  outcomes,
  candidates,
  warc: null,
  links: null,
  records: null,
  usage: { ...NO_USAGE, puts: 2 },
  ...change,
});

const pack = (lines: readonly object[]): Uint8Array =>
  gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

const baseOf = (unit: number, n: number): string => chunkBase({ execution: ID, wave: WAVE, unit, token: 't', n });

class Bench {
  readonly archive = new MemoryArchive();
  readonly candidates: string[] = [];
  readonly outcomes: [unit: number, key: string, chunk: string][] = [];

  put(unit: number, n: number, lines: readonly object[] | Uint8Array): Promise<unknown> {
    const bytes = lines instanceof Uint8Array ? lines : pack(lines);
    return this.archive.put(`${baseOf(unit, n)}${CHUNK_SUFFIX.lines}`, [bytes]);
  }

  read() {
    return readChunks(chunkFiles(this.archive, ID, WAVE), {
      execution: ID,
      wave: WAVE,
      outcome: ({ key }, { unit, chunk }) => this.outcomes.push([unit, key, chunk]),
      candidate: ({ bytes, at }) => {
        this.candidates.push(decodeCandidate(bytes, at).url);
        return undefined;
      },
    });
  }
}

const GOOD = [head(0, 0), outcome(1), candidate(2), end(1, 1)];

describe('readChunks', () => {
  it('reads chunks in (unit, chunk) order, however they came, and adds up what they used', async () => {
    const bench = new Bench();
    await bench.put(1, 0, [head(1, 0, { final: true }), candidate(9), end(0, 1)]);
    await bench.put(0, 10, [head(0, 10), outcome(3), candidate(3), end(1, 1)]);
    await bench.put(0, 2, [head(0, 2), candidate(2), outcome(2), outcome(1), end(2, 1)]);

    const wave = await bench.read();

    expect(wave.chunks.map(({ unit, n }) => [unit, n])).toEqual([
      [0, 2],
      [0, 10],
      [1, 0],
    ]);
    expect(bench.candidates).toEqual(['http://h.test/2', 'http://h.test/3', 'http://h.test/9']);
    expect(bench.outcomes).toEqual([
      [0, keyOf(2), baseOf(0, 2)],
      [0, keyOf(1), baseOf(0, 2)],
      [0, keyOf(3), baseOf(0, 10)],
    ]);
    expect([wave.units.get(0)?.reported, wave.units.get(1)?.reported]).toEqual([false, true]);
    expect(wave.usage).toEqual({ ...NO_USAGE, puts: 6 });
  });

  it('reads candidates of version 2, which are records in separate members', async () => {
    const bench = new Bench();
    const encoder = new CandidateEncoder();
    const records = [2, 3].map((n) => gzipSync(encoder.encode(candidate(n))));
    const lines = [pack([head(0, 0, { v: 2 }), outcome(1)]), ...records, pack([end(1, 2)])];
    await bench.put(0, 0, Buffer.concat(lines));

    await bench.read();

    expect(bench.candidates).toEqual(['http://h.test/2', 'http://h.test/3']);
  });

  it.each([
    ['32 chunks', 1, [...Array.from({ length: 32 }, () => 0), 1, 2]],
    ['fewer when they are large', 6 * 1024 * 1024, Array.from({ length: 18 }, (_, n) => Math.max(0, n - 1))],
  ])('reads ahead of the one that it works on: %s', async (_, size, expected) => {
    const bench = new Bench();
    for (const [n] of expected.entries()) await bench.put(0, n, [head(0, n), candidate(n), end(0, 1)]);
    const { archive, candidates } = bench;
    const read: number[] = [];
    const [get, list] = [archive.get.bind(archive), archive.list.bind(archive)];
    archive.get = (key) => {
      read.push(candidates.length);
      return get(key);
    };
    archive.list = async function* (prefix) {
      for await (const object of list(prefix)) yield { ...object, bytes: size };
    };

    await bench.read();

    expect(candidates).toHaveLength(expected.length);
    expect(read).toEqual(expected);
  });

  it('tells of a chunk that cannot be read, however early that was known', async () => {
    const bench = new Bench();
    for (const n of [0, 1]) await bench.put(0, n, [head(0, n), candidate(n), end(0, 1)]);
    const { archive } = bench;
    const get = archive.get.bind(archive);
    archive.get = (key) => (key.startsWith(baseOf(0, 1)) ? Promise.reject(new Error('no disk')) : get(key));

    await expect(bench.read()).rejects.toThrow('no disk');
    expect(bench.candidates).toEqual(['http://h.test/0']);
  });

  it('lists each chunk with size and SHA-256 of its lines object, as the manifest keeps it', async () => {
    const bench = new Bench();
    const bytes = pack(GOOD);
    await bench.put(0, 0, bytes);

    const { chunks } = await bench.read();

    expect(chunks).toEqual([
      { unit: 0, n: 0, base: baseOf(0, 0), bytes: bytes.length, sha256: sha256Hex(bytes), outcomes: 1, candidates: 1 },
    ]);
  });

  it('takes a chunk for missing as long as its lines object is, and reads no other wave', async () => {
    const bench = new Bench();
    await bench.archive.put(`${baseOf(0, 0)}${CHUNK_SUFFIX.warc}`, [Buffer.from('x')]);
    await bench.archive.put(
      `${chunkBase({ execution: ID, wave: WAVE + 1, unit: 0, token: 't', n: 0 })}${CHUNK_SUFFIX.lines}`,
      [pack(GOOD)],
    );

    expect(await bench.read()).toEqual({
      chunks: [],
      units: new Map(),
      usage: NO_USAGE,
      storedBytes: 0,
      matched: NO_MATCHES,
    });
  });

  it('hands on what workers learned of hosts, and skips the lines of the CDXJ index', async () => {
    const bench = new Bench();
    const hosts = [{ host: 'h.test', delayMs: 5_000 }];
    await bench.put(0, 0, [
      head(0, 0, { final: true }),
      { kind: 'cdxj', line: 'test,h)/ 2026 {}' },
      end(0, 0, { hosts }),
    ]);

    const wave = await bench.read();

    expect(wave.units.get(0)).toEqual({ reported: true, hosts });
  });

  it.each([
    ['without its end', GOOD.slice(0, -1)],
    ['without its head', GOOD.slice(1)],
    ['of another version', [head(0, 0, { v: 3 as 1 }), ...GOOD.slice(1)]],
    ['with an outcome less than it says', [head(0, 0), candidate(2), end(1, 1)]],
    ['with an outcome more than it says', [head(0, 0), outcome(1), outcome(2), candidate(2), end(1, 1)]],
    ['with a candidate less than it says', [head(0, 0), outcome(1), end(1, 1)]],
    ['that says it is of another wave', [head(0, 0, { wave: WAVE + 1 }), ...GOOD.slice(1)]],
    ['that says it is of another execution', [head(0, 0, { execution: 'xother0000' }), ...GOOD.slice(1)]],
    ['with a line that is not JSON', gzipSync(`${JSON.stringify(GOOD[0])}\n{"kind":\n${JSON.stringify(end(0, 0))}\n`)],
    ['with a line of an unknown kind', [...GOOD.slice(0, 3), { kind: 'later' }, ...GOOD.slice(3)]],
    ['with a record that is cut short', Buffer.concat([pack(GOOD), gzipSync(Buffer.alloc(60))])],
    ['that is cut short', pack(GOOD).subarray(0, -12)],
    ['with a flipped byte', pack(GOOD).map((byte, i) => (i === 40 ? byte ^ 255 : byte))],
    ['that is not gzip', Buffer.from('nothing')],
    ['that is empty', new Uint8Array(0)],
  ])('refuses a chunk %s, naming the object', async (_, lines) => {
    const bench = new Bench();
    await bench.put(0, 0, lines);

    await expect(bench.read()).rejects.toMatchObject({
      code: 'OBJECT_CORRUPT',
      message: expect.stringContaining(`${baseOf(0, 0)}${CHUNK_SUFFIX.lines}`),
    });
  });
});
