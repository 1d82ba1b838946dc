import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Call, Run } from '#cli/args/command.ts';
import { EXIT, type ExitCode } from '#cli/terminal/exit-code.ts';
import { SurfError } from '#core/error.ts';

const NAME = '@surf-crawler/aws';

/** Runs a command of the deployment from its separate package, which has 230 MB with the CDK. */
export const awsCommand =
  (command: 'deploy' | 'destroy'): Run =>
  async (call) => {
    const program = awsProgram() ?? refuse();
    const child = spawn(process.execPath, [program, command, ...wordsOf(call)], { stdio: 'inherit' });
    const [code] = (await once(child, 'exit')) as [number | null];
    return (code ?? EXIT.failed) as ExitCode;
  };

/** Path of the package's program: from this folder, else beside Surf; null if there is none. */
export function awsProgram(): string | null {
  for (const from of [pathToFileURL(join(process.cwd(), 'package.json')), import.meta.url]) {
    try {
      const program = join(dirname(createRequire(from).resolve(`${NAME}/package.json`)), 'dist/main.mjs');
      if (existsSync(program)) return program;
    } catch {
      // not there
    }
  }
  return null;
}

function refuse(): never {
  throw new SurfError('COMMAND_USAGE', `the deployment is in the package ${NAME}, which is not installed here`, {
    remedy: `npm install ${NAME}; in a checkout of Surf: npm run deploy`,
  });
}

/** The user's flags under the names that the package uses. */
const wordsOf = ({ flags }: Call): string[] => [
  ...['stage', 'region', 'config'].flatMap((name) => {
    const value = flags.value(name);
    return value === undefined ? [] : [`--${name}=${value}`];
  }),
  ...['yes', 'revert-drift'].flatMap((name) => (flags.has(name) ? [`--${name}`] : [])),
  // --data names a folder in every command of surf.
  ...(flags.has('delete-data') ? ['--data'] : []),
];
