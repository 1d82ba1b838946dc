import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbedded } from '#compose/compose-local.ts';
import { type CrawlRecord, crawlRecords } from '#test/e2e/crawls/crawl-record.ts';
import { differencesOf } from '#test/e2e/crawls/differences.ts';
import { quickWorkflow, removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { requestCounts } from '#test/e2e/crawls/request-figures.ts';
import { surfHereIfPacked } from '#test/e2e/process/surf-here.ts';
import { type ProcessEnd, SurfProcess } from '#test/e2e/process/surf-process.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { makeWeb, type Web } from '#test/site/web/make-web.ts';

/**
 * Webs that crash tests crawl. `wide`: many units and waves, one chunk each; `deep`: units with
 * several chunks; `slow`: units that show beats.
 */
export const CRASH_WEBS = {
  wide: { hosts: 6, pages: 120, parallelism: 8, linksPerPage: 5, latencyMs: 10 },
  deep: { hosts: 2, pages: 500, parallelism: 2, linksPerPage: 60, latencyMs: 5 },
  slow: { hosts: 2, pages: 30, parallelism: 2, linksPerPage: 20, latencyMs: 700 },
} as const;
export type CrashWeb = keyof typeof CRASH_WEBS;

/**
 * When a process is killed: at the n-th checkpoint of a phase, or some milliseconds after its
 * start.
 */
export type Kill = { readonly at: string } | { readonly afterMs: number };

/** What a crawl leaves that must not depend on kills. */
export interface CrawlTrace {
  readonly status: string;
  readonly reason: string | null;
  readonly counts: unknown;
  readonly levels: unknown;
  readonly bytes: number;
  readonly records: readonly CrawlRecord[];
  /** What `verify` found. */
  readonly differences: readonly unknown[];
}

export interface CrashTrace extends CrawlTrace {
  /** How many of the kills hit a living process. */
  readonly hits: number;
  /** Requests whose answers are in no listed chunk: made again after the kill. */
  readonly lost: number;
  /**
   * Pages with another number of requests than an undisturbed crawl and the kills explain.
   */
  readonly unexplained: readonly string[];
}

/**
 * Crawls one web again and again, each time in a separate data folder: by `surf` processes where
 * they are killed.
 */
export class CrashBench {
  readonly name: CrashWeb;
  readonly #site: Site;
  readonly #folder = temporaryFolder();
  #undisturbed: { trace: CrawlTrace; asked: ReadonlyMap<string, number>; ms: number } | null = null;

  private constructor(name: CrashWeb, site: Site) {
    this.name = name;
    this.#site = site;
    const { parallelism } = CRASH_WEBS[name];
    const seeds = site.origins.map((origin) => `${origin}/`);
    const retry = { attempts: 2, backoffSeconds: 0.05 };
    const output = { links: 'targets' };
    const selection = {
      fields: { title: 'title', links: { selector: 'a', attribute: 'href', type: 'url', all: true } },
    };
    const workflow = quickWorkflow({ seeds, parallelism, hostsPerWorker: 2, retry, output, selection });
    writeFileSync(this.#workflowFile, JSON.stringify(workflow));
  }

  static async open(name: CrashWeb): Promise<CrashBench> {
    const web = webOf(name);
    return new CrashBench(name, await startSite({ hosts: web.options.hosts, handler: web.handler }));
  }

  get #workflowFile(): string {
    return join(this.#folder, 'workflow.json');
  }

  /** The crawl that nobody disturbs; it runs once. */
  async undisturbed(): Promise<{ trace: CrawlTrace; asked: ReadonlyMap<string, number>; ms: number }> {
    if (this.#undisturbed !== null) return this.#undisturbed;
    this.#site.requests.clear();
    return await this.#withData(async (data) => {
      const startedAt = performance.now();
      const end = await surfHereIfPacked(this.#run(data));
      const ms = performance.now() - startedAt;
      const asked = requestCounts(this.#site.log);
      this.#undisturbed = { trace: await traceOf(data, end), asked, ms };
      return this.#undisturbed;
    });
  }

  /**
   * Crawls with one process after another, each of which is killed (unless it ends before), and one
   * that is not.
   */
  async crash(kills: readonly Kill[]): Promise<CrashTrace> {
    const { asked } = await this.undisturbed();
    this.#site.requests.clear();
    return await this.#withData(async (data) => {
      let hits = 0;
      let end = await this.#killed(this.#run(data), kills[0]);
      for (const kill of [...kills.slice(1), undefined]) {
        if (end !== null) break;
        hits += 1;
        end = await this.#killed(await this.#resume(data), kill);
      }
      if (end === null) throw new Error('the last process was killed, too');
      const status = ['status', 'last', '--data', data, '--json'];
      const trace = await traceOf(data, wasDone(end) ? await surfHereIfPacked(status) : end);
      return { ...trace, hits, ...this.#compareRequests(asked, hits) };
    });
  }

  async close(): Promise<void> {
    await this.#site.close();
    removeFolder(this.#folder);
  }

  #run(data: string): string[] {
    return ['run', this.#workflowFile, '--data', data, '--allow-private-network', '--json'];
  }

  /** A process that was killed before it made the execution left nothing to resume. */
  async #resume(data: string): Promise<string[]> {
    const { stdout } = await surfHereIfPacked(['ls', '--data', data, '--json']);
    return stdout.trim() === '' ? this.#run(data) : ['resume', 'last', '--data', data, '--json'];
  }

  /** @returns null when it was killed, else how it ended */
  async #killed(args: readonly string[], kill: Kill | undefined): Promise<ProcessEnd | null> {
    if (kill === undefined) return await surfHereIfPacked(args);
    const child = new SurfProcess(args, 'at' in kill ? { SURF_TEST_STOP: kill.at } : {});
    const isReady = 'at' in kill ? await child.says('checkpoint ') : await child.lives(kill.afterMs);
    if (!isReady) return await child.ended;
    await child.kill();
    return null;
  }

  #compareRequests(asked: ReadonlyMap<string, number>, hits: number): { lost: number; unexplained: string[] } {
    const now = requestCounts(this.#site.log);
    const unexplained: string[] = [];
    let lost = 0;
    for (const url of new Set([...asked.keys(), ...now.keys()])) {
      const usual = asked.get(url) ?? 0;
      const more = (now.get(url) ?? 0) - usual;
      lost += more;
      if (more < 0 || more > hits * usual) unexplained.push(`${url} was asked ${usual + more} times, not ${usual}`);
    }
    return { lost, unexplained };
  }

  async #withData<T>(work: (data: string) => Promise<T>): Promise<T> {
    const data = temporaryFolder();
    try {
      return await work(data);
    } finally {
      removeFolder(data);
    }
  }
}

