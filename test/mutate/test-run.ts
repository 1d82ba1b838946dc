import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** No break may make tests run longer: then none noticed it. */
const MOST_MS = 300_000;

/** The outcome of some test files. */
export type TestRun =
  | { readonly type: 'passed'; readonly tests: number; readonly seconds: number }
  | { readonly type: 'failed'; readonly test: string; readonly file: string; readonly seconds: number }
  /** No test said anything: a file does not load, or the run had no end. */
  | { readonly type: 'broken'; readonly why: string; readonly seconds: number };

/** What Vitest writes, as far as it is read. */
interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Runs test files of a checkout in separate processes, up to the first failure. */
export async function runTests(folder: string, files: readonly string[]): Promise<TestRun> {
  const begun = performance.now();
  const output = join(folder, '..', 'report.json');
  rmSync(output, { force: true });
  const vitest = join(folder, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', ...files, '--bail', '1', '--reporter=json', `--outputFile=${output}`];
  const ended = await run(args, folder);
  const seconds = (performance.now() - begun) / 1000;
  if (!ended) return { type: 'broken', why: `no end within ${MOST_MS / 1000} s`, seconds };
  if (!existsSync(output)) return { type: 'broken', why: 'no report', seconds };
  const report = JSON.parse(readFileSync(output, 'utf8')) as Report;
  return { ...verdictOf(report, folder, files), seconds };
}

type Verdict =
  | { type: 'passed'; tests: number }
  | { type: 'failed'; test: string; file: string }
  | { type: 'broken'; why: string };

function verdictOf({ testResults, numPassedTests }: Report, folder: string, files: readonly string[]): Verdict {
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (failed !== undefined) return { type: 'failed', test: failed.fullName, file: relative(name, folder) };
  }
  const unloaded = testResults.find(({ status }) => status !== 'passed');
  if (unloaded !== undefined)
    return { type: 'broken', why: `${relative(unloaded.name, folder)}: ${unloaded.message.slice(0, 200)}` };
  const ran = new Set(testResults.map(({ name }) => relative(name, folder)));
  const missing = files.filter((file) => !ran.has(file));
  if (missing.length > 0)
    return { type: 'broken', why: `${missing.join(', ')}: not run (npm run setup:deploy first?)` };
  return { type: 'passed', tests: numPassedTests };
}

const relative = (path: string, folder: string): string => path.slice(path.indexOf(folder) + folder.length + 1);

/** @returns false when it had to be killed */
function run(args: readonly string[], cwd: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, CI: '1', NODE_ENV: 'test' };
    const child = spawn(process.execPath, args, { cwd, env, detached: true, stdio: 'ignore' });
    let killed = false;
    const timer = setTimeout(() => {
      killed = true;
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, MOST_MS);
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(timer);
      resolve(!killed);
    });
  });
}
