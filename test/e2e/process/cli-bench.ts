import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Counts } from '#core/execution/execution.ts';
import type { TaskView } from '#engine/list-tasks/task-view.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { type CommandEnd, surfHere } from '#test/e2e/process/surf-here.ts';
import type { ProcessEnd } from '#test/e2e/process/surf-process.ts';
import type { Exchange } from '#test/site/exchange.ts';
import { type Site, startSite } from '#test/site/site.ts';

const PAGES = 61;
export const HTML = { 'content-type': 'text/html; charset=utf-8' };

/**
 * Pages 0 to 60, each linking to three more; the title of one is hostile, another knows its
 * validator.
 */
export async function smallSite(exchange: Exchange): Promise<void> {
  const { pathname } = exchange.url;
  const n = pathname === '/' ? 0 : Number(/^\/(\d+)$/.exec(pathname)?.[1] ?? Number.NaN);
  if (pathname === '/copy') return exchange.send(200, HTML, '<title>copy</title>page 60');
  if (pathname === '/moved') return exchange.send(301, { location: '/60' }, '');
  if (Number.isNaN(n) || n >= PAGES) return exchange.send(404, HTML, 'nothing here');
  const links = [1, 2, 3].map((i) => n * 3 + i).filter((m) => m < PAGES);
  const anchors = links.map((m) => `<a href="/${m}">to ${m}</a>`).join('');
  const others =
    n === 0 ? '<a href="/copy">c</a><a href="/moved">m</a><a href="/gone">g</a><a rel=nofollow href="/nf">n</a>' : '';
  const etag = n === 2 ? { etag: '"v2"' } : null;
  if (etag !== null && exchange.headers['if-none-match'] === etag.etag) return exchange.send(304, etag);
  const title = n === 1 ? '\u001b[31mred\u0007' : `page ${n}`;
  return exchange.send(
    200,
    { ...HTML, ...etag },
    n === 60 ? '<title>copy</title>page 60' : `<title>${title}</title>${anchors}${others}`,
  );
}

/** No delay, one attempt, loopback allowed. */
export const QUICK = ['--delay', '0', '--attempts', '1', '--allow-private-network'];

/** What crawl, run, resume, continue, pause and stop print with `--json`. */
export interface Result {
  readonly execution: string;
  readonly status: string;
  readonly reason: string | null;
  readonly counts: Counts;
  readonly levels: readonly { level: number; planned: number; stored: number }[];
  readonly data: string;
}

export const resultOf = ({ stdout }: ProcessEnd): Result => JSON.parse(stdout) as Result;

export const linesOf = <T>({ stdout }: Pick<ProcessEnd, 'stdout'>): T[] =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);

export const errorOf = ({ stderr }: ProcessEnd): { code: string; message: string; remedy: string } =>
  (JSON.parse(stderr) as { error: { code: string; message: string; remedy: string } }).error;

/**
 * A site for a test file, and for each of its tests a data folder that does not exist yet, in a
 * separate folder. Make it within `describe` or at the top.
 */
export class CliBench {
  #site: Site | undefined;
  #folder = '';

  constructor() {
    beforeAll(async () => {
      this.#site = await startSite({ handler: smallSite, robots: (exchange) => exchange.send(404, {}, '') });
    });
    afterAll(() => this.site.close());
    beforeEach(() => {
      this.#folder = temporaryFolder();
    });
    afterEach(() => removeFolder(this.#folder));
  }

  get site(): Site {
    if (this.#site === undefined) throw new Error('the site is not up yet');
    return this.#site;
  }

  /** Address of page 0. */
  get seed(): string {
    return `${this.site.origin(0)}/`;
  }

  /** The folder that holds the data folder. */
  get folder(): string {
    return this.#folder;
  }

  get data(): string {
    return join(this.#folder, 'data');
  }

  run(...args: string[]): Promise<CommandEnd> {
    return surfHere([...args, '--data', this.data]);
  }

  /** Crawls the site. */
  crawl(...args: string[]): Promise<ProcessEnd> {
    return this.run('crawl', this.seed, ...QUICK, '--json', ...args);
  }

  async tasks(...filter: string[]): Promise<TaskView[]> {
    return linesOf<TaskView>(await this.run('tasks', 'last', '--json', ...filter));
  }

  /** Requests for pages since the log had `from` entries, as path → how often. */
  requestsSince(from: number): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { path } of this.site.log.slice(from)) {
      if (path !== '/robots.txt') counts.set(path, (counts.get(path) ?? 0) + 1);
    }
    return counts;
  }
}
