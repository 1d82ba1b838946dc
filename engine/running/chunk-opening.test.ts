import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encodeGzipLines } from '#core/bytes/json-lines.ts';
import { readOpening } from '#engine/running/chunk-opening.ts';
import { CountingArchive } from '#test/fakes/memory/counting-archive.ts';

const BASE = 'executions/x0loyw3v28r000000000/chunks/000001/000000/token-000000';
const HEAD = {
  kind: 'chunk',
  v: 1,
  execution: 'x0loyw3v28r000000000',
  wave: 1,
  unit: 0,
  token: 'token',
  n: 0,
  final: true,
};
const END = { kind: 'end', outcomes: 0, candidates: 0 };

/** Lines that hardly shrink. */
const noise = (count: number, kind: string) =>
  Array.from({ length: count }, (_, n) => ({ kind, key: String(n), title: randomBytes(300).toString('base64') }));

async function archived(outcomes: number, candidates: number): Promise<CountingArchive> {
  const archive = new CountingArchive();
  const members = [[HEAD, ...noise(outcomes, 'outcome')], noise(candidates, 'candidate'), [END]];
  await archive.put(`${BASE}.lines.jsonl.gz`, members.map(encodeGzipLines));
  return archive;
}

describe('the opening of a chunk', () => {
  it.each([
    [0, 0, 1],
    [100, 5_000, 1],
    [1_000, 5_000, 2],
  ])(
    'has its head and all of %i outcomes, before %i candidates, after %i reads',
    async (outcomes, candidates, reads) => {
      const archive = await archived(outcomes, candidates);

      const opening = await readOpening(archive, BASE);

      expect(opening.head).toEqual(HEAD);
      expect(opening.outcomes.map(({ key }) => key)).toEqual(Array.from({ length: outcomes }, (_, n) => String(n)));
      expect(archive.take().requests).toBe(reads);
    },
  );

  it('reads 64 KB of a chunk of megabytes', async () => {
    const archive = await archived(100, 5_000);

    await readOpening(archive, BASE);

    expect(archive.take().bytes).toBe(64 * 1024);
  });

  it.each([
    ['is cut short', (bytes: Uint8Array) => bytes.subarray(0, 500)],
    ['is not gzip', () => Buffer.from('no gzip at all')],
    ['has another head', () => encodeGzipLines([{ ...HEAD, v: 3 }])],
  ])('is refused when the object %s', async (_, change) => {
    const archive = await archived(100, 0);
    const object = `${BASE}.lines.jsonl.gz`;
    const changed = change(await archive.get(object));
    await archive.delete([object]);
    await archive.put(object, [changed]);

    await expect(readOpening(archive, BASE)).rejects.toMatchObject({ code: 'OBJECT_CORRUPT' });
  });
});
