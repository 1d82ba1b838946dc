import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, it } from 'vitest';

/**
 * A tool or folder that some tests need and not every machine has. Exactly one of `path`,
 * `command`.
 */
export interface Requirement {
  /** What it is, in the words of the message: `warcio`, `the conformance files`. */
  readonly name: string;
  /** A file or folder that must exist. */
  readonly path?: string;
  /** A command that must end with 0, program first: `['warcio', '--version']`. */
  readonly command?: readonly [string, ...string[]];
}

export type Presence = { readonly present: true } | { readonly present: false; readonly reason: string };

/** Looks whether a requirement is met. Commands get 10 s. */
export function lookFor({ name, path, command }: Requirement): Presence {
  if (path !== undefined && !existsSync(path)) return { present: false, reason: `${name} is missing: no ${path}` };
  if (command !== undefined) {
    const [program, ...args] = command;
    const { status, error } = spawnSync(program, args, { timeout: 60_000, stdio: 'ignore' });
    if (error !== undefined) return { present: false, reason: `${name} is missing: ${program} does not start` };
    if (status !== 0)
      return { present: false, reason: `${name} is missing: ${command.join(' ')} ended with ${status}` };
  }
  return { present: true };
}

/** Handles an absence: skips are never silent, and nothing is skipped where CI promises everything.
 */
export const answerTo = (presence: Presence, ci: boolean): 'define' | 'skip' | 'fail' =>
  presence.present ? 'define' : ci ? 'fail' : 'skip';

/**
 * Defines tests that need something special; the only door for conditional tests. Where it is
 * missing: in CI (`CI` set) one failing test says so, elsewhere one line with the reason is
 * printed.
 *
 * @param define declares the tests as usual; not called when the requirement is missing
 */
export function whenPresent(requirement: Requirement, define: () => void): void {
  const presence = lookFor(requirement);
  if (presence.present) define();
  else refuse(requirement, presence.reason, answerTo(presence, (process.env.CI ?? '') !== ''));
}

function refuse({ name }: Requirement, reason: string, answer: 'define' | 'skip' | 'fail'): void {
  if (answer === 'skip') process.stderr.write(`skipped: ${reason}\n`);
  describe(`with ${name}`, () => {
    it('finds what it needs', (context) => {
      if (answer === 'skip') context.skip(reason);
      throw new Error(`${reason}; in CI that is a failure`);
    });
  });
}
