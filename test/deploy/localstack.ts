import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { missingForLocalStack } from '#test/emulator/localstack.ts';
import { PYTHON } from '#test/emulator/ministack.ts';
import { lookFor } from '#test/when-present.ts';

/**
 * `npm run test:localstack`: the suite of `npm run test:deploy` against LocalStack proper. Says in
 * one line what is missing.
 */
const python = lookFor(PYTHON);
const missing = python.present ? missingForLocalStack(process.env) : python.reason;
if (missing === null) {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const { status } = spawnSync(`${root}node_modules/.bin/vitest`, ['run', '--mode', 'deploy'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SURF_EMULATOR: 'localstack' },
  });
  process.exitCode = status ?? 1;
} else {
  process.stderr.write(`test:localstack: ${missing}\n`);
  process.exitCode = 1;
}
