import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { exitCodeOf } from './commands/exit-code.ts';
import { CDK, withTools } from './commands/tools.ts';
import { loadConfig } from './config/load-config.ts';
import { apiFault, type LocalOutputs, localAnswer, localApi } from './local-answer.ts';
import { cdkEnvironment, type LocalTarget, localTarget } from './local-target.ts';

const USAGE = `npm run deploy:local -- [--endpoint URL] [--stage NAME] [--config FILE]
Deploys into an emulator of AWS (MiniStack, LocalStack or another one that speaks its protocol), without what emulators lack.
  --endpoint  where it listens (http://127.0.0.1:4566)
`;
const ROOT = fileURLToPath(new URL('../', import.meta.url));

const { values } = parseArgs({
  options: {
    endpoint: { type: 'string', default: 'http://127.0.0.1:4566' },
    stage: { type: 'string' },
    config: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(USAGE);
else process.exitCode = await exitCodeOf(() => deployLocal(values.endpoint.replace(/\/+$/, '')));

async function deployLocal(endpoint: string): Promise<number> {
  if (!(await answers(endpoint))) {
    process.stderr.write(
      `no emulator answers at ${endpoint}: start one (docker compose --profile ministack up -d), or give its address with --endpoint\n`,
    );
    return 1;
  }
  const config = loadConfig({
    ...(values.stage && { stage: values.stage }),
    ...(values.config && { config: values.config }),
  });
  return await withTools(() => deployInto(localTarget(endpoint, config)));
}

async function deployInto(target: LocalTarget): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'surf-local-'));
  try {
    const outputs = join(folder, 'outputs.json');
    const given = Object.entries({ stage: values.stage, config: values.config });
    const context = [
      'target=local',
      ...given.flatMap(([name, value]) => (value === undefined ? [] : `${name}=${value}`)),
    ];
    const assembly = join(folder, 'cdk.out'); // both commands would synthesize
    const code =
      cdk(target, ['synth', '-q', ...context.flatMap((pair) => ['-c', pair]), '-o', assembly]) ||
      cdk(target, ['bootstrap', target.environment, '-a', assembly]) ||
      cdk(target, ['deploy', '--require-approval', 'never', '--outputs-file', outputs, '-a', assembly]);
    if (code !== 0) return code;
    const made = JSON.parse(readFileSync(outputs, 'utf8')) as Record<string, LocalOutputs>;
    const outputsOfStack = Object.values(made)[0] ?? {};
    for (const line of localAnswer(target, outputsOfStack)) process.stdout.write(`${line}\n`);
    const fault = await apiFault(localApi(target, outputsOfStack));
    if (fault !== null) process.stderr.write(`${fault}\n`);
    return fault === null ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** True if anything answers: emulators have different health endpoints. */
async function answers(endpoint: string): Promise<boolean> {
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(5_000) });
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs the CDK without credentials: removes those of the environment.
 * @returns its exit code
 */
function cdk(target: LocalTarget, args: readonly string[]): number {
  return spawnSync('env', [...cdkEnvironment(target), CDK, ...args], { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
}
