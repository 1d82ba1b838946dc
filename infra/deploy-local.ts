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

const USAGE = `npm run deploy:local -- [--endpoint URL] [--stage NAME] [--config FILE]
Deploys into an emulator of AWS (MiniStack, LocalStack or another one that speaks its protocol), without what emulators lack.
  --endpoint  where it listens (http://127.0.0.1:4566)
`;
/** Account of every emulator; none checks credentials. */
const ACCOUNT = '000000000000';
const REGION = 'us-east-1';
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
      `no emulator answers at ${endpoint}: start one (docker compose --profile ministack up -d), or say where it listens with --endpoint\n`,
    );
    return 1;
  }
  const { stage } = loadConfig({
    ...(values.stage && { stage: values.stage }),
    ...(values.config && { config: values.config }),
  });
  return await withTools(() => deployInto(endpoint, stage));
}

async function deployInto(endpoint: string, stage: string): Promise<number> {
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
      cdk(endpoint, ['synth', '-q', ...context.flatMap((pair) => ['-c', pair]), '-o', assembly]) ||
      cdk(endpoint, ['bootstrap', `aws://${ACCOUNT}/${REGION}`, '-a', assembly]) ||
      cdk(endpoint, ['deploy', '--require-approval', 'never', '--outputs-file', outputs, '-a', assembly]);
    if (code !== 0) return code;
    const made = JSON.parse(readFileSync(outputs, 'utf8')) as Record<string, LocalOutputs>;
    const outputsOfStack = Object.values(made)[0] ?? {};
    for (const line of localAnswer({ endpoint, stage, region: REGION }, outputsOfStack))
      process.stdout.write(`${line}\n`);
    const fault = await apiFault(localApi({ endpoint, stage }, outputsOfStack));
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
function cdk(endpoint: string, args: readonly string[]): number {
  const environment = {
    AWS_ENDPOINT_URL: endpoint,
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_REGION: REGION,
    AWS_PROFILE: '',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_SESSION_TOKEN: '',
  };
  const pairs = Object.entries(environment).filter(([, value]) => value !== '');
  const without = ['-u', 'AWS_PROFILE', '-u', 'AWS_SESSION_TOKEN', '-u', 'AWS_DEFAULT_REGION'];
  const all = [...without, ...pairs.map(([name, value]) => `${name}=${value}`), CDK, ...args];
  return spawnSync('env', all, { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
}
