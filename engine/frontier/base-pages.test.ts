import { describe, expect, it } from 'vitest';
import type { PageValidators } from '#core/archive/chunk/base-page.ts';
import { sha256Prefix } from '#core/bytes/digest.ts';
import type { BaseFile } from '#core/frontier/frontier.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { type BaseBlock, BasePages } from '#engine/frontier/base-pages.ts';
import { CountingArchive } from '#test/fakes/memory/counting-archive.ts';
import { Dice } from '#test/model/model-web.ts';

const keyOf = (n: number): UrlKey => sha256Prefix(`key ${n}`) as UrlKey;

const pageOf = (key: UrlKey): PageValidators => ({
  key,
  url: `http://a.test/${key}`,
  etag: `"${key}"`,
  digest: key + key,
  bytes: 1,
  archived: { object: 'o', offset: 0, length: 1 },
});

/** Files of `perFile` pages with blocks of `perBlock`. */
async function filesOf(archive: CountingArchive, keys: readonly UrlKey[], size: { perFile: number; perBlock: number }) {
  const files: BaseFile[] = [];
  for (let from = 0; from < keys.length; from += size.perFile) {
    const own = keys.slice(from, from + size.perFile);
    const blocks: BaseBlock[] = [];
    let bytes = 0;
    const lines = own.map((key, i) => {
      if (i % size.perBlock === 0) blocks.push([key, bytes]);
      const line = `${JSON.stringify(pageOf(key))}\n`;
      bytes += line.length;
      return line;
    });
    const [object, index] = [`base-${files.length}.jsonl`, `base-${files.length}.index.json`];
    await archive.put(object, [Buffer.from(lines.join(''))]);
    await archive.put(index, [Buffer.from(JSON.stringify(blocks))]);
    files.push({ object, index, first: own[0] ?? '', rows: own.length, bytes });
  }
  return files;
}

describe('the pages of a base', () => {
  it('are found, every one and no other, for any files, blocks and requested keys', async () => {
    for (let seed = 1; seed <= 60; seed++) {
      const dice = new Dice(seed);
      const keys = Array.from({ length: 1 + dice.int(200) }, (_, n) => keyOf(n)).sort();
      const archive = new CountingArchive();
      const size = { perFile: 1 + dice.int(80), perBlock: 1 + dice.int(20) };
      const pages = new BasePages(archive, await filesOf(archive, keys, size));
      const asked = Array.from({ length: 300 }, (_, n) => keyOf(n))
        .filter(() => dice.chance(0.4))
        .sort();

      const found = await pages.lookup(asked);

      const expected = asked.flatMap((key, i) => (keys.includes(key) ? [[i, pageOf(key)]] : []));
      expect([...found], `seed ${seed}`).toEqual(expected);
    }
  });

  it('are read block by block, each once a call, for keys in order', async () => {
    const keys = Array.from({ length: 1_000 }, (_, n) => keyOf(n)).sort();
    const archive = new CountingArchive();
    const files = await filesOf(archive, keys, { perFile: 500, perBlock: 50 });
    const pages = new BasePages(archive, files);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    archive.take();

    expect((await pages.lookup(keys)).size).toBe(1_000);
    expect(archive.bytesRead).toBeLessThan(bytes * 1.1);
    archive.take();

    expect((await pages.lookup(keys.slice(400, 401))).size).toBe(1);
    expect(archive.bytesRead).toBeLessThan(bytes / 15);
    expect((await pages.lookup([])).size).toBe(0);
  });
});
