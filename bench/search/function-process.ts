import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { CpuShare } from '#bench/search/cpu-share.ts';

/** Loads the bundle in its folder and calls the handler with what it is sent. */
const CHILD = `
const { handler } = require('./index.js');
process.on('message', async (event) => {
  const started = performance.now();
  const { statusCode, body } = await handler(event, { awsRequestId: 'bench', getRemainingTimeInMillis: () => 29000 });
  const { user, system } = process.cpuUsage();
  const [ms, cpuMs] = [performance.now() - started, (user + system) / 1000];
  process.send({ status: statusCode, body, ms, cpuMs, rss: process.memoryUsage.rss() });
});`;

export interface FunctionAnswer {
  readonly status: number;
  readonly body: string;
  /** From the call to its answer. */
  readonly ms: number;
  /** Of the process since its start. */
  readonly cpuMs: number;
  readonly rssMb: number;
}

/** One sandbox of a function: a process with the bundle of the function. */
export class FunctionProcess {
  readonly #child: ChildProcess;

  /** @param folder of the bundle, `index.js` */
  constructor(folder: string, { env, share }: { env: Readonly<Record<string, string>>; share: CpuShare }) {
    this.#child = spawn(process.execPath, ['-e', CHILD], {
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    share.give(this.#child.pid ?? 0);
  }

  async call(event: Readonly<Record<string, unknown>>): Promise<FunctionAnswer> {
    this.#child.send(event);
    const [{ rss, ...answer }] = (await once(this.#child, 'message')) as [
      Omit<FunctionAnswer, 'rssMb'> & { rss: number },
    ];
    return { ...answer, rssMb: Math.round(rss / 1024 / 1024) };
  }

  async end(): Promise<void> {
    const exit = once(this.#child, 'exit');
    this.#child.kill();
    await exit;
  }
}
