import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { consoleFiles, missingConsole } from '#cli/serve/console-files.ts';

describe('the console of surf serve', () => {
  it('is served where it is built, and missed with the command that builds it elsewhere', () => {
    const folder = mkdtempSync(join(tmpdir(), 'surf-console-'));
    const before = consoleFiles(folder);
    writeFileSync(join(folder, 'index.html'), '<!doctype html>');
    const after = consoleFiles(folder);

    expect([before, after?.has('index.html')]).toEqual([null, true]);
    expect(missingConsole(before)).toEqual([expect.stringContaining('npm start')]);
    expect(missingConsole(after)).toEqual([]);
  });
});
