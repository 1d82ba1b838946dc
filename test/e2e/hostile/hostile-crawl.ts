import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TaskView } from '#engine/list-tasks/task-view.ts';
import { removeFolder, temporaryFolder, wordOf } from '#test/e2e/crawls/embedded-crawl.ts';
import { surfHereIfPacked } from '#test/e2e/process/surf-here.ts';
import { type ProcessEnd, surf } from '#test/e2e/process/surf-process.ts';
import { ATTEMPTS } from '#test/site/hostile/hazards/answers.ts';
import { type MadeHostileWeb, makeHostileWeb } from '#test/site/hostile/make-hostile-web.ts';
import { type LoggedRequest, serveHostileWeb } from '#test/site/hostile/serve-hostile-web.ts';

const DELAY_MS = 180;
/** How much of the delay may be lost between the crawler's clock and its socket. */
const LOST_MS = 50;
const SECRET = 'swordfish';

/** What a crawl of a hostile web did wrong. */
export interface HostileCrawl {
  readonly end: ProcessEnd;
  readonly verified: ProcessEnd;
  /** Tasks that are not what the web's truth says. */
  readonly differences: readonly string[];
  /** Requests that nobody should have made, or too soon. */
  readonly violations: readonly string[];
  readonly tasks: number;
  readonly requests: number;
  readonly seconds: number;
}

/**
 * Makes a web from a seed, serves it, crawls it by the command line, and compares tasks and the
 * server's log with the truth.
 */
export async function crawlHostileWeb(seed: number): Promise<HostileCrawl> {
  const made = makeHostileWeb(seed);
  const server = await serveHostileWeb(made.web);
  const folder = temporaryFolder();
  try {
    const file = join(folder, 'workflow.json');
    writeFileSync(file, JSON.stringify(workflowOf(made)));
    const data = ['--data', join(folder, 'data')];
    const open = ['--allow-private-network', '--connect-to', `::127.0.0.1:${server.port}`];
    const begun = performance.now();
    const end = await surf(['run', file, ...data, ...open, '--json'], { SURF_SECRET_HOSTILE: SECRET });
    const seconds = (performance.now() - begun) / 1000;
    const { stdout } = await surfHereIfPacked(['tasks', 'last', ...data, '--json']);
    const verified = await surfHereIfPacked(['verify', 'last', ...data]);
    const tasks = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as TaskView);
    return {
      end,
      verified,
      differences: differencesOf(made, tasks),
      violations: violationsOf(made, server.log),
      tasks: tasks.length,
      requests: server.log.length,
      seconds,
    };
  } finally {
    await server.close();
    removeFolder(folder);
  }
}

const workflowOf = ({ seeds }: MadeHostileWeb): object => ({
  seeds,
  sitemaps: 'auto',
  limits: { depth: 30, pages: null, pageBytes: 1024 * 1024 },
  traps: { pagesPerPattern: 5 },
  politeness: { delaySeconds: DELAY_MS / 1000, perAddress: { requestsPerSecond: null } },
  fetch: { timeoutSeconds: 1, headers: { 'X-Secret': { secretRef: 'HOSTILE', plainHttp: true } } },
  retry: { attempts: ATTEMPTS, backoffSeconds: 0.1, factor: 1 },
  parallelism: 4,
  hostsPerWorker: 4,
});

function differencesOf({ web }: MadeHostileWeb, tasks: readonly TaskView[]): string[] {
  const found = new Map(tasks.map((task) => [task.url, task]));
  const differences = tasks
    .filter(({ url }) => !web.truth.has(url))
    .map((task) => `${task.url} is ${wordOf(task)}, and should not be known (via ${task.via})`);
  for (const [url, { outcome, title }] of web.truth) {
    const task = found.get(url);
    const word = task === undefined ? 'not there' : wordOf(task);
    if (word !== outcome) differences.push(`${url} is ${word}, not ${outcome} (${task?.errors.at(-1)?.message ?? ''})`);
    else if (title !== undefined && task?.title !== title)
      differences.push(`${url} is called ${task?.title}, not ${title}`);
  }
  if (found.size !== tasks.length) differences.push('a URL is listed twice');
  return differences;
}

function violationsOf(made: MadeHostileWeb, log: readonly LoggedRequest[]): string[] {
  const { web } = made;
  const violations: string[] = [];
  const counts = new Map<string, number>();
  for (const { host, path } of log) counts.set(host + path, (counts.get(host + path) ?? 0) + 1);
  for (const [place, count] of counts) {
    const [least, most] = allowedOf(made, place);
    if (count < least || count > most) violations.push(`${place} had ${count} requests, not ${least} to ${most}`);
  }
  for (const [url, { asked }] of web.truth)
    if (asked[0] > 0 && !counts.has(url.slice('http://'.length))) violations.push(`${url} was never requested`);
  for (const request of log) violations.push(...headFaults(made, request));
  for (const [host, requests] of Map.groupBy(log, ({ host }) => host.replace(/:\d+$/, ''))) {
    violations.push(...paceFaults(made, host, requests));
  }
  return violations;
}

function allowedOf({ web, outside }: MadeHostileWeb, place: string): readonly [number, number] {
  if (place.startsWith(`${outside}/`)) return [0, 0];
  if (web.robots.has(place) || web.sitemaps.has(place)) return [1, 1];
  if (place.endsWith('/robots.txt')) return [1, 6]; // redirects to itself are followed five times
  return web.truth.get(`http://${place}`)?.asked ?? [0, 0];
}

/** What no request may say. */
function headFaults({ landing }: MadeHostileWeb, { head, host, path }: LoggedRequest): string[] {
  const faults: string[] = [];
  if (!head.startsWith('GET /')) faults.push(`${host}${path}: ${head.slice(0, 20)}`);
  if (/^(?:cookie|authorization|referer|range|if-):/im.test(head)) faults.push(`${host}${path} was asked with ${head}`);
  if (!/^user-agent: surf-crawler\/0\.1\r/im.test(head)) faults.push(`${host}${path} was asked without our name`);
  if (head.includes(SECRET) && host === landing) faults.push(`${host}${path} got the secret`);
  return faults;
}

/** Robots.txt first; then the delay, a Crawl-delay, and a second where a host requested one. */
function paceFaults({ web }: MadeHostileWeb, host: string, requests: readonly LoggedRequest[]): string[] {
  const faults: string[] = [];
  const isRobots = ({ host, path }: LoggedRequest): boolean => path === '/robots.txt' || web.robots.has(host + path);
  const [first] = requests;
  if (first !== undefined && !isRobots(first))
    faults.push(`${host} had a request for ${first.path} before its robots.txt`);
  const pages = requests.filter((request) => !isRobots(request));
  for (const [n, { path, at }] of pages.entries()) {
    const before = pages[n - 1];
    if (before === undefined) continue;
    const paused = before.earlier === 0 && web.pauses.has(before.host + before.path);
    const least = Math.max(DELAY_MS, (web.delays.get(host) ?? 0) * 1000, paused ? 1_000 : 0);
    const most = at - before.after;
    if (most < least - LOST_MS)
      faults.push(`${host}${path} came ${Math.round(most)} ms after ${before.path}, not ${least}`);
  }
  return faults;
}
