import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { AttackOutcome } from '#test/attack/attack-outcome.ts';
import type { HealthReport } from '#test/attack/preloads/health-probe.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { SurfProcess } from '#test/e2e/process/surf-process.ts';

const PROBE = new URL('../preloads/health-probe.ts', import.meta.url);
/** The demand: an answer of `/health` under any load. */
const MOST_HEALTH_MS = 250;
const MOST_TRIES = 3;

export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** An API under attack, at a process or at a deployment. */
export interface AttackedApi {
  /** Of a path like `/v1/workflows`. */
  url(path: string): URL;
  /** What a request has to show. */
  readonly headers: Readonly<Record<string, string>>;
  /** Requests that an attack may send at once: an emulator starts a process for each. */
  readonly atOnce: number;
  send(method: string, path: string, body?: unknown): Promise<JsonAnswer>;
  crawl(workflow: Readonly<Record<string, unknown>>): Promise<string>;
}

/** `surf serve` as a process on a separate folder, and what an attack needs of it. */
export class AttackedServer implements AttackedApi {
  readonly headers = {};
  readonly atOnce = Number.POSITIVE_INFINITY;
  readonly address: string;
  readonly port: number;
  readonly #process: SurfProcess;
  readonly #folder: string;
  readonly #sockets = new Set<Socket>();

  private constructor(process: SurfProcess, folder: string, address: string) {
    this.#process = process;
    this.#folder = folder;
    this.address = address;
    this.port = Number(new URL(address).port);
  }

  static async start(...flags: readonly string[]): Promise<AttackedServer> {
    const folder = temporaryFolder();
    const process = new SurfProcess(['serve', '--port', '0', '--json', '--data', `${folder}/data`, ...flags]);
    const { address } = JSON.parse(await process.prints()) as { address: string };
    return new AttackedServer(process, folder, address);
  }

  /** Resident memory of the process at its highest, MB. */
  peakMb(): number {
    return statusMb(pidOf(this.#folder), 'VmHWM');
  }

  residentMb(): number {
    return statusMb(pidOf(this.#folder), 'VmRSS');
  }

  /** @param body sent as JSON */
  async send(method: string, path: string, body?: unknown): Promise<JsonAnswer> {
    const json =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await fetch(this.url(path), { method, ...json });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  url(path: string): URL {
    return new URL(path, this.address);
  }

  crawl(workflow: Readonly<Record<string, unknown>>): Promise<string> {
    return crawledBy(this, workflow);
  }

  /** A connection that is ended with the server. What comes is thrown away, unless nobody reads. */
  open({ reads = true } = {}): Socket {
    const socket = connect(this.port, '127.0.0.1');
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
    if (reads) socket.resume();
    else socket.pause();
    return socket;
  }

  /** Requests `/health` again and again during the attack. */
  async probed(attack: () => Promise<void>): Promise<HealthReport> {
    const probe = new Worker(PROBE, { workerData: { address: this.address } });
    const reported = once(probe, 'message') as Promise<[HealthReport]>;
    try {
      await sleep(300);
      await attack();
    } finally {
      probe.postMessage('end');
    }
    const [report] = await reported;
    return report;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await this.#process.kill();
    removeFolder(this.#folder);
  }
}

/** Saves a workflow, starts it, and waits for its end. @returns the execution's id */
export async function crawledBy(
  api: Pick<AttackedApi, 'send'>,
  workflow: Readonly<Record<string, unknown>>,
): Promise<string> {
  const quick = { name: 'attack', politeness: { delaySeconds: 0 }, retry: { attempts: 1 }, ...workflow };
  const saved = await api.send('POST', '/v1/workflows', quick);
  if (saved.status !== 201) throw new Error(saved.text);
  const { id } = JSON.parse(saved.text) as { id: string };
  const settings = { allowPrivateNetwork: true, connectTo: [] };
  const started = await api.send('POST', `/v1/workflows/${id}/executions`, { settings });
  const { execution } = JSON.parse(started.text) as { execution: string };
  for (;;) {
    const { status } = JSON.parse((await api.send('GET', `/v1/executions/${execution}`)).text) as { status: string };
    if (status === 'succeeded' || status === 'limited') return execution;
    if (status === 'failed') throw new Error('the crawl failed');
    await sleep(100);
  }
}

/** An attack on a separate server. */
export interface ServerAttack {
  readonly id: string;
  readonly flags?: readonly string[];
  /** Memory that the attack may add to a server that has answered a few requests, MB. */
  readonly mostMb: number;
  /** Before anything is measured. */
  readonly prepare?: (server: AttackedApi) => Promise<void>;
  /** @returns what was seen, and what is wrong */
  readonly run: (server: AttackedServer) => Promise<Found>;
}

export interface Found {
  readonly seen: string;
  readonly problems?: readonly string[];
}

/** An attack that needs nothing but requests: every API can be its target. */
export interface ApiAttack extends ServerAttack {
  readonly run: (api: AttackedApi) => Promise<Found>;
}

/**
 * Attacks a fresh server while a probe requests its health. Time and memory depend on the machine's
 * load: an attack that only took too much of them is tried again, three times in all.
 */
export async function attackServer(attack: ServerAttack): Promise<AttackOutcome> {
  for (let left = MOST_TRIES; ; left -= 1) {
    const { outcome, isSettled } = await attackOnce(attack);
    if (isSettled || left === 1) return outcome;
  }
}

async function attackOnce(attack: ServerAttack): Promise<{ outcome: AttackOutcome; isSettled: boolean }> {
  const server = await AttackedServer.start(...(attack.flags ?? []));
  try {
    await attack.prepare?.(server);
    await server.send('GET', '/v1/workflows');
    await server.send('GET', '/v1/executions/none/explain?url=http://a.test/'); // so that each thread is there
    const beforeMb = server.residentMb();
    let found: Awaited<ReturnType<ServerAttack['run']>> = { seen: '' };
    const health = await server.probed(async () => {
      found = await attack.run(server);
    });
    const peakMb = server.peakMb();
    const grownMb = Math.max(0, peakMb - beforeMb);
    const measured: string[] = [];
    if (health.slowestMs > MOST_HEALTH_MS) measured.push(`/health took ${health.slowestMs.toFixed(0)} ms`);
    if (grownMb > attack.mostMb)
      measured.push(`memory grew by ${grownMb.toFixed(0)} MB, more than ${attack.mostMb} MB`);
    const wrong = [...(found.problems ?? [])];
    if (health.failed > 0) wrong.push(`/health failed ${health.failed} times of ${health.failed + health.answers}`);
    const seen = `${found.seen}; /health ${health.slowestMs.toFixed(0)} ms at most, +${grownMb.toFixed(0)} MB`;
    const outcome = { id: attack.id, seen, problems: [...wrong, ...measured], peakMb };
    return { outcome, isSettled: wrong.length > 0 || measured.length === 0 };
  } finally {
    await server.close();
  }
}

/** How often each status was answered, in words. */
export function countsOf(statuses: readonly (number | string)[]): string {
  const counts = new Map<number | string, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
}

/**
 * The process that has the folder on its command line: `surf` may start another Node than the one
 * it is started with.
 */
function pidOf(folder: string): number {
  let pid = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(folder)) pid = Math.max(pid, Number(name));
    } catch {
      // it has just ended
    }
  }
  return pid;
}

function statusMb(pid: number, field: 'VmHWM' | 'VmRSS'): number {
  const [, kilobytes] =
    new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
