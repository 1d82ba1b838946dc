import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbedded } from '#compose/compose-local.ts';
import { listTasks } from '#engine/list-tasks/list-tasks.ts';
import type { TaskView } from '#engine/list-tasks/task-view.ts';
import type { AttackedDeployment } from '#test/attack/targets/attacked-deployment.ts';
import { DeployedSurf } from '#test/attack/targets/deployed-surf.ts';
import { endWithin } from '#test/attack/targets/end-within.ts';
import { surfHereIfPacked } from '#test/e2e/process/surf-here.ts';
import { type ProcessEnd, SurfProcess } from '#test/e2e/process/surf-process.ts';

const PRELOAD = new URL('../preloads/preload.ts', import.meta.url).href;

/**
 * Where a scene is crawled: by `surf crawl` itself; by `surf serve`, or by a deployment in the
 * emulator, which `surf crawl --api` asks to.
 */
export const PLACES = ['embedded', 'serve', 'deployed'] as const;
export type AttackPlace = (typeof PLACES)[number];
/** Places that need nothing but this machine's Node. */
export const LOCAL_PLACES = ['embedded', 'serve'] as const;

/** What an attacked Surf needs to know. */
export interface AttackedOptions {
  /** A new folder, removed by the caller. */
  readonly folder: string;
  /** Of the process that crawls. */
  readonly environment: Readonly<Record<string, string>>;
  /** The crawl is killed after this. */
  readonly mostSeconds: number;
}

/** A real Surf under attack: the process that crawls is measured, other commands are not. */
export interface AttackedSurf {
  readonly place: AttackPlace;
  /** `surf crawl` with these arguments, until the execution has ended. */
  crawl(args: readonly string[]): Promise<ProcessEnd>;
  /** The outcome of each address of that crawl. What it archived is below the folder then. */
  views(): Promise<readonly TaskView[]>;
  /** Does the log prove that crawl? @returns what is wrong; empty: it does */
  verify(): Promise<string>;
  /** Another command on the same data. */
  run(args: readonly string[]): Promise<ProcessEnd>;
  /** Peak memory of the crawling process so far, MB; NaN where nothing measures it. */
  peakMb(): number;
  /** Longest time for which an event loop of the crawling process did not turn, ms. */
  stalledMs(): number;
  end(): Promise<void>;
}

/** @returns a Surf at that place, ready to crawl @param deployment for the place `deployed` */
export async function attackedSurf(
  place: AttackPlace,
  options: AttackedOptions,
  deployment?: AttackedDeployment,
): Promise<AttackedSurf> {
  if (place === 'embedded') return new EmbeddedSurf(options);
  if (place === 'serve') return await ServedSurf.start(options);
  if (deployment === undefined) throw new Error('there is no deployment to attack');
  return await DeployedSurf.start(options, deployment);
}

const dataOf = (folder: string): string[] => ['--data', join(folder, 'surf')];
const measured = ({ folder, environment }: AttackedOptions): Record<string, string> => ({
  NODE_OPTIONS: `--import=${PRELOAD}`,
  ...environment,
  ATTACK_PEAK: join(folder, 'peak.txt'),
});

/** Each thread of the crawling process writes its longest stall into a file. */
function longestStall(folder: string): number {
  const files = readdirSync(folder).filter((name) => name.startsWith('peak.txt.stall'));
  return Math.max(0, ...files.map((name) => Number(readFileSync(join(folder, name), 'utf8'))));
}

class EmbeddedSurf implements AttackedSurf {
  readonly place = 'embedded';
  readonly #options: AttackedOptions;

  constructor(options: AttackedOptions) {
    this.#options = options;
  }

  async crawl(args: readonly string[]): Promise<ProcessEnd> {
    const { folder, mostSeconds } = this.#options;
    return await endWithin(new SurfProcess([...args, ...dataOf(folder)], measured(this.#options)), mostSeconds);
  }

  run(args: readonly string[]): Promise<ProcessEnd> {
    return new SurfProcess([...args, ...dataOf(this.#options.folder)], this.#options.environment).ended;
  }

  verify(): Promise<string> {
    return verified(dataOf(this.#options.folder));
  }

  views(): Promise<readonly TaskView[]> {
    return localViews(this.#options.folder);
  }

  peakMb(): number {
    const file = join(this.#options.folder, 'peak.txt');
    return existsSync(file) ? Number(readFileSync(file, 'utf8')) : Number.NaN;
  }

  stalledMs(): number {
    return longestStall(this.#options.folder);
  }

  async end(): Promise<void> {
    // its process has ended with the crawl
  }
}

class ServedSurf implements AttackedSurf {
  readonly place = 'serve';
  readonly #options: AttackedOptions;
  readonly #server: SurfProcess;
  readonly #address: string;

  private constructor(options: AttackedOptions, server: SurfProcess, address: string) {
    this.#options = options;
    this.#server = server;
    this.#address = address;
  }

  static async start(options: AttackedOptions): Promise<ServedSurf> {
    const args = ['serve', '--port', '0', '--json', ...dataOf(options.folder)];
    const server = new SurfProcess(args, measured(options));
    const { address } = JSON.parse(await server.prints()) as { address: string };
    return new ServedSurf(options, server, address);
  }

  async crawl(args: readonly string[]): Promise<ProcessEnd> {
    return await endWithin(new SurfProcess([...args, '--api', this.#address]), this.#options.mostSeconds);
  }

  run(args: readonly string[]): Promise<ProcessEnd> {
    return new SurfProcess([...args, '--api', this.#address]).ended;
  }

  verify(): Promise<string> {
    return verified(['--api', this.#address]);
  }

  views(): Promise<readonly TaskView[]> {
    return localViews(this.#options.folder);
  }

  /** The high-water mark of the server, which continues. */
  peakMb(): number {
    const status = `/proc/${this.#server.pid}/status`;
    return existsSync(status) ? peakKbOf(readFileSync(status, 'utf8')) / 1024 : Number.NaN;
  }

  stalledMs(): number {
    return longestStall(this.#options.folder);
  }

  async end(): Promise<void> {
    this.#server.signal('SIGTERM');
    if (await this.#server.lives(10_000)) await this.#server.kill();
  }
}

/** As users verify. */
async function verified(place: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await surfHereIfPacked(['verify', 'last', ...place]);
  return code === 0 ? '' : stdout + stderr;
}

/** Tasks of the last execution of the data folder. */
async function localViews(folder: string): Promise<readonly TaskView[]> {
  const surf = openEmbedded({ data: join(folder, 'surf') });
  try {
    const { rows } = await surf.catalog.executions(1);
    const [row] = rows;
    if (row === undefined) return [];
    const views: TaskView[] = [];
    for await (const view of listTasks(surf, row.id)) views.push(view);
    return views;
  } finally {
    await surf.close();
  }
}

const peakKbOf = (status: string): number => Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1]);
