import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get as plainGet } from 'node:http';
import { get as tlsGet } from 'node:https';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Emulator } from '#test/emulator/emulator.ts';
import { freePort } from '#test/free-port.ts';
import type { Requirement } from '#test/when-present.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Git-ignored: the virtual environment, logs and temporary files of the emulator. */
const FOLDER = `${ROOT}.emul`;
const VENV = `${FOLDER}/venv`;
const REQUIREMENTS = fileURLToPath(new URL('./requirements.txt', import.meta.url));
/** Digest of the list that is installed. */
const INSTALLED = `${VENV}/surf-requirements.sha256`;

const COMPILED_FUNCTIONS = fileURLToPath(new URL('./compiled-functions.cjs', import.meta.url));

/** For what hangs: it answers after 2 s, and after many times as long on a busy machine. */
const READY_MS = 300_000;

/** MiniStack is made of Python packages; Python itself must be there. */
export const PYTHON: Requirement = {
  name: 'Python 3 with venv',
  command: ['python3', '-c', 'import ensurepip, venv'],
};

/**
 * When its standard input ends, for which the death of its starter is enough, the whole
 * group is killed: no emulator is ever left.
 */
const UNTIL_INPUT_ENDS = '"$0" & read -r _; kill -9 0';

const run = promisify(execFile);

/**
 * The emulator of AWS that the tests use (docs/explanation/aws-adapters.md), one process group, on
 * a free port of 127.0.0.1, its state in memory.
 */
export class MiniStack implements Emulator {
  readonly endpoint: string;
  /** Certificate of its TLS, which it makes itself; a file. */
  readonly certificate: string;
  readonly #child: ChildProcess;

  private constructor(endpoint: string, of: { child: ChildProcess; temporary: string }) {
    this.endpoint = endpoint;
    this.certificate = `${of.temporary}/ministack-tls/server.crt`;
    this.#child = of.child;
  }

  /**
   * Installs it when it is not there (90 MB, once), starts it and waits until it answers.
   * @param options.secure TLS, roles and bucket policies evaluated: what a deployment is tested
   * with.
   * @default neither
   * @param options.environment every function of the emulator inherits it. @default nothing
   */
  static async start(
    options: { readonly secure?: boolean; readonly environment?: Readonly<Record<string, string>> } = {},
  ): Promise<MiniStack> {
    await install();
    const port = await freePort();
    const temporary = `${FOLDER}/tmp-${port}`;
    mkdirSync(temporary, { recursive: true });
    writeFileSync(`${temporary}/package.json`, '{"type":"commonjs"}'); // below our own package.json every Lambda would be a module
    const { secure = false, environment = {} } = options;
    const log = openSync(`${FOLDER}/ministack-${port}.log`, 'w');
    const child = spawn('/bin/sh', ['-c', UNTIL_INPUT_ENDS, `${VENV}/bin/ministack`], {
      detached: true, // a separate group
      stdio: ['pipe', log, log],
      // Nothing of ours: no credentials, no proxies, no settings of other tools.
      env: {
        ...compiledFunctions(),
        ...environment,
        PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
        HOME: temporary,
        TMPDIR: temporary,
        ...(secure && { AUTH: 'true', USE_SSL: '1' }),
        BIND_HOST: '127.0.0.1',
        GATEWAY_PORT: String(port),
        IOT_MTLS_ENABLED: '0',
        LAMBDA_EXECUTOR: 'local',
      },
    });
    const stack = new MiniStack(`${secure ? 'https' : 'http'}://127.0.0.1:${port}`, { child, temporary });
    try {
      await stack.#untilReady();
    } catch (error) {
      await stack.stop();
      throw error;
    }
    return stack;
  }

  killWorkers(stage: string): number {
    const workers = this.workers(stage);
    for (const pid of workers) process.kill(pid, 'SIGKILL');
    return workers.length;
  }

  killApi(stage: string): void {
    for (const pid of this.#sandboxes(stage, { isApi: true })) process.kill(pid, 'SIGKILL');
  }

  workers(stage: string): number[] {
    return this.#sandboxes(stage, { isApi: false });
  }

  /** Both know the table of hosts and the archive; only the API knows who may sign in. */
  #sandboxes(stage: string, { isApi }: { readonly isApi: boolean }): number[] {
    const marks = [`AWS_ENDPOINT_URL=${this.endpoint}`, `SURF_HOSTS_TABLE=surf-${stage}-hosts`];
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const sandboxes = pids.filter((pid) => {
      const environment = environmentOf(pid);
      const knows = (name: string) => environment.some((variable) => variable.startsWith(`${name}=`));
      const isMarked = marks.every((mark) => environment.includes(mark));
      return isMarked && knows('SURF_ARCHIVE_BUCKET') && knows('SURF_IDENTITY') === isApi;
    });
    return sandboxes.map(Number);
  }

  async stop(): Promise<void> {
    const { exitCode, signalCode, stdin, pid } = this.#child;
    if (exitCode === null && signalCode === null) {
      const exit = once(this.#child, 'exit');
      stdin?.end();
      await exit;
    }
    rmSync(`${FOLDER}/tmp-${new URL(this.endpoint).port}`, { recursive: true, force: true });
    for (let looks = 0; pid !== undefined && lives(-pid); looks++) {
      if (looks === 500) throw new Error(`processes of group ${pid} are left`);
      await setTimeout(20); // killed, but not buried yet
    }
  }

  async #untilReady(): Promise<void> {
    const until = Date.now() + READY_MS;
    while (Date.now() < until && this.#child.exitCode === null) {
      if (await answers(`${this.endpoint}/_ministack/health`)) return;
      await setTimeout(50);
    }
    throw new Error(`MiniStack does not answer at ${this.endpoint}: see ${FOLDER}/ministack-*.log`);
  }
}

/** How functions find what V8 has made of them, in the folder of a suite that bundled them once. */
function compiledFunctions(): Readonly<Record<string, string>> {
  const { SURF_FUNCTIONS } = process.env;
  if (SURF_FUNCTIONS === undefined) return {};
  const folder = join(SURF_FUNCTIONS, 'compiled');
  mkdirSync(folder, { recursive: true });
  return { NODE_OPTIONS: `--require=${COMPILED_FUNCTIONS}`, SURF_COMPILED_FUNCTIONS: folder };
}

/** Is there an answer? The signer of its certificate: nobody knows it yet. */
function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const get = url.startsWith('https:') ? tlsGet : plainGet;
    const request = get(url, { rejectUnauthorized: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('error', () => resolve(false));
  });
}

/** Variables of a process; none when it is not ours, or gone. */
function environmentOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** Makes the virtual environment from the hash-locked list; again when the list has changed. */
export async function install(): Promise<void> {
  const digest = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex');
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === digest) return;
  mkdirSync(FOLDER, { recursive: true });
  await run('python3', ['-m', 'venv', VENV]);
  // Python compiles what the emulator imports, which is little of it.
  const pip = ['install', '-q', '--no-compile', '--disable-pip-version-check', '--require-hashes', '-r', REQUIREMENTS];
  await run(`${VENV}/bin/pip`, pip, { maxBuffer: 2 ** 24 });
  writeFileSync(INSTALLED, digest);
}

/** Is there such a process, or, when negative, any in such a group? */
function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
