import type { PlanTask } from '#core/archive/plan.ts';
import type { TaskError } from '#core/execution/task-index.ts';
import type { DeferReason } from '#core/model/outcome.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** Most errors that are kept of a task: the last ones. */
const ERRORS_KEPT = 3;

/** A task while its unit works on it. */
export interface Job {
  readonly task: PlanTask;
  /** The next address to fetch: the task's, or one with the same key that it redirected to. */
  url: CrawlUrl;
  /** Redirects inside the key that were followed. */
  moves: number;
  /** Tries so far, of earlier units too. */
  attempts: number;
  errors: TaskError[];
  /** Times that it was ended for others since its last try: they are not tries of it. */
  cuts: number;
  /** Time of this unit's first request for it (epoch ms); undefined before. */
  startedAt: number | undefined;
  /** True: the HEAD promised a page, and Surf has not sent the GET. */
  headed: boolean;
  /** True: the last request was conditional (If-None-Match, If-Modified-Since). */
  conditional: boolean;
  /** True: the last response changed the cookies of the next request. */
  cookiesChanged: boolean;
  /** Earliest start (monotonic ms), and its reason. */
  notBefore: number;
  reason: DeferReason;
  cause: string;
}

export const jobOf = (task: PlanTask): Job => ({
  task,
  url: task.url as CrawlUrl,
  moves: 0,
  attempts: task.attempts ?? 0,
  cuts: 0,
  errors: [...(task.errors ?? [])],
  startedAt: undefined,
  headed: false,
  conditional: false,
  cookiesChanged: false,
  notBefore: Number.NEGATIVE_INFINITY,
  reason: 'unit-time',
  cause: '',
});

/** Notes what went wrong in a try. */
export function noteError(job: Job, error: TaskError): void {
  job.errors.push({ code: error.code.slice(0, 40), message: cutBytes(error.message, 200), at: error.at });
  if (job.errors.length > ERRORS_KEPT) job.errors.shift();
}

/** Cuts to `most` bytes of UTF-8, never within a character. */
function cutBytes(text: string, most: number): string {
  let bytes = 0;
  let end = 0;
  for (const character of text.slice(0, most)) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes > most) break;
    end += character.length;
  }
  return text.slice(0, end);
}
