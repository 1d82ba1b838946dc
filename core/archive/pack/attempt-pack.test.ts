import { describe, expect, it } from 'vitest';
import { AttemptPack } from '#core/archive/pack/attempt-pack.ts';
import { PackedArchive } from '#core/archive/pack/packed-archive.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';

const FOLDER = 'executions/x/waves/000002/000002.r1.pack';
const bytes = (text: string): Uint8Array[] => [Buffer.from(text)];

describe('the pack of an attempt', () => {
  it('is one object of all that was put, written when it is sealed', async () => {
    const below = new MemoryArchive();
    const pack = new AttemptPack(below);

    await pack.put(`${FOLDER}/plan.json`, bytes('{}'));
    await pack.put('executions/x/seen/000002.r1.pack-0.seg', [...bytes('ab'), ...bytes('c')]);
    const before = below.keys;
    const own = [
      await pack.get(`${FOLDER}/plan.json`),
      await pack.range('executions/x/seen/000002.r1.pack-0.seg', 1, 9),
    ];
    await pack.seal();

    expect([before, below.keys]).toEqual([[], [`${FOLDER}/objects`]]);
    expect(own.map(String)).toEqual(['{}', 'bc']);
    expect(String(await new PackedArchive(below).get('executions/x/seen/000002.r1.pack-0.seg'))).toBe('abc');
  });

  it('leaves out what is large, and what another made: these are put at once', async () => {
    const below = new MemoryArchive();
    const pack = new AttemptPack(below);

    await pack.put(`${FOLDER}/tasks.jsonl`, [Buffer.alloc(1024 * 1024 + 1)]);
    await pack.put('executions/x/waves/000001/walks.json', bytes('w'));
    for (let n = 0; n < 9; n++) await pack.put(`${FOLDER}/candidates-${n}.bin`, [Buffer.alloc(1024 * 1024)]);

    expect(below.keys).toEqual([
      'executions/x/waves/000001/walks.json',
      `${FOLDER}/candidates-8.bin`,
      `${FOLDER}/tasks.jsonl`,
    ]);
  });

  it('says exists for a key that it has, and keeps what it has', async () => {
    const pack = new AttemptPack(new MemoryArchive());

    const answers = [await pack.put(`${FOLDER}/a`, bytes('1')), await pack.put(`${FOLDER}/a`, bytes('2'))];

    expect([answers, String(await pack.get(`${FOLDER}/a`))]).toEqual([['created', 'exists'], '1']);
  });

  it('writes nothing when nothing was put', async () => {
    const below = new MemoryArchive();

    await new AttemptPack(below).seal();

    expect(below.keys).toEqual([]);
  });
});
