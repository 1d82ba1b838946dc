import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { CommitCondition } from '#core/execution/catalog.ts';

/** What a client process is asked to do, all of them at the same moment. */
export type RivalTask =
  | { readonly type: 'open' }
  | { readonly type: 'put'; readonly key: string }
  | { readonly type: 'commit'; readonly condition: CommitCondition }
  | { readonly type: 'event'; readonly round: number }
  | { readonly type: 'begin'; readonly unit: number }
  | { readonly type: 'lease'; readonly host: string }
  | { readonly type: 'write-rows'; readonly rows: number }
  | { readonly type: 'put-without-end'; readonly prefix: string }
  | { readonly type: 'write-without-end' };

export interface RivalRequest {
  readonly task: RivalTask;
  /** The data folder. */
  readonly folder: string;
  /** Epoch ms. */
  readonly startAt: number;
}

/** Long enough for every process to have read its line. */
const HEAD_START_MS = 25;

const EMBEDDED_RIVAL = fileURLToPath(new URL('./rival-process.ts', import.meta.url));
/** A client of AWS; its folder is a deployment. */
export const AWS_RIVAL = fileURLToPath(new URL('./aws/aws-rival-process.ts', import.meta.url));

/** Client processes that act on one data folder at the same moment. */
export class RivalProcesses {
  readonly #rivals: readonly RivalProcess[];

  private constructor(rivals: readonly RivalProcess[]) {
    this.#rivals = rivals;
  }

  /** Starts `count` processes and waits until all are ready. */
  static async start(count: number, script = EMBEDDED_RIVAL): Promise<RivalProcesses> {
    const rivals = Array.from({ length: count }, (_, number) => new RivalProcess(script, number));
    await Promise.all(rivals.map((rival) => rival.line()));
    return new RivalProcesses(rivals);
  }

  /** @returns the answers, by number of the process; throws when one of them failed */
  all(folder: string, task: RivalTask): Promise<unknown[]> {
    const startAt = Date.now() + HEAD_START_MS;
    return Promise.all(this.#rivals.map((rival) => rival.ask({ folder, task, startAt })));
  }

  /** Begins a task that never ends. */
  begin(folder: string, task: RivalTask): void {
    for (const rival of this.#rivals) rival.send({ folder, task, startAt: Date.now() });
  }

  /** Kills all of them at any point of their work (SIGKILL). */
  async kill(): Promise<void> {
    await Promise.all(this.#rivals.map((rival) => rival.kill()));
  }
}

class RivalProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;

  constructor(script: string, number: number) {
    this.#child = spawn(process.execPath, [script, String(number)], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  send(request: RivalRequest): void {
    this.#child.stdin.write(`${JSON.stringify(request)}\n`);
  }

  async ask(request: RivalRequest): Promise<unknown> {
    this.send(request);
    const answer = JSON.parse(await this.line()) as { value: unknown } | { error: string };
    if ('error' in answer) throw new Error(answer.error);
    return answer.value;
  }

  async line(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error('a client process ended too early');
    return value;
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exit;
  }
}
