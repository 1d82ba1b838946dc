import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { SurfProcess, surf } from '#test/e2e/process/surf-process.ts';

const PRELOAD = new URL('./stuck-thread-preload.ts', import.meta.url).href;
/** The stuck thread never ends. */
const MOST_MS = 30_000;

describe.skipIf(process.platform === 'win32')('a command whose result is printed', () => {
  it.each([
    { words: ['--help'], code: 0, out: 'surf: ' },
    { words: ['ls', '--no-such-flag'], code: 2, out: '' },
  ])('ends with its code although a thread hangs in a system call: surf $words', async ({ words, code, out }) => {
    const folder = temporaryFolder();
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const command = new SurfProcess(words, { NODE_OPTIONS: `--import=${PRELOAD}`, STUCK_PIPE: pipe });

    const lives = await command.lives(MOST_MS);
    const end = lives ? await command.kill() : await command.ended;
    removeFolder(folder);

    expect([lives, end.code]).toEqual([false, code]);
    expect(end.stdout.startsWith(out)).toBe(true);
  });

  it.skipIf(process.platform !== 'linux')('says so when its output cannot be written', () => {
    const surfMain = join(import.meta.dirname, '../../../cli/surf.mjs');
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [surfMain, '--help'], {
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);

    expect(status).toBe(1);
    expect(stderr.toString()).toMatch(/^error: stdout cannot be written: .*ENOSPC.*\n {2}check the free space/);
  });

  it('has written all of a long result', async () => {
    const { code, stdout } = await surf(['help', 'crawl']);

    expect(code).toBe(0);
    expect(stdout.endsWith('\n')).toBe(true);
    expect(stdout.length).toBeGreaterThan(5_000);
  });

  it('leaves a data folder that is closed: no journal of the database', async () => {
    const folder = temporaryFolder();
    try {
      const { code } = await surf(['ls', '--data', folder]);

      expect([code, existsSync(join(folder, 'surf.db-wal'))]).toEqual([0, false]);
    } finally {
      removeFolder(folder);
    }
  });
});
