import { spawnSync } from 'node:child_process';

/** Where a command of the deployment runs: a checkout, or the installed package. */
export interface CommandPlace {
  /** What the user types: `npm run deploy -- --yes`. @param flags default none */
  typed(command: 'deploy' | 'destroy' | 'first-key', flags?: string): string;
  /** The command of the CDK: a program and its first arguments. */
  readonly cdk: readonly [string, ...string[]];
  /** What names the app to it. Empty: cdk.json does. */
  readonly app: readonly string[];
  /** Does work that needs the library of the CDK. @returns the exit code */
  withTools(work: () => Promise<number>): Promise<number>;
}

/** Runs the CDK in the terminal of the user. @returns its exit code */
export function runCdk({ cdk: [program, ...first] }: CommandPlace, args: readonly string[]): number {
  return spawnSync(program, [...first, ...args], { stdio: 'inherit' }).status ?? 1;
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
