import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { SURF } from '#test/e2e/process/surf-process.ts';

const run = promisify(execFile);
const MOST_OUTPUT = 64 * 1024 * 1024;

/** What `surf run --json` prints, as far as this test needs it. */
export interface CrawlResult {
  readonly execution: string;
  readonly status: string;
  readonly counts: { readonly stored: number; readonly notModified: number };
}

export interface WarcReport {
  readonly files: number;
  readonly responses: number;
  readonly revisits: number;
  readonly faults: readonly string[];
}

/**
 * The program: `WARCIO` from the environment, else the one that `.ci/run` installs, else the one on
 * the PATH. There is no skip: the user who runs this requires the check.
 */
export function findWarcio(root: string): string {
  const installed = join(root, '.ci/venv/bin/warcio');
  return process.env.WARCIO ?? (existsSync(installed) ? installed : 'warcio');
}

/**
 * Runs the CLI as a user would.
 * @param more flags
 * @throws with the CLI's own words when it fails
 */
export async function crawl(
  root: string,
  { workflow, data, more = [] }: { workflow: string; data: string; more?: readonly string[] },
): Promise<CrawlResult> {
  const args = [SURF, 'run', workflow, '--data', data, '--allow-private-network', '--json', ...more];
  const { stdout } = await run(process.execPath, args, { cwd: root, maxBuffer: MOST_OUTPUT });
  const result = JSON.parse(stdout) as CrawlResult;
  if (result.status !== 'succeeded') throw new Error(`the crawl ended ${result.status}`);
  return result;
}

/**
 * `warcio check -v` on every WARC object of an execution: digests, framing of gzip members, record
 * headers.
 */
export async function checkWarcs(warcio: string, data: string, execution: string): Promise<WarcReport> {
  const chunks = join(data, 'objects', 'executions', execution, 'chunks');
  const files = readdirSync(chunks, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.warc.gz'))
    .map((name) => join(chunks, name));
  const faults: string[] = [];
  const found = { response: 0, revisit: 0 };
  for (const file of files) {
    faults.push(...(await faultsOf(warcio, file)));
    const text = gunzipSync(readFileSync(file)).toString('latin1');
    for (const type of ['response', 'revisit'] as const)
      found[type] += text.split(`\r\nWARC-Type: ${type}\r\n`).length - 1;
  }
  return { files: files.length, responses: found.response, revisits: found.revisit, faults };
}

async function faultsOf(warcio: string, file: string): Promise<string[]> {
  try {
    await run(warcio, ['check', '-v', file], { maxBuffer: MOST_OUTPUT });
    return [];
  } catch (error) {
    const { stdout, stderr, code } = error as { stdout?: string; stderr?: string; code?: string | number };
    if (code === 'ENOENT') throw new Error(`${warcio} is not installed: .ci/run does it, or set WARCIO`);
    const lines = `${stdout ?? ''}${stderr ?? ''}`.split('\n').filter((line) => /fail|error|invalid/i.test(line));
    return [`${file}: ${lines.slice(0, 10).join('; ') || `warcio ended with ${code}`}`];
  }
}
