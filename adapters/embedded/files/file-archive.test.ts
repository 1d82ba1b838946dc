import { mkdtempSync } from 'node:fs';
import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { FileArchive } from '#adapters/embedded/files/file-archive.ts';
import { systemRandomId } from '#adapters/embedded/system-clock.ts';

const data = [new TextEncoder().encode('data')];

// The promises of the port are checked by test/contract/suites/archive.ts; here is what only files
// have.
describe('FileArchive', () => {
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });
  const fresh = () => {
    const folder = mkdtempSync(join(tmpdir(), 'surf-archive-'));
    folders.push(folder);
    return { folder, archive: new FileArchive(folder, systemRandomId) };
  };
  const keys = async (archive: FileArchive, prefix: string) => {
    const found: string[] = [];
    for await (const { key } of archive.list(prefix)) found.push(key);
    return found;
  };

  it('keeps each object at the path that is its key, and nothing beside', async () => {
    const { folder, archive } = fresh();

    await archive.put('executions/x1/manifest.jsonl', data);
    await archive.put('executions/x1/manifest.jsonl', data);

    expect(await readdir(join(folder, 'objects/executions/x1'))).toEqual(['manifest.jsonl']);
    expect(await readdir(join(folder, 'objects/~unfinished'))).toEqual([]);
  });

  it('lists neither unfinished files nor what a user left there', async () => {
    const { folder, archive } = fresh();
    await archive.put('a/1', data);
    await writeFile(join(folder, 'objects/a/~backup'), 'x');
    await writeFile(join(folder, 'objects/a/with space'), 'x');
    await symlink('1', join(folder, 'objects/a/link'));
    await mkdir(join(folder, 'objects/a/empty'));

    expect(await keys(archive, 'a/')).toEqual(['a/1']);
  });

  it('removes what a killed process left a day ago, and not what another is writing', async () => {
    const { folder, archive } = fresh();
    const unfinished = join(folder, 'objects/~unfinished');
    await mkdir(unfinished, { recursive: true });
    await writeFile(join(unfinished, 'old'), 'x');
    await writeFile(join(unfinished, 'young'), 'x');
    await utimes(join(unfinished, 'old'), new Date(0), new Date(0));

    await archive.put('a', data);

    expect(await readdir(unfinished)).toEqual(['young']);
  });

  it('makes its folders again when they were deleted under it', async () => {
    const { folder, archive } = fresh();
    await archive.put('a/b/1', data);
    await rm(join(folder, 'objects/a'), { recursive: true });

    expect(await archive.put('a/b/2', data)).toBe('created');
    expect(await keys(archive, 'a/')).toEqual(['a/b/2']);
  });

  it('refuses an object that is the folder of another', async () => {
    const { archive } = fresh();
    await archive.put('a/b', data);
    await archive.put('c', data);

    await expect(archive.put('a', data)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await expect(archive.put('c/d', data)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  it('refuses a segment longer than a file name, and finds none', async () => {
    const { archive } = fresh();

    await expect(archive.put(`a/${'x'.repeat(256)}`, data)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await expect(archive.get(`a/${'x'.repeat(256)}`)).rejects.toMatchObject({ code: 'OBJECT_NOT_FOUND' });
    expect(await archive.put(`a/${'x'.repeat(255)}`, data)).toBe('created');
  });

  it('leaves nothing when the bytes cannot be written', async () => {
    const { folder, archive } = fresh();
    await archive.put('ok', data);
    const bad = [null as unknown as Uint8Array];

    await expect(archive.put('bad', bad)).rejects.toThrow();

    expect(await readdir(join(folder, 'objects/~unfinished'))).toEqual([]);
    await expect(archive.get('bad')).rejects.toMatchObject({ code: 'OBJECT_NOT_FOUND' });
  });
});
