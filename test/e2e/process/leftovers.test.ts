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
  import { withLeftover } from ${here('../../../adapters/scratch/leftovers.ts')};
  const path = process.argv[1];
  const place = { supply: async () => ({ close: async () => undefined }), beside: path };
`;

/** A process that runs a script with the path as its argument. */
function begun(script: string, path: string) {
  const run = ['--input-type=module', '-e', `${PREPARED}${script}`, path];
  const child = Object.assign(spawn(process.execPath, run, { stdio: ['ignore', 'pipe', 'pipe'] }), { said: '' });
  child.stderr.on('data', (data: Buffer) => {
    child.said += data.toString();
  });
  return child;
}

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
    const child = begun(SCRIPTS[what], join(folder, 'pages'));
    await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
    await expect.poll(async () => (await readdir(folder)).length, { timeout: 120_000 }).toBe(2); // a file opens later

    child.kill(signal);
    const [ended] = await once(child, 'close');

    expect(child.said).toBe('stopped before the end: nothing unfinished is left\n');
    expect([ended, await readdir(folder)]).toEqual([code, []]);
  });

  it.each([
    ['once the work has ended', "await withLeftover(path, async () => writeFileSync(path, 'whole'));"],
    [
      'while its command decides itself, which crawls again or ends',
      "process.on('SIGINT', () => setTimeout(() => process.kill(process.pid, 'SIGKILL'), 200)); writeFileSync(path, 'whole'); void withLeftover(path, () => new Promise(() => undefined));",
    ],
  ])('takes nothing away %s, and says nothing', async (_, work) => {
    const path = join(folder, 'pages');
    const child = begun(`${work} console.log('begun'); setTimeout(() => undefined, 60_000);`, path);
    await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);

    child.kill('SIGINT');
    const [code, signal] = await once(child, 'close');

    expect([code, signal, child.said]).toEqual([null, expect.stringMatching(/^SIG(?:INT|KILL)$/), '']);
    expect(await readdir(folder)).toEqual(['pages']);
  });

  it('is removed though another of its files cannot be', async () => {
    const path = join(folder, 'pages');
    const both = `writeFileSync(path, 'part'); void withLeftover('no path: \\0', () => withLeftover(path, () => new Promise(() => undefined)));`;
    const child = begun(`${both} console.log('begun'); setTimeout(() => undefined, 60_000);`, path);
    await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);

    child.kill('SIGTERM');
    const [code] = await once(child, 'close');

    expect([code, await readdir(folder)]).toEqual([143, []]);
  });
});
