import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Part of `npm run check`: the types of what uses the CDK, where `npm run setup:deploy` has
 * installed it (ADR 44). In CI `test/infra/tools.test.ts` fails without it.
 */
const ROOT = fileURLToPath(new URL('../', import.meta.url));

if (existsSync(join(ROOT, 'node_modules/aws-cdk-lib'))) {
  const compiler = join(dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin/tsc');
  const args = [compiler, '-p', join(ROOT, 'infra'), '--checkers', '1']; // each checker more finds out the same types again
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  process.stderr.write('skipped: types of the deployment, because the CDK is missing: npm run setup:deploy\n');
}
