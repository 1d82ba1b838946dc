import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const SURF = fileURLToPath(new URL('../../../cli/surf.mjs', import.meta.url));
/** As the launcher sets it when the Node on PATH is too old. */
const OF_LAUNCHER = { SURF_NODE_TRIED: '1', MALLOC_ARENA_MAX: '2' };

it('a command ends when the launcher that an old Node runs is killed', async () => {
  const data = await mkdtemp(join(tmpdir(), 'surf-launcher-'));
  const command = spawn(process.execPath, [SURF, 'serve', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, ...OF_LAUNCHER },
  });
  onTestFinished(async () => {
    command.kill('SIGKILL');
    await rm(data, { recursive: true, force: true });
  });
  const [text] = await once(command.stdout ?? command, 'data');
  const ended = once(command, 'exit', { signal: AbortSignal.timeout(300_000) });

  command.disconnect(); // what the kernel does with the channel of a killed process

  expect(String(text)).toContain('surf listens on');
  expect(await ended).toEqual([null, 'SIGKILL']);
});
