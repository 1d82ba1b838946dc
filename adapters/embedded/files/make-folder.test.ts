import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeFolder } from '#adapters/embedded/files/make-folder.ts';

describe('a folder with its ancestors', () => {
  const folder = mkdtempSync(join(tmpdir(), 'surf-make-folder-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is made once, and left as it is when it is there', () => {
    const path = join(folder, 'one', 'two', 'three');

    makeFolder(path, 0o700);
    makeFolder(path);

    expect(statSync(path).isDirectory()).toBe(true);
    if (process.platform !== 'win32') expect(statSync(join(folder, 'one')).mode & 0o777).toBe(0o700);
  });

  it('is refused where a file or a link without target is in the way', () => {
    writeFileSync(join(folder, 'file'), '');
    symlinkSync(join(folder, 'nowhere'), join(folder, 'link'));

    expect(() => makeFolder(join(folder, 'file'))).toThrow(expect.objectContaining({ code: 'EEXIST' }));
    expect(() => makeFolder(join(folder, 'file', 'deep'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
    expect(() => makeFolder(join(folder, 'link'))).toThrow(expect.objectContaining({ code: 'EEXIST' }));
  });

  it.skipIf(process.platform !== 'linux')('is refused at once below /proc, where recursive mkdir spins', () => {
    const url = new URL('./make-folder.ts', import.meta.url).href;
    const script = `import { makeFolder } from ${JSON.stringify(url)}; makeFolder('/proc/surf/data');`;

    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      timeout: 20_000,
    });

    expect(status).toBe(1);
    expect(stderr).toContain("mkdir '/proc/surf'");
  });
});
