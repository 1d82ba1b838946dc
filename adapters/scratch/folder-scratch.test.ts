import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FolderScratch, withScratchFolder } from '#adapters/scratch/folder-scratch.ts';
import { MemoryScratch } from '#test/export/memory-scratch.ts';
import { scratchContract } from '#test/export/scratch-contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'surf-scratch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

scratchContract('a folder', () => new FolderScratch(mkdtempSync(join(folder, 'each-'))));
scratchContract('the fake in memory', () => new MemoryScratch());

describe('a scratch folder', () => {
  it('is made where it was wanted, and is gone afterwards, however the work ends', async () => {
    let made = '';
    const work = withScratchFolder(folder, async (scratch) => {
      made = scratch;
      writeFileSync(join(scratch, 'x'), 'x');
      throw new Error('full');
    });

    await expect(work).rejects.toThrow('full');
    expect([dirname(made), existsSync(made)]).toEqual([folder, false]);
  });

  it('is made where the system has room for such when the wanted place is not there', async () => {
    const where = await withScratchFolder(join(folder, 'missing'), async (scratch) => dirname(scratch));

    expect(where).toBe(tmpdir());
  });

  it('holds nothing after its lists and sorters were read', async () => {
    const own = mkdtempSync(join(folder, 'own-'));
    const scratch = new FolderScratch(own);
    const list = scratch.list();
    await list.add(['x'.repeat(100_000)]);
    for await (const _ of list.lines());

    expect(readdirSync(own)).toEqual([]);
  });
});
