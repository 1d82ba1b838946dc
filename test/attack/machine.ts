import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { AttackOutcome } from '#test/attack/attack-outcome.ts';
import { measured } from '#test/attack/preloads/measured.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { type ProcessEnd, SurfProcess, surf } from '#test/e2e/process/surf-process.ts';

/** Flags of a crawl of loopback sites. */
export const QUICKLY = ['--allow-private-network', '--delay', '0', '--attempts', '2', '--timeout-seconds', '5'];

/** A site of one page with many links, on loopback. */
export interface MachineSite {
  readonly port: number;
  readonly seed: string;
  /** Instants (monotonic ms) at which requests for pages came. */
  readonly requests: readonly number[];
  close(): Promise<void>;
}

export interface SiteOptions {
  /** Pages, the first of which links all others. */
  readonly pages: number;
  /** Of text that does not compress. @default 0 */
  readonly bytes?: number;
  /** Before each answer. @default 0 */
  readonly delayMs?: number;
  /** Hosts 127.0.0.1, 127.0.0.2, … that the pages are spread over. @default 1 */
  readonly hosts?: number;
}

export async function startMachineSite({
  pages,
  bytes = 0,
  delayMs = 0,
  hosts = 1,
}: SiteOptions): Promise<MachineSite> {
  const requests: number[] = [];
  const server: Server = createServer((request, response) => {
    if (request.url === '/robots.txt') {
      response.writeHead(404).end();
      return;
    }
    requests.push(performance.now());
    const number = Number(request.url?.slice(2) ?? 0);
    const { port } = server.address() as AddressInfo;
    const links = Array.from(
      { length: pages - 1 },
      (_, n) => `<a href="http://127.0.0.${1 + ((n + 1) % hosts)}:${port}/p${n + 1}">x</a>`,
    );
    const text = noise(number, bytes);
    setTimeout(() => {
      response.setHeader('content-type', 'text/html');
      response.end(`<title>${number}</title>${number === 0 ? links.join('') : ''}${text}`);
    }, delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    seed: `http://127.0.0.1:${port}/p0`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Letters by a separate generator for each page: the same page again is the same. */
function noise(seed: number, bytes: number): string {
  let state = seed * 2_654_435_761 + 12_345;
  let text = '';
  while (text.length < bytes) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += state.toString(36);
  }
  return text.slice(0, bytes);
}

/** What one command of `surf` said, and its JSON where it is some. */
export interface Said extends ProcessEnd {
  readonly json: Readonly<Record<string, unknown>>;
}

/** Runs a command on a data folder with `--json`. */
export async function said(data: string, ...args: readonly string[]): Promise<Said> {
  const end = await surf([...args, '--data', data, '--json']);
  return { ...end, json: lastJson(end.stdout) ?? lastJson(end.stderr) ?? {} };
}

function lastJson(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text.trim().split('\n').at(-1) ?? '') as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** Does `surf verify` hold? @returns what is wrong */
export async function verifyProblems(data: string, execution = 'last'): Promise<string[]> {
  const { code, stdout, stderr } = await surf(['verify', execution, '--data', data]);
  return code === 0 ? [] : [`verify ended with ${code}: ${(stdout + stderr).slice(0, 400)}`];
}

/** A crash shows a stack, or calls itself a bug in Surf. @returns what is wrong */
export function crashProblems(what: string, { stdout, stderr }: Pick<ProcessEnd, 'stdout' | 'stderr'>): string[] {
  const text = stdout + stderr;
  const isCrash = /\n\s+at .+:\d+:\d+|INTERNAL|bug in Surf|database is not open/.test(text);
  return isCrash ? [`${what} crashed: ${text.slice(-400)}`] : [];
}

/** Sizes of small file systems, and how they are freed. */
export interface SmallDisk {
  readonly folder: string;
  /** Makes it so large. */
  grow(megabytes: number): void;
  remove(): void;
}

/** A separate tmpfs. @returns why there is none */
export function smallDisk(megabytes: number): SmallDisk | string {
  const folder = join(temporaryFolder(), 'disk');
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    removeFolder(join(folder, '..'));
    return `a small file system cannot be mounted here (${(error as Error).message.split('\n').at(-1)?.trim()})`;
  }
  return {
    folder,
    grow: (size) => void execFileSync('mount', ['-o', `remount,size=${size}m`, folder], { stdio: 'pipe' }),
    remove: () => {
      execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
      removeFolder(join(folder, '..'));
    },
  };
}

/** A real `surf serve`. */
export interface Served {
  readonly address: string;
  readonly process: SurfProcess;
  get(path: string): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }>;
  post(
    path: string,
    body: unknown,
  ): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }>;
}

/** @param before what comes before the command */
export async function startServe(
  data: string,
  environment: Readonly<Record<string, string>> = {},
  before: readonly string[] = [],
): Promise<Served> {
  const args = ['serve', '--port', '0', '--data', data, '--json', '--allow-private-network'];
  const server = new SurfProcess(args, environment, { before });
  const { address } = JSON.parse(await server.prints()) as { address: string };
  const answer = async (path: string, init?: RequestInit) => {
    const response = await fetch(new URL(path, address), { signal: AbortSignal.timeout(10_000), ...init });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return {
    address,
    process: server,
    get: (path) => answer(path),
    post: (path, body) =>
      answer(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  };
}

/** Starts an execution at a server. @returns its id */
export async function startAt(
  served: Served,
  seed: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const definition = {
    name: `machine-${Math.floor(performance.now())}`,
    seeds: [seed],
    politeness: { delaySeconds: 0 },
    ...more,
  };
  const made = await served.post('/v1/workflows', definition);
  if (made.status !== 201) throw new Error(`no workflow: ${JSON.stringify(made.body)}`);
  const started = await served.post(`/v1/workflows/${made.body.id}/executions`, {
    settings: { allowPrivateNetwork: true },
  });
  if (started.status !== 201) throw new Error(`no execution: ${JSON.stringify(started.body)}`);
  return String(started.body.execution);
}

/** Looks until it is so. @returns seconds it took; null when it never was */
export async function until(look: () => Promise<boolean>, mostSeconds: number): Promise<number | null> {
  const begun = performance.now();
  while (performance.now() - begun < mostSeconds * 1_000) {
    if (await look().catch(() => false)) return (performance.now() - begun) / 1_000;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return null;
}

export const outcome = (id: string, seen: string, problems: readonly string[]): AttackOutcome => ({
  id,
  seen: problems.length === 0 ? seen : '',
  problems,
  peakMb: Number.NaN,
});

/** An attack that cannot be staged here says why. */
export const skipped = (id: string, why: string): AttackOutcome => outcome(id, `skipped: ${why}`, []);

/** Runs one attack, and measures the commands that it starts; what it throws is its problem. */
export async function attacked(
  id: string,
  work: () => Promise<readonly [seen: string, problems: readonly string[]]>,
): Promise<AttackOutcome> {
  try {
    const { result, figure } = await measured(work);
    const [seen, problems] = result;
    return outcome(id, figure === '' ? seen : `${seen}; ${figure}`, problems);
  } catch (error) {
    return outcome(id, '', [`the scene failed: ${error instanceof Error ? error.stack : String(error)}`]);
  }
}
