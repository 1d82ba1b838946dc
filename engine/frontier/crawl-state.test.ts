import { describe, expect, it } from 'vitest';
import type { Frontier } from '#core/frontier/frontier.ts';
import { FRONTIER_VERSION } from '#core/frontier/frontier.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { CountingArchive } from '#test/fakes/memory/counting-archive.ts';

async function read(text: string): Promise<Frontier> {
  const archive = new CountingArchive();
  await archive.put('o', [Buffer.from(text)]);
  return await readJson<Frontier>(archive, 'o', 'lists');
}

describe('readJson', () => {
  it('reads the own version and the previous one', async () => {
    for (const v of [FRONTIER_VERSION - 1, FRONTIER_VERSION])
      expect(await read(JSON.stringify({ v, lists: [] }))).toEqual({ v, lists: [] });
  });

  it('refuses a frontier of a newer Surf instead of reading it by halves', async () => {
    await expect(read(JSON.stringify({ v: FRONTIER_VERSION + 1, lists: [] }))).rejects.toMatchObject({
      code: 'FORMAT_UNKNOWN',
      message: `a newer version of Surf wrote the object o: it has version ${FRONTIER_VERSION + 1}`,
      remedy: expect.stringContaining('upgrade Surf'),
    });
  });

  it.each(['', '7', 'null', '[]', '{"v":2}'])('says that an object is damaged which holds %j', async (text) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'OBJECT_CORRUPT' });
  });
});
