import type { Worker } from 'node:worker_threads';
import type { Flag, GivenFlags } from '#cli/args/flag.ts';
import type { ExitCode } from '#cli/terminal/exit-code.ts';
import type { Terminal } from '#cli/terminal/terminal.ts';

/** What a command gets. */
export interface Call {
  readonly positionals: readonly string[];
  readonly flags: GivenFlags;
  /** The data folder, as given. */
  readonly data: string;
  readonly json: boolean;
  readonly terminal: Terminal;
  /** A worker thread that was started when the command was known. */
  readonly spare?: Worker;
}

/** Lies in commands/<name>.ts as `run`. */
export type Run = (call: Call) => Promise<ExitCode>;

/** Which fields of the workflow have flags in a command. */
export type FieldFlags = 'none' | 'workflow' | 'limits';

/** One row of the command table: help, checks of the arguments and the way to the code come from it. */
export interface Command {
  readonly name: string;
  /** Arguments beside flags, for the help: `URL…`. */
  readonly takes: string;
  readonly least: number;
  readonly most: number;
  readonly summary: string;
  /** More lines for its own help. */
  readonly details: readonly string[];
  readonly fields: FieldFlags;
  readonly flags: readonly Flag[];
  /** It crawls: a worker thread is started at once, beside everything else. @default false */
  readonly crawls?: true;
  /** Loads its code: start-up pays for one command only. */
  readonly load: () => Promise<{ readonly run: Run }>;
}
