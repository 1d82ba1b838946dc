import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportTarget, writeFileWhole, writeFolderWhole } from '#cli/export/export-target.ts';

describe('what an export writes to', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'surf-export-'));
    await writeFile(join(folder, 'old'), 'old');
    await mkdir(join(folder, 'full'));
    await writeFile(join(folder, 'full', 'mine.txt'), 'mine');
    await mkdir(join(folder, 'empty'));
  });
  afterEach(async () => rm(folder, { recursive: true, force: true }));

  const at = (name: string): string => join(folder, name);
  const target = (name: string, force = false, as: 'file' | 'folder' | 'either' = 'either') =>
    exportTarget(name, { as, force });

  it.each([
    ['new', 'file'],
    ['deep/er/new', 'file'],
    ['new/', 'folder'],
    ['empty', 'folder'],
    ['empty/', 'folder'],
  ])('is, for %s, a %s', async (name, kind) => {
    expect(await target(at(name))).toMatchObject({ kind });
  });

  it('is stdout for - and a device where one is', async () => {
    expect(await target('-')).toEqual({ kind: 'stdout' });
    if (process.platform !== 'win32') expect(await target('/dev/null')).toMatchObject({ kind: 'device' });
  });

  it('must not be there already, unless by force', async () => {
    await expect(target(at('old'))).rejects.toMatchObject({ code: 'OUTPUT_EXISTS' });
    await expect(target(at('full'))).rejects.toMatchObject({ code: 'OUTPUT_EXISTS' });
    await expect(target(at('empty'), true, 'file')).rejects.toMatchObject({ code: 'COMMAND_USAGE' });
    expect(await target(at('old'), true)).toMatchObject({ kind: 'file' });
    expect(await target(at('full'), true)).toMatchObject({ kind: 'folder' });
  });

  it('appears whole or not at all', async () => {
    const torn = async function* () {
      yield 'first';
      expect(await readdir(folder)).not.toContain('new');
      throw new Error('killed');
    };
    const whole = async function* () {
      yield 'first ';
      yield Buffer.from('second');
    };

    await expect(writeFileWhole(at('new'), torn())).rejects.toThrow('killed');
    const after = await readdir(folder);
    await writeFileWhole(at('deep/new'), whole());
    await writeFileWhole(at('old'), whole());

    expect(after.sort()).toEqual(['empty', 'full', 'old']);
    expect(await readFile(at('deep/new'), 'utf8')).toBe('first second');
    expect(await readFile(at('old'), 'utf8')).toBe('first second');
  });

  it('is a folder that appears whole; in one with other files these stay', async () => {
    const fill = async (path: string): Promise<void> => {
      await writeFile(join(path, 'a.warc.gz'), 'a');
      await writeFile(join(path, 'index.cdxj'), 'index');
    };

    for (const name of ['new', 'empty', 'full']) await writeFolderWhole(at(name), fill, 'index.cdxj');
    await expect(writeFolderWhole(at('torn'), async () => Promise.reject(new Error('killed')), 'x')).rejects.toThrow(
      'killed',
    );

    expect((await readdir(at('new'))).sort()).toEqual(['a.warc.gz', 'index.cdxj']);
    expect((await readdir(at('empty'))).sort()).toEqual(['a.warc.gz', 'index.cdxj']);
    expect((await readdir(at('full'))).sort()).toEqual(['a.warc.gz', 'index.cdxj', 'mine.txt']);
    expect((await readdir(folder)).sort()).toEqual(['empty', 'full', 'new', 'old']);
  });
});
