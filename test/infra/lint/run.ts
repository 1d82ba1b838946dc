import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { EXCEPTIONS } from './exceptions.ts';
import { lintPage, verdictOf } from './verdict.ts';

/**
 * `npm run lint:template`: synthesizes the stack with and without a region, lets cfn-lint and
 * checkov read it, and writes reports/template-lint.md. Ends with 1 when a rule fails that has no
 * reason in exceptions.ts, or when a reason is for a rule that holds. Needs Python 3 with venv; it
 * installs both (300 MB, once, git-ignored).
 */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const VENV = `${ROOT}.emul/lint`;
const PAGE = `${ROOT}reports/template-lint.md`;
const CDK = `${ROOT}node_modules/.bin/cdk`;
const REQUIREMENTS = fileURLToPath(new URL('./requirements.txt', import.meta.url));

const run = promisify(execFile);

await install();
const folder = mkdtempSync(join(tmpdir(), 'surf-lint-'));
try {
  const found: string[] = [];
  for (const context of [[], ['-c', 'region=eu-west-1', '-c', 'stage=test']]) {
    const template = await synthesize(join(folder, `out${context.length}`), context);
    found.push(...(await cfnLint(template)), ...(await checkov(template)));
  }
  const verdict = verdictOf(found, EXCEPTIONS);
  writeFileSync(PAGE, lintPage(verdict, EXCEPTIONS));
  for (const rule of verdict.unexplained) process.stdout.write(`${rule}: fails, and exceptions.ts gives no reason\n`);
  for (const rule of verdict.unused) process.stdout.write(`${rule}: holds; remove its reason from exceptions.ts\n`);
  process.stdout.write(`${found.length} findings of ${verdict.counts.size} rules\n`);
  if (verdict.unexplained.length + verdict.unused.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function install(): Promise<void> {
  if (existsSync(`${VENV}/bin/checkov`)) return;
  await run('python3', ['-m', 'venv', VENV]);
  await run(`${VENV}/bin/pip`, ['install', '--quiet', '--disable-pip-version-check', '-r', REQUIREMENTS]);
}

async function synthesize(out: string, context: readonly string[]): Promise<string> {
  await run(process.execPath, [CDK, 'synth', '-q', '-o', out, ...context], { cwd: ROOT });
  return join(out, `surf-${context.includes('stage=test') ? 'test' : 'main'}.template.json`);
}

/** @returns the rule of each finding */
async function cfnLint(template: string): Promise<string[]> {
  const findings = await answerOf(`${VENV}/bin/cfn-lint`, ['--format', 'json', template]);
  return (findings as { Rule: { Id: string } }[]).map(({ Rule }) => Rule.Id);
}

/** @returns the rule of each finding */
async function checkov(template: string): Promise<string[]> {
  const flags = ['--framework', 'cloudformation', '--compact', '--quiet', '--skip-download', '--output', 'json'];
  const answer = await answerOf(`${VENV}/bin/checkov`, ['-f', template, ...flags]);
  const { results } = answer as { results: { failed_checks: { check_id: string }[] } };
  return results.failed_checks.map(({ check_id }) => check_id);
}

/** Both end with another code than 0 when they find something. */
async function answerOf(command: string, flags: readonly string[]): Promise<unknown> {
  const options = { maxBuffer: 2 ** 26, env: { ...process.env, LOG_LEVEL: 'ERROR' } };
  const { stdout } = await run(command, flags, options).catch((error: Error & { stdout: string }) => error);
  return JSON.parse(stdout);
}
