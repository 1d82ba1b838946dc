import { execFile, spawnSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Emulator } from '#test/emulator/emulator.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const COMPOSE = ['compose', '--profile', 'localstack'];
const READY_MS = 180_000;

const run = promisify(execFile);

/** What LocalStack needs and is not here, in one line; null: nothing is missing. */
export function missingForLocalStack(environment: NodeJS.ProcessEnv): string | null {
  if (!endsWell(['docker', 'compose', 'version'])) return 'Docker with compose is missing';
  if (!endsWell(['docker', 'info'])) return 'no Docker daemon answers';
  if ((environment.LOCALSTACK_AUTH_TOKEN ?? '') === '')
    return 'LOCALSTACK_AUTH_TOKEN is not set: LocalStack asks for a licence token';
  return null;
}

/**
 * LocalStack proper, from docker-compose.yml, at its usual port. Roles are not evaluated. Never run
 * by us: docs/how-to/emulators.md.
 */
export class LocalStack implements Emulator {
  readonly endpoint = 'http://127.0.0.1:4566';
  readonly certificate = null;

  static async start(): Promise<LocalStack> {
    const stack = new LocalStack();
    await run('docker', [...COMPOSE, 'up', '-d'], { cwd: ROOT });
    const until = Date.now() + READY_MS;
    while (Date.now() < until) {
      const answer = await fetch(`${stack.endpoint}/_localstack/health`).catch(() => null);
      if (answer?.ok === true) return stack;
      await setTimeout(500);
    }
    await stack.stop();
    throw new Error(`LocalStack does not answer at ${stack.endpoint}: see docker compose --profile localstack logs`);
  }

  workers(): readonly number[] {
    return [];
  }

  /** Its Lambdas are containers named after the function. */
  killWorkers(stage: string): number {
    return killContainers(`lambda-surf-${stage}-crawl`);
  }

  killApi(stage: string): void {
    killContainers(`lambda-surf-${stage}-api`);
  }

  async stop(): Promise<void> {
    await run('docker', [...COMPOSE, 'down', '-v'], { cwd: ROOT });
  }
}

/** @returns how many had a name with this part */
function killContainers(name: string): number {
  const { stdout } = spawnSync('docker', ['ps', '-q', '--filter', `name=${name}`], { encoding: 'utf8' });
  const containers = stdout.split('\n').filter((id) => id !== '');
  if (containers.length > 0) spawnSync('docker', ['kill', ...containers]);
  return containers.length;
}

const endsWell = ([program = '', ...args]: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore', timeout: 10_000 }).status === 0;
