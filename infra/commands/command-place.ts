import { spawnSync } from 'node:child_process';

/** Place of a deployment's commands: a checkout, or the installed package. */
export interface CommandPlace {
  /** The command line that the user types: `npm run deploy -- --yes`. @param flags default none */
  typed(command: 'deploy' | 'destroy' | 'first-key', flags?: string): string;
  /** Command line of the CDK: a program and its first arguments. */
  readonly cdk: readonly [string, ...string[]];
  /** Arguments that name the app to the CDK; empty if cdk.json does. */
  readonly app: readonly string[];
  /** Runs work that needs the CDK's library. @returns the exit code */
  withTools(work: () => Promise<number>): Promise<number>;
}

/** Runs the CDK in the user's terminal. @returns its exit code */
export function runCdk({ cdk: [program, ...first] }: CommandPlace, args: readonly string[]): number {
  return spawnSync(program, [...first, ...args], { stdio: 'inherit' }).status ?? 1;
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
