import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SURF } from '#test/e2e/process/surf-process.ts';

/** A device on which each write fails with ENOSPC. */
const FULL = '/dev/full';

describe.skipIf(process.platform !== 'linux')('a stream that cannot be written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'surf-streams-'));
  const full = process.platform === 'linux' ? openSync(FULL, 'w') : 0;
  afterAll(() => {
    closeSync(full);
    rmSync(folder, { recursive: true });
  });

  const surf = (words: readonly string[], stdio: readonly ('pipe' | number)[]) =>
    spawnSync(process.execPath, [SURF, ...words], { encoding: 'utf8', stdio: ['ignore', ...stdio] });

  it.each([[['--version']], [['-V']], [['--help']], [['ls', '--data', folder]]])(
    'is reported in our words when it is stdout: surf %j',
    (words) => {
      const { status, stderr } = surf(words, [full, 'pipe']);

      expect(stderr).toContain('error: stdout cannot be written: ENOSPC');
      expect(stderr).toContain('check the free space');
      expect(stderr).not.toContain('node:');
      expect(status).toBe(1);
    },
  );

  it.each([
    [['--version'], 0],
    [['ls', '--data', folder], 0],
    [['no-command'], 2],
  ])('changes no exit code when it is stderr: surf %j', (words, code) => {
    expect(surf(words, ['pipe', full]).status).toBe(code);
  });

  it.each([['--version'], ['--help']])('ends the command quietly when the reader has left: surf %s', (word) => {
    const shell = `'${process.execPath}' '${SURF}' ${word} | true`;

    const { stderr } = spawnSync('sh', ['-c', shell], { encoding: 'utf8' });

    expect(stderr).toBe('');
  });
});
