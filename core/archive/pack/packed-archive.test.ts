import { describe, expect, it } from 'vitest';
import { encodePack, packOf } from '#core/archive/pack/pack.ts';
import { PackedArchive } from '#core/archive/pack/packed-archive.ts';
import { CountingArchive } from '#test/fakes/memory/counting-archive.ts';

const PACK = 'executions/x/waves/000002/000002.r1.pack/objects';
const PLAN = 'executions/x/waves/000002/000002.r1.pack/plan.json';
const LIST = 'executions/x/levels/000001/000002.r1.pack/tasks.jsonl';
const INDEX = 'executions/x/levels/000001/000002.r1.pack/index.bin';
const SEEN = 'executions/x/seen/000002.r1.pack-0.seg';

async function packed(members: Readonly<Record<string, string>>, bytes?: Uint8Array): Promise<CountingArchive> {
  const below = new CountingArchive();
  const parts = encodePack(new Map(Object.entries(members).map(([key, text]) => [key, Buffer.from(text)])));
  await below.put(PACK, bytes === undefined ? parts : [bytes]);
  return below;
}

const keysOf = async (archive: PackedArchive, prefix: string): Promise<[string, number][]> => {
  const found: [string, number][] = [];
  for await (const { key, bytes } of archive.list(prefix)) found.push([key, bytes]);
  return found;
};

describe('the pack of a key', () => {
  it('is that of its attempt, for objects of a wave, of a level and of a set', () => {
    expect([PLAN, LIST, SEEN].map(packOf)).toEqual([PACK, PACK, PACK]);
  });

  it('is none for objects of other attempts, chunks, and the pack itself', () => {
    const others = [
      'waves/000002/000002.r1/plan.json',
      'chunks/000001/000000/t-000000.lines.jsonl.gz',
      'seen/r1-0.seg',
    ];
    expect([...others.map((key) => `executions/x/${key}`), 'robots/ab.txt', PACK].map(packOf)).toEqual(
      Array.from({ length: 5 }, () => null),
    );
  });
});

describe('an archive of packs', () => {
  it('reads members of a pack with one request, whole and in part', async () => {
    const below = await packed({ [PLAN]: '{}', [LIST]: '0123456789', [SEEN]: '' });
    const archive = new PackedArchive(below);

    const read = await Promise.all([
      ...[archive.get(PLAN), archive.get(SEEN), archive.range(LIST, 2, 3)],
      ...[archive.range(LIST, 8, 9), archive.range(LIST, 20, 1), archive.range(LIST, 0, 0)],
    ]);

    expect(read.map(String)).toEqual(['{}', '', '234', '89', '', '']);
    expect(below.reads.map(({ key }) => key)).toEqual([PACK]);
  });

  it('gives every caller separate bytes', async () => {
    const archive = new PackedArchive(await packed({ [PLAN]: 'abc' }));

    (await archive.get(PLAN)).fill(0);
    (await archive.range(PLAN, 0, 3)).fill(0);

    expect(String(await archive.get(PLAN))).toBe('abc');
  });

  it('reads what the attempt put beside its pack, and what an attempt without pack put', async () => {
    const below = await packed({ [PLAN]: '{}' });
    const alone = 'executions/x/levels/000001/000003.r2.pack/tasks.jsonl';
    await below.put(LIST, [Buffer.from('large')]);
    await below.put(alone, [Buffer.from('alone')]);
    const archive = new PackedArchive(below);

    expect([String(await archive.get(LIST)), String(await archive.range(alone, 1, 2))]).toEqual(['large', 'lo']);
  });

  it('names the object that is missing, and not the pack', async () => {
    const archive = new PackedArchive(await packed({ [PLAN]: '{}' }));

    await expect(archive.get(LIST)).rejects.toMatchObject({
      code: 'OBJECT_NOT_FOUND',
      message: expect.stringContaining(LIST),
    });
  });

  it('lists a folder of an attempt with the members of its pack, and packs elsewhere', async () => {
    const below = await packed({ [PLAN]: '{}', [LIST]: 'list', [INDEX]: 'in' });
    const archive = new PackedArchive(below);

    expect(await keysOf(archive, 'executions/x/levels/000001/000002.r1.pack/')).toEqual([
      [INDEX, 2],
      [LIST, 4],
    ]);
    expect((await keysOf(archive, 'executions/x/')).map(([key]) => key)).toEqual([PACK]);
  });

  it.each([
    ['no end of its list', 'abc'],
    ['a list that is none', '{"v":1}\n'],
    ['an unknown version', '{"v":2,"members":[]}\n'],
    ['a length below zero', `{"v":1,"members":[["${PLAN}",-1]]}\n`],
    ['less than it lists', `{"v":1,"members":[["${PLAN}",5]]}\nabc`],
    ['more than it lists', `{"v":1,"members":[["${PLAN}",1]]}\nabc`],
  ])('calls a pack with %s damaged, by its key', async (_, text) => {
    const archive = new PackedArchive(await packed({}, Buffer.from(text)));

    await expect(archive.get(PLAN)).rejects.toMatchObject({
      code: 'OBJECT_CORRUPT',
      message: expect.stringContaining(PACK),
    });
  });

  it('keeps 64 packs at most', async () => {
    const below = new CountingArchive();
    const planOf = (n: number): string => `executions/x/waves/000002/000002.r${n}.pack/plan.json`;
    for (let n = 0; n < 65; n++) {
      await below.put(packOf(planOf(n)) ?? '', encodePack(new Map([[planOf(n), Buffer.from(`${n}`)]])));
    }
    const archive = new PackedArchive(below);
    for (let n = 0; n < 65; n++) await archive.get(planOf(n));
    below.take();

    await archive.get(planOf(64));
    await archive.get(planOf(0));

    expect(below.take().requests).toBe(1);
  });
});
