import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { checkpointFromEnvironment } from '#compose/checkpoint.ts';

/** Comes to a 1, b 1, a 2, b 2, a 3 and says so each time it got past. */
const SCRIPT = `
  import { writeSync } from 'node:fs';
  import { checkpointFromEnvironment } from ${JSON.stringify(new URL('checkpoint.ts', import.meta.url).href)};
  const checkpoint = checkpointFromEnvironment(process.env);
  for (const [phase, detail] of [['a', '1'], ['b', '1'], ['a', '2'], ['b', '2'], ['a', '3']]) {
    await checkpoint?.(phase, detail);
    writeSync(1, phase + detail + ' ');
  }`;

/** Runs the script; kills it where it stops. */
async function runScript(stop: string | undefined): Promise<{ passed: string; reported: string; end: unknown }> {
  const env = { ...process.env, ...(stop !== undefined && { SURF_TEST_STOP: stop }) };
  const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], { env });
  let passed = '';
  let reported = '';
  child.stdout.on('data', (data) => {
    passed += String(data);
  });
  child.stderr.on('data', (data) => {
    reported += String(data);
    if (reported.includes('checkpoint')) child.kill('SIGKILL');
  });
  const [code, signal] = await once(child, 'close');
  return { passed: passed.trim(), reported, end: signal ?? code };
}

describe('checkpointFromEnvironment', () => {
  it('does not exist without the variable', async () => {
    expect(checkpointFromEnvironment({})).toBeUndefined();
    expect(await runScript(undefined)).toEqual({ passed: 'a1 b1 a2 b2 a3', reported: '', end: 0 });
  });

  it.each([
    ['a@2', 'a1 b1', 'checkpoint a 2\n'],
    ['b', 'a1', 'checkpoint b 1\n'],
  ])('%s: reports the phase when it comes to it, and gets no further', async (stop, passed, reported) => {
    expect(await runScript(stop)).toEqual({ passed, reported, end: 'SIGKILL' });
  });

  it('stops nothing when the phase is not met as often', async () => {
    expect(await runScript('a@4')).toEqual({ passed: 'a1 b1 a2 b2 a3', reported: '', end: 0 });
  });
});
