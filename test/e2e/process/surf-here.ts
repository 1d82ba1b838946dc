import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import type { runCommand as RunCommand } from '#cli/run-command.ts';
import type { Terminal as TerminalOf } from '#cli/terminal/terminal.ts';
import { type ProcessEnd, surf } from '#test/e2e/process/surf-process.ts';

interface Packed {
  readonly runCommand: typeof RunCommand;
  readonly Terminal: typeof TerminalOf;
}

/** Commands that run in this process now, and the variables that they share. */
let running = 0;
let shared = '{}';

export interface CommandEnd extends ProcessEnd {
  /** Standard output and standard error as a terminal shows them, in order. */
  readonly shown: string;
}

/**
 * Runs `surf …` of the packed command in this process: the same words, output and exit code,
 * without the 0.4 s of CPU that a process and its modules take to start. Signals, memory and the
 * end of a process need `SurfProcess`.
 * @throws Error when a command with other variables runs in this process
 */
export async function surfHere(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandEnd> {
  const { runCommand, Terminal } = packed();
  share(environment);
  running += 1;
  const shown = new Collected();
  const [stdout, stderr] = [new Collected(shown), new Collected(shown)];
  try {
    const code = await runCommand(args, { terminal: new Terminal(stdout, stderr) });
    return { code, stdout: stdout.text, stderr: stderr.text, shown: shown.text };
  } finally {
    running -= 1;
  }
}

/** The same; a process where the command is not packed, as in scripts. */
export const surfHereIfPacked: typeof surf = process.env.SURF_PACKED === undefined ? surf : surfHere;

/** Modules of the pack are not the test runner's to transform. */
function packed(): Packed {
  const { SURF_PACKED } = process.env;
  if (SURF_PACKED === undefined) throw new Error('test/e2e/process/packed-setup.ts has not run');
  const load = createRequire(join(dirname(SURF_PACKED), 'dist/'));
  return { ...load('./run-command.mjs'), ...load('./terminal.mjs') } as Packed;
}

function share(environment: Readonly<Record<string, string>>): void {
  const wanted = JSON.stringify(environment);
  if (wanted === shared) return;
  if (running > 0) throw new Error('a command with other variables runs in this process');
  for (const name of Object.keys(JSON.parse(shared) as object)) delete process.env[name];
  Object.assign(process.env, environment);
  shared = wanted;
}

class Collected extends Writable {
  readonly #chunks: Buffer[] = [];
  readonly #both: Collected | null;

  /** @param both gets each chunk, too */
  constructor(both: Collected | null = null) {
    super();
    this.#both = both;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    this.#both?.write(chunk);
    done();
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}
