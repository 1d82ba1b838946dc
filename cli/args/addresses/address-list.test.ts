import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { listedAddresses, refuseFiles } from '#cli/args/addresses/address-list.ts';

describe('a list of addresses', () => {
  const folder = mkdtempSync(join(tmpdir(), 'surf-list-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const listed = async (text: string): Promise<string[]> => {
    const file = join(folder, 'urls.txt');
    writeFileSync(file, text);
    return await listedAddresses([file]);
  };

  it('has one address a line; empty lines and comments are left out', async () => {
    const text = '\ufeffexample.org\r\n\n  https://example.org/a b \n# https://example.org/no\nhttps://example.org/#x';
    expect(await listed(text)).toEqual(['example.org', 'https://example.org/a b', 'https://example.org/#x']);
  });

  it.each(['utf16le', 'utf16be'])('may be in %s with a byte order mark, as PowerShell writes it', async (encoding) => {
    const file = join(folder, 'wide.txt');
    const bytes = Buffer.from('\ufeffexample.org\r\nhttps://b.example/ü\r\n', 'utf16le');
    writeFileSync(file, encoding === 'utf16le' ? bytes : bytes.swap16());

    expect(await listedAddresses([file])).toEqual(['example.org', 'https://b.example/ü']);
  });

  it('takes its place among the addresses that are typed', async () => {
    writeFileSync(join(folder, 'two.TXT'), 'b.example\nc.example\n');
    expect(await listedAddresses(['a.example', join(folder, 'two.TXT'), 'https://d.example/urls.txt'])).toEqual([
      'a.example',
      'b.example',
      'c.example',
      'https://d.example/urls.txt',
    ]);
  });

  it.each([
    ['is missing', async () => listedAddresses(['missing.txt']), 'there is no file missing.txt'],
    ['has no address', async () => listed('\n# none\n'), /urls\.txt has no address$/],
    [
      'is too long',
      async () => listed('example.org\n'.repeat(10_001)),
      /has 10001 addresses; a crawl has at most 10000/,
    ],
    [
      'is not a file',
      async () => listedAddresses([`${folder}/../${folder.split('/').at(-1)}/x.txt/y.txt`]),
      /no file|cannot be read/,
    ],
  ])('that %s is an error with what to do', async (_, list, message) => {
    await expect(list()).rejects.toMatchObject({ code: 'COMMAND_USAGE', message: expect.stringMatching(message) });
  });

  it('in another file than .txt is refused, as it would be crawled as a host; a folder is not', async () => {
    const file = join(folder, 'urls.csv');
    writeFileSync(file, 'url\nhttp://a.example/\n');

    await expect(refuseFiles(['a.example', file])).rejects.toMatchObject({
      code: 'COMMAND_USAGE',
      remedy: expect.stringContaining('ends with .txt'),
    });
    await expect(refuseFiles(['a.example', folder, 'https://a.example/urls.csv', '-'])).resolves.toBeUndefined();
  });
});
