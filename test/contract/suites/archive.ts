import { describe, expect, it } from 'vitest';
import type { Archive, ArchiveObject } from '#core/archive/archive.ts';
import { type CreateFixture, fixtures, rivals } from '#test/contract/fixture.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (data: Uint8Array): string => new TextDecoder().decode(data);

/**
 * Runs every promise of `Archive` against one adapter.
 * @param options.listed objects that a page of its list does not hold
 */
export function archiveContract(
  name: string,
  create: CreateFixture<Archive>,
  { listed = 1_205 }: { readonly listed?: number } = {},
): void {
  describe(`${name} keeps the Archive contract`, () => {
    const fresh = fixtures(create);

    it('returns what was put, its parts concatenated in order', async () => {
      const { port } = await fresh();

      const answer = await port.put('a/b.txt', [bytes('one '), bytes('two '), bytes('three')]);

      expect(answer).toBe('created');
      expect(text(await port.get('a/b.txt'))).toBe('one two three');
    });

    it('keeps objects of no bytes, of no parts and of a megabyte', async () => {
      const { port } = await fresh();
      const large = new Uint8Array(1 << 20).map((_, i) => i % 251);

      await port.put('none', []);
      await port.put('empty', [new Uint8Array(0)]);
      await port.put(
        'large',
        Array.from({ length: 2_048 }, (_, i) => large.subarray(i * 512, (i + 1) * 512)),
      );

      expect([(await port.get('none')).byteLength, (await port.get('empty')).byteLength]).toEqual([0, 0]);
      expect(Buffer.from(await port.get('large')).equals(large)).toBe(true);
    });

    it('says exists and changes nothing when the key is taken, for any content', async () => {
      const { port } = await fresh();
      await port.put('a/b', [bytes('first')]);

      const answers = [await port.put('a/b', [bytes('second')]), await port.put('a/b', [bytes('first')])];

      expect(answers).toEqual(['exists', 'exists']);
      expect(text(await port.get('a/b'))).toBe('first');
    });

    it('tells exactly one of many rivals of a key that it created the object, and keeps that one’s bytes', async () => {
      const fixture = await fresh();

      for (let round = 0; round < 10; round++) {
        const answers = await Promise.all(
          rivals(fixture).map((rival, i) => rival.put(`rivals/${round}/object`, [bytes(`content of ${i}`)])),
        );

        const winners = answers.flatMap((answer, i) => (answer === 'created' ? [i] : []));
        expect(winners).toHaveLength(1);
        expect(text(await fixture.port.get(`rivals/${round}/object`))).toBe(`content of ${winners[0]}`);
      }
    });

    it('shows an object to everyone when put has returned', async () => {
      const fixture = await fresh();
      const rival = fixture.rival();

      await fixture.port.put('x/y/z', [bytes('seen')]);

      expect(text(await rival.get('x/y/z'))).toBe('seen');
      expect(await all(rival.list('x/'))).toEqual([{ key: 'x/y/z', bytes: 4 }]);
    });

    it('never shows a part of an object while it is put', async () => {
      const fixture = await fresh();
      const reader = fixture.rival();
      const parts = Array.from({ length: 64 }, () => new Uint8Array(64 * 1024).fill(7));
      const sizes = new Set<number>();
      let done = false;

      const writing = fixture.port.put('big/object', parts).finally(() => {
        done = true;
      });
      while (!done) {
        for (const object of await all(reader.list('big/'))) sizes.add(object.bytes);
        await reader.get('big/object').then(
          (data) => sizes.add(data.byteLength),
          () => undefined,
        );
      }
      await writing;

      expect([...sizes].filter((size) => size !== 4 * 1024 * 1024)).toEqual([]);
    });

    it('gives the bytes of a range, fewer at the end and none behind it', async () => {
      const { port } = await fresh();
      await port.put('r', [bytes('0123456789')]);

      const ranges = await Promise.all([
        port.range('r', 0, 4),
        port.range('r', 3, 4),
        port.range('r', 8, 100),
        port.range('r', 10, 5),
        port.range('r', 99, 5),
        port.range('r', 2, 0),
        port.range('r', 0, 10),
      ]);

      expect(ranges.map(text)).toEqual(['0123', '3456', '89', '', '', '', '0123456789']);
    });

    it('gives bytes that are the reader’s own: what is changed in them changes for nobody else', async () => {
      const { port } = await fresh();
      await port.put('r', [bytes('0123456789')]);

      for (const own of [await port.get('r'), await port.range('r', 0, 10)]) own.fill(120);

      expect([text(await port.get('r')), text(await port.range('r', 2, 3))]).toEqual(['0123456789', '234']);
    });

    it('throws OBJECT_NOT_FOUND for what is not there, a folder of objects included', async () => {
      const { port } = await fresh();
      await port.put('folder/object', [bytes('1')]);

      for (const key of ['missing', 'folder', 'folder/object/below', 'folder/missing']) {
        await expect(port.get(key), key).rejects.toMatchObject({ code: 'OBJECT_NOT_FOUND', retryable: false });
        await expect(port.range(key, 0, 1), key).rejects.toMatchObject({ code: 'OBJECT_NOT_FOUND' });
      }
    });

    it('lists all objects below a prefix, and only those, in byte order of the key', async () => {
      const { port } = await fresh();
      const below = [
        'p/a-b',
        'p/a.txt',
        'p/a/1',
        'p/a/b/c',
        'p/a0',
        'p/B',
        'p/_',
        'p/10',
        'p/9',
        'p/a/b.c',
        'p/a/b-c',
        'p/z',
      ];
      for (const key of ['o/x', 'p0/x', ...below, 'pa']) await port.put(key, [bytes(key)]);

      expect(await all(port.list('p/'))).toEqual([...below].sort().map((key) => ({ key, bytes: key.length })));
      expect((await all(port.list('p/a/'))).map(({ key }) => key)).toEqual(['p/a/1', 'p/a/b-c', 'p/a/b.c', 'p/a/b/c']);
      expect(await all(port.list('nothing/'))).toEqual([]);
    });

    it('lists more objects than fit one page', async () => {
      const { port } = await fresh();
      const keys = Array.from({ length: listed }, (_, i) => `many/${String(i).padStart(6, '0')}`);
      for (let i = 0; i < keys.length; i += 64) {
        await Promise.all(keys.slice(i, i + 64).map((key) => port.put(key, [bytes('x')])));
      }

      expect((await all(port.list('many/'))).map(({ key }) => key)).toEqual(keys);
    });

    it('deletes what is there and takes no offence at what is not', async () => {
      const { port } = await fresh();
      for (const key of ['d/1', 'd/2', 'd/3']) await port.put(key, [bytes('x')]);

      await port.delete(['d/1', 'd/missing', 'd/3', 'nowhere/at/all']);
      await port.delete([]);

      expect((await all(port.list('d/'))).map(({ key }) => key)).toEqual(['d/2']);
      await expect(port.get('d/1')).rejects.toMatchObject({ code: 'OBJECT_NOT_FOUND' });
      expect(await port.put('d/1', [bytes('again')])).toBe('created');
    });

    it('refuses keys that are none, so no key leads out of the store', async () => {
      const { port } = await fresh();
      const bad = [
        '',
        '/',
        '/a',
        'a/',
        'a//b',
        '.',
        '..',
        'a/../b',
        '../a',
        'a/.',
        'a b',
        'a\\b',
        'ä',
        'a\0',
        '~x',
        'a:b',
        'x'.repeat(513),
      ];

      for (const key of bad) {
        await expect(port.put(key, [bytes('1')]), key).rejects.toMatchObject({ code: 'FIELD_INVALID' });
        await expect(port.get(key), key).rejects.toMatchObject({ code: 'FIELD_INVALID' });
      }
      await expect(all(port.list('a'))).rejects.toMatchObject({ code: 'FIELD_INVALID' });
      expect(await port.put('x'.repeat(200), [bytes('1')])).toBe('created');
      expect(await port.put('...', [bytes('1')])).toBe('created');
    });
  });
}

async function all(objects: AsyncIterable<ArchiveObject>): Promise<ArchiveObject[]> {
  const list: ArchiveObject[] = [];
  for await (const object of objects) list.push(object);
  return list;
}
