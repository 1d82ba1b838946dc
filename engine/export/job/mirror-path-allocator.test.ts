import { describe, expect, it } from 'vitest';
import { MirrorPathAllocator } from '#engine/export/job/mirror-path-allocator.ts';
import { MemoryScratch } from '#test/export/memory-scratch.ts';

describe('files of addresses', () => {
  async function placed(urls: readonly string[]): Promise<Record<string, string>> {
    const files = new MirrorPathAllocator<{ url: string; text: string }>(new MemoryScratch());
    for (const url of urls) await files.add(url, { url, text: 'tab\t «é»\n' });
    const paths: Record<string, string> = {};
    for await (const { url, path, value } of files.paths()) {
      expect(value).toEqual({ url, text: 'tab\t «é»\n' });
      paths[url] = path;
    }
    return paths;
  }

  const WEB = [
    'http://h.test/a',
    'http://h.test/a/b',
    'http://h.test/A',
    'http://h.test/a-b',
    'http://h.test/a/',
    'http://h.test/a/index.html',
    'https://h.test/a-b',
    'http://h.test/x/y',
    'http://h.test/X',
    'http://h.test/q?x=1',
    'http://h.test/q%3Fx=1',
    'http://h.test/z%2E',
    'http://h.test/z.',
  ];

  it('are one each, letter case aside, and none has the name of a folder', async () => {
    const paths = Object.values(await placed(WEB));

    expect(paths).toHaveLength(WEB.length);
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(WEB.length);
    const folders = new Set(
      paths.flatMap((path) => path.split('/').map((_, i, names) => names.slice(0, i).join('/').toLowerCase())),
    );
    expect(paths.filter((path) => folders.has(path.toLowerCase()))).toEqual([]);
  });

  it('do not depend on the order of the crawl; the first in byte order has the plain name', async () => {
    const forwards = await placed(WEB);
    const backwards = await placed(WEB.toReversed());

    expect(backwards).toEqual(forwards);
    expect(forwards['http://h.test/a/']).toBe('h.test/a/index.html');
    expect(forwards['http://h.test/a/index.html']).toMatch(/^h\.test\/a\/index~[0-9a-f]{20}\.html$/);
    expect(forwards['http://h.test/a']).toMatch(/^h\.test\/a~[0-9a-f]{20}$/);
    expect(forwards['http://h.test/a/b']).toBe('h.test/a/b');
    expect(forwards['http://h.test/a-b']).toBe('h.test/a-b');
    expect(forwards['https://h.test/a-b']).toMatch(/^h\.test\/a-b~/);
  });
});
