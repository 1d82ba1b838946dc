import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const here = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);
/** Writes a file, or a folder, of which the second part never comes, beside its temporary data. */
const SCRIPTS = {
  file: `await withExport(place, { id: 'x' }, () => writeFileWhole(path, (async function* () {
    yield 'first';
    console.log('begun');
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  })()));`,
  folder: `await withExport(place, { id: 'x' }, () => writeFolderWhole(path, async (folder) => {
    writeFileSync(folder + '/first', 'first');
    console.log('begun');
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  }));`,
};
const PREPARED = `
  import { writeFileSync } from 'node:fs';
  import { writeFileWhole, writeFolderWhole } from ${here('../../../cli/export/export-target.ts')};
  import { withExport } from ${here('../../../cli/export/write-export.ts')};
  const path = process.argv[1];
  const place = { supply: async () => ({ close: async () => undefined }), beside: path };
`;

describe.skipIf(process.platform === 'win32')('an export that somebody breaks off', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'surf-leftovers-'));
  });
  afterEach(async () => rm(folder, { recursive: true, force: true }));

  it.each([
    ['file', 'SIGINT', 130],
    ['file', 'SIGTERM', 143],
    ['folder', 'SIGINT', 130],
  ] as const)('leaves nothing of a %s at %s, says so and exits with %i', async (what, signal, code) => {
    const script = ['--input-type=module', '-e', `${PREPARED}${SCRIPTS[what]}`, join(folder, 'pages')];
    const child = spawn(process.execPath, script, { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stderr.on('data', (data: Buffer) => {
      said += data.toString();
    });
    await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
    await expect.poll(async () => (await readdir(folder)).length, { timeout: 20_000 }).toBe(2); // a file opens later

    child.kill(signal);
    const [ended] = await once(child, 'close');

    expect(said).toBe('stopped before the end: nothing unfinished is left\n');
    expect([ended, await readdir(folder)]).toEqual([code, []]);
  });
});
