import { mkdtempSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { DurableFolders } from '#adapters/embedded/files/durable-folders.ts';

describe('DurableFolders', () => {
  const roots: string[] = [];
  afterEach(async () => {
    for (const root of roots.splice(0)) await rm(root, { recursive: true });
  });
  const fresh = (): string => {
    const root = mkdtempSync(join(tmpdir(), 'surf-folders-'));
    roots.push(root);
    return root;
  };

  it('makes folders beside known ones, and again those that were deleted', async () => {
    const root = fresh();
    const folders = new DurableFolders();

    await folders.make(join(root, 'a/b'));
    await folders.make(join(root, 'a/c'));
    await rm(join(root, 'a'), { recursive: true });
    await folders.make(join(root, 'a/c'));
    await folders.make(join(root, 'a/b/d'));

    expect((await readdir(root, { recursive: true })).sort()).toEqual(['a', 'a/b', 'a/b/d', 'a/c']);
  });
});
