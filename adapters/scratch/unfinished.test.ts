import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withLeftover } from '#adapters/scratch/leftovers.ts';
import { removeScratch, removeUnfinished, unfinishedName } from '#adapters/scratch/unfinished.ts';

/** A process that has ended. */
const DEAD = spawnSync(process.execPath, ['-e', '']).pid;

describe('what an export left that was killed', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'surf-unfinished-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const at = (name: string): string => join(folder, name);

  it('is removed by the next export to that name, be it a file or a folder', async () => {
    writeFileSync(at(`.pages.csv.${DEAD}-0123456789ab.unfinished`), 'part');
    mkdirSync(at(`.pages.csv.${DEAD}-ba9876543210.unfinished`));
    const others = ['.pages.csv.unfinished', `.other.csv.${DEAD}-0123456789ab.unfinished`, 'pages.csv'];
    for (const name of others) writeFileSync(at(name), '');

    await removeUnfinished(at('pages.csv'));

    expect(readdirSync(folder).sort()).toEqual(others.sort());
  });

  it('is kept while its process lives', async () => {
    const name = `.pages.csv.${process.ppid}-0123456789ab.unfinished`;
    writeFileSync(at(name), 'part');

    await removeUnfinished(at('pages.csv'));

    expect(readdirSync(folder)).toEqual([name]);
  });

  it('is removed when an earlier process had the id of this one, and kept while this one writes it', async () => {
    const own = unfinishedName(at('pages.csv'));
    writeFileSync(own, 'part');

    await withLeftover(own, () => removeUnfinished(at('pages.csv')));
    const during = readdirSync(folder);
    await removeUnfinished(at('pages.csv'));

    expect(during).toEqual([basename(own)]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('loses its scratch folders, too', async () => {
    mkdirSync(at(`.surf-export-${DEAD}-Xk3f9a`));
    writeFileSync(at(`.surf-export-${DEAD}-Xk3f9a/list-1.txt`), '');
    mkdirSync(at(`.surf-export-${process.ppid}-Xk3f9a`));

    await removeScratch(folder);
    await removeScratch(at('missing'));

    expect(readdirSync(folder)).toEqual([`.surf-export-${process.ppid}-Xk3f9a`]);
  });
});