/**
 * The process was killed when all was done, just before it said so: there is nothing to resume, and
 * resume says that.
 */
const wasDone = ({ code, stderr }: ProcessEnd): boolean =>
  code === 5 && stderr.includes('STATE_CONFLICT') && stderr.includes('is succeeded: it cannot resume');

const webOf = (name: CrashWeb): Web => {
  const { parallelism: _, ...options } = CRASH_WEBS[name];
  const errors = [404, 500, 410, 503];
  const redirects = [301, 302, 308, 307];
  return makeWeb({ ...options, seed: 5, redirects, errors, duplicates: 6, disallowed: 2 });
};

/** Reads what the ended process left. @throws with its own words when it failed */
async function traceOf(data: string, end: ProcessEnd): Promise<CrawlTrace> {
  if (end.code !== 0) throw new Error(`surf ended with ${end.code}: ${end.stderr || end.stdout}`);
  const { status, reason, counts, levels, bytes } = JSON.parse(end.stdout) as CrawlTrace;
  const embedded = openEmbedded({ data });
  try {
    const [row] = (await embedded.catalog.executions(1)).rows;
    if (row === undefined) throw new Error('there is no execution');
    const records = await crawlRecords(embedded, row.id);
    return { status, reason, counts, levels, bytes, records, differences: await differencesOf(embedded, row.id) };
  } finally {
    await embedded.close();
  }
}
