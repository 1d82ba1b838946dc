import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page of the site, as its manifest lists it. */
export interface SitePage {
  readonly url: string;
  readonly title: string;
  /** Of the body as it was made, before compression; hex. */
  readonly sha1: string;
  readonly bytes: number;
  /** Elements `a`. */
  readonly links: number;
}

/**
 * The site on disk: 20,000 pages of 31 KB on ten loopback addresses, the same bytes on every
 * machine.
 */
export class BenchSite {
  readonly folder: string;
  readonly #tools: string;

  /**
   * @param folder where it lies or is to be made
   * @param tools folder with generate.mjs and serve.sh
   */
  constructor(folder: string, tools: string) {
    this.folder = folder;
    this.#tools = tools;
  }

  /** Makes it where it is missing; takes half a minute and 0.9 GB. */
  make(): void {
    if (existsSync(join(this.folder, 'summary.json'))) return;
    this.#run(process.execPath, [join(this.#tools, 'generate.mjs'), '--profile', 'fast', '--out', this.folder]);
  }

  /** Serves it with nginx, pinned to one core. */
  start(core: number): void {
    this.#run(join(this.#tools, 'serve.sh'), ['start', String(core), '1', this.folder]);
  }

  stop(): void {
    this.#run(join(this.#tools, 'serve.sh'), ['stop', 'x', 'x', this.folder]);
  }

  get seeds(): string[] {
    return readFileSync(join(this.folder, 'seeds.txt'), 'utf8').trim().split('\n');
  }

  get pages(): SitePage[] {
    const lines = readFileSync(join(this.folder, 'manifest.jsonl'), 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line) as SitePage);
  }

  #run(program: string, args: readonly string[]): void {
    const { status, error } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    if (error !== undefined) throw new Error(`${program} does not start: ${error.message}`);
    if (status !== 0) throw new Error(`${program} ${args[0]} ended with ${status}`);
  }
}
