import { execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ProcessEnd } from '#test/e2e/process/surf-process.ts';

const SURF = fileURLToPath(new URL('../../../cli/surf.mjs', import.meta.url));
/** Root may write everything; without these it is a user like any other. */
const PLAIN_USER = ['setpriv', '--bounding-set=-dac_override,-dac_read_search,-fowner', '--'];
const MOST_MS = 60_000;

/** What has to come before a command so that permissions count. @returns why there is none */
export function plainUser(): readonly string[] | string {
  if (process.getuid?.() !== 0) return [];
  try {
    execFileSync('setpriv', [...PLAIN_USER.slice(1), 'true'], { stdio: 'pipe' });
    return PLAIN_USER;
  } catch {
    return 'permissions mean nothing to root, and setpriv is not here';
  }
}

/** Runs `surf …` behind a command that starts it. It is killed after a minute. */
export function surfBehind(
  before: readonly string[],
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): { readonly ended: Promise<ProcessEnd> } {
  const [command = process.execPath, ...rest] = [...before, process.execPath, SURF, ...args];
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment } });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), MOST_MS);
  const ended = new Promise<ProcessEnd>((resolve) =>
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, stdout, stderr });
    }),
  );
  return { ended };
}
