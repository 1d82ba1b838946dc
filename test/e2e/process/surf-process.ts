import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The packed command where a test run has made it, else the checkout's. */
export const SURF = process.env.SURF_PACKED ?? fileURLToPath(new URL('../../../cli/surf.mjs', import.meta.url));

export interface ProcessEnd {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * As cli/malloc.mjs sets them where they are missing: then the command starts itself again, which
 * cli-usage.test.ts shows.
 */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

interface ProcessPlace {
  readonly folder?: string;
  readonly before?: readonly string[];
  /** @default the packed command */
  readonly surf?: string;
}

/**
 * `surf …` as a separate process, with all its threads and children in one group. Nothing of it
 * is left when the test process ends.
 */
export class SurfProcess {
  static readonly #running = new Set<SurfProcess>();
  readonly ended: Promise<ProcessEnd>;
  readonly #child: ChildProcess;
  #stdout = '';
  #stderr = '';
  #look: () => void = () => undefined;

  /**
   * @param environment added to that of the test
   * @param place where it runs, what comes before the command, and which command
   */
  constructor(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
    { folder = process.cwd(), before = [], surf = SURF }: ProcessPlace = {},
  ) {
    const [command = '', ...rest] = [...before, process.execPath, surf, ...args];
    this.#child = spawn(command, rest, {
      cwd: folder,
      detached: true, // leads a process group
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...MALLOC, ...process.env, ...environment },
    });
    SurfProcess.#running.add(this);
    process.once('exit', this.#killNow);
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text;
      this.#look();
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
      this.#look();
    });
    this.ended = new Promise((resolve, reject) => {
      this.#child.once('error', reject);
      this.#child.once('close', (code) => {
        SurfProcess.#running.delete(this);
        process.off('exit', this.#killNow);
        this.#look();
        resolve({ code, stdout: this.#stdout, stderr: this.#stderr });
      });
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** What it has written so far. */
  get stderr(): string {
    return this.#stderr;
  }

  /** Waits for a line of stdout. */
  get stdout(): string {
    return this.#stdout;
  }

  /** Waits until stderr has `text`. @returns false when the process ended before */
  async says(text: string): Promise<boolean> {
    const said = new Promise<void>((resolve) => {
      this.#look = () => {
        if (this.#stderr.includes(text)) resolve();
      };
      this.#look();
    });
    await Promise.race([said, this.ended]);
    return this.#stderr.includes(text);
  }

  /** The first line of stdout. @throws Error with stderr when it ended before */
  async prints(): Promise<string> {
    const printed = new Promise<void>((resolve) => {
      this.#look = () => {
        if (this.#stdout.includes('\n')) resolve();
      };
      this.#look();
    });
    await Promise.race([printed, this.ended]);
    const [line = ''] = this.#stdout.split('\n', 1);
    if (line === '') throw new Error(`it printed nothing: ${this.#stderr}`);
    return line;
  }

  /** @returns false when it ended within that time */
  async lives(ms: number): Promise<boolean> {
    const over = new AbortController();
    const first = await Promise.race([
      sleep(ms, 'lives', { signal: over.signal }).catch(() => 'lives'),
      this.ended.then(() => 'ended'),
    ]);
    over.abort();
    return first === 'lives';
  }

  /** SIGKILL to the whole group: nobody gets to tidy up. */
  async kill(): Promise<ProcessEnd> {
    this.#killNow();
    return await this.ended;
  }

  /** The same without waiting for its end. */
  killGroup(): void {
    this.#killNow();
  }

  signal(name: 'SIGINT' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): void {
    this.#child.kill(name);
  }

  readonly #killNow = (): void => {
    const { pid } = this.#child;
    if (pid === undefined || !SurfProcess.#running.has(this)) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // it has just ended
    }
  };
}

/** Runs `surf …` to its end. */
export const surf = (args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<ProcessEnd> =>
  new SurfProcess(args, environment).ended;
