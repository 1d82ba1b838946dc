import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbedded } from '#compose/compose-local.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { SurfProcess } from '#test/e2e/process/surf-process.ts';
import { makeSyntheticExecution } from '#test/export/synthetic-execution.ts';

const PAGES = 3_000;

describe('an export that is killed in the middle', () => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  const out = join(folder, 'out');
  let pages = 0;

  beforeAll(async () => {
    const surf = openEmbedded({ data });
    ({ pages } = await makeSyntheticExecution(surf, PAGES));
    await surf.close();
  });
  afterAll(() => removeFolder(folder));

  const exporting = (format: string, name: string): string[] => [
    ...['export', 'last', '--format', format, '--out', join(out, name), '--data', data, '--json'],
  ];

  it.each([
    ['csv', 'pages.csv'],
    ['wacz', 'all.wacz'],
    ['mirror', 'mirror'],
  ])('%s: leaves nothing under its name, and is whole when it is made again', async (format, name) => {
    const process = new SurfProcess(exporting(format, name));
    const begun = async (): Promise<boolean> =>
      (await readdir(out).catch((): string[] => [])).some((file) => file.endsWith('.unfinished'));
    for (let tries = 0; tries < 10_000 && !(await begun()); tries++) await sleep(2);
    const { code } = await process.kill();
    const left = await readdir(out);

    const again = await surfHere(exporting(format, name));

    expect(code).toBeNull();
    expect(left).not.toContain(name);
    expect(left.every((file) => file.startsWith('.'))).toBe(true);
    expect([again.code, again.stderr]).toEqual([0, '']);
    expect(await readdir(out)).toEqual([name]);
    expect(JSON.parse(again.stdout)).toMatchObject({ format, items: format === 'csv' ? pages : PAGES });
    expect((await stat(join(out, name))).isDirectory()).toBe(format === 'mirror');
    const listed = await readFile(format === 'mirror' ? join(out, name, 'index.jsonl') : join(out, name), 'latin1');
    if (format !== 'wacz') expect(listed.trimEnd().split('\n')).toHaveLength(format === 'csv' ? pages + 1 : PAGES);
    removeFolder(out);
  });
});
