import type { Worker } from 'node:worker_threads';
import type { Flag, GivenFlags } from '#cli/args/flag.ts';
import type { ExitCode } from '#cli/terminal/exit-code.ts';
import type { Terminal } from '#cli/terminal/terminal.ts';

/** The arguments of a command. */
export interface Call {
  readonly positionals: readonly string[];
  readonly flags: GivenFlags;
  /** The data folder as the user gave it. */
  readonly data: string;
  readonly json: boolean;
  readonly terminal: Terminal;
  /** The command table, for commands about commands. */
  readonly commands: readonly Command[];
  /** A worker thread that `main` has started for a crawling command. */
  readonly spare?: Worker;
}

/** `commands/<name>.ts` exports it as `run`. */
export type Run = (call: Call) => Promise<ExitCode>;

/** The workflow fields that have flags in a command. */
export type FieldFlags = 'none' | 'workflow' | 'limits';

/** One row of the command table. Help, argument checks and loading of the code read it. */
export interface Command {
  readonly name: string;
  /** Positional arguments, as the help shows them: `URL…`. */
  readonly takes: string;
  readonly least: number;
  readonly most: number;
  readonly summary: string;
  /** Further lines for the command's help. */
  readonly details: readonly string[];
  readonly fields: FieldFlags;
  readonly flags: readonly Flag[];
  /** True if the command crawls: then `main` starts a worker thread at once. @default false */
  readonly crawls?: true;
  /** Loads only the code of this command, for a fast start. */
  readonly load: () => Promise<{ readonly run: Run }>;
}
