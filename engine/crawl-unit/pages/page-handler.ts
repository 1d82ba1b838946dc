import type { RedirectTarget } from '#core/archive/chunk/chunk-lines.ts';
import type { Plan } from '#core/archive/plan.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { codeOf } from '#core/error.ts';
import { botWallOf } from '#core/fetch/bot-wall.ts';
import type { FetchAnswer, FetchFailure, FetchResult, ResponseHead } from '#core/fetch/fetcher.ts';
import { headerOf } from '#core/fetch/headers/response-headers.ts';
import { parseRetryAfter } from '#core/fetch/headers/retry-after.ts';
import type { Validators } from '#core/fetch/headers/validators.ts';
import { classifyStatus, type StatusClass } from '#core/fetch/status.ts';
import type { Clock } from '#core/model/clock.ts';
import type { FailReason } from '#core/model/outcome.ts';
import { decideAfterResponse, decideRetry, type RetryDecision } from '#core/politeness/retry.ts';
import type { ScopeFilter } from '#core/scope/filter/scope-filter.ts';
import type { Canonicalizer } from '#core/url/canonical-url.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import { MAX_URL_LENGTH } from '#core/url/url-length.ts';
import type { ChunkWriter } from '#engine/crawl-unit/chunk/chunk-writer.ts';
import type { RecordWriter } from '#engine/crawl-unit/chunk/record-writer.ts';
import { type Job, noteError } from '#engine/crawl-unit/jobs/job.ts';
import type { OutcomeFacts, TaskSettlement } from '#engine/crawl-unit/jobs/task-settlement.ts';
import { BASE_ERROR, type BaseBodies } from '#engine/crawl-unit/pages/base-body.ts';
import type { PageReader } from '#engine/crawl-unit/pages/page-reader.ts';

/** Next action of a host line after a fetch. Instants are monotonic ms. */
export type Conclusion =
  /** The task has its outcome; `bytes` count towards totalBytes. */
  | { readonly type: 'settled'; readonly bytes: number }
  | { readonly type: 'again'; readonly at: number; readonly reason: 'retry-after' | 'back-off'; readonly cause: string }
  /** The page is at another address with the same key, or at its own for the cookies it set. */
  | { readonly type: 'moved'; readonly url: CrawlUrl };

/** A conclusion, and until when the host demands a pause from all of its requests. */
export interface Visited {
  readonly conclusion: Conclusion;
  readonly hold: { readonly at: number; readonly reason: 'retry-after' | 'back-off' } | null;
  /** The answer was a bot wall: which, and how it was known. */
  readonly wall?: string;
}

export interface PageHandlerParts {
  readonly plan: Plan;
  readonly clock: Clock;
  readonly writer: ChunkWriter;
  readonly reports: TaskSettlement;
  readonly reader: PageReader;
  /** Null if the workflow takes no records. */
  readonly records: RecordWriter | null;
  readonly scopeFilter: ScopeFilter;
  readonly keys: Canonicalizer;
  readonly bodies: BaseBodies;
}

/** A try that brought no page. */
interface Failed {
  readonly reason: FailReason;
  /** Compared with `retry.on`. */
  readonly class: string;
  readonly endedAt: number;
  readonly answer?: FetchAnswer;
}

const SETTLED: Conclusion = { type: 'settled', bytes: 0 };

/**
 * Turns what a request brought into the task's outcome, or into another try (semantics.md).
 * Archives the answer.
 */
export class PageHandler {
  readonly #parts: PageHandlerParts;

  constructor(parts: PageHandlerParts) {
    this.#parts = parts;
  }

  /**
   * `job.attempts` counts this try already. Total: what our own code throws is the page's failure,
   * never the unit's; but for hooks of a program, which end the unit (HOOK_FAILED).
   */
  conclude(job: Job, result: FetchResult): Visited | Promise<Visited> {
    try {
      if (result.ok && result.status === 304 && job.conditional) {
        return this.#notModified(job, result).catch((error: unknown) => this.#broken(job, result, error));
      }
      return result.ok ? this.#answer(job, result) : this.#noAnswer(job, result);
    } catch (error) {
      return this.#broken(job, result, error);
    }
  }

  #broken(job: Job, { endedAt }: FetchResult, error: unknown): Visited {
    if (codeOf(error) === 'HOOK_FAILED') throw error; // the program's failure, not the page's
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    noteError(job, { code: 'internal', message, at: endedAt });
    this.#parts.reports.settle(job, { type: 'failed', reason: 'internal' }, {}, endedAt);
    return { conclusion: SETTLED, hold: null };
  }

  /**
   * The page is as the base has it: its body is read there, its links and all that it says are
   * taken from that.
   */
  async #notModified(job: Job, answer: FetchAnswer): Promise<Visited> {
    const { bodies, reader, records, reports, writer } = this.#parts;
    const page = await bodies.read(job, answer);
    if (typeof page === 'string') return this.#askWhole(job, answer, `the base’s body cannot be read: ${page}`);
    const { base } = job.task;
    const facts = headFacts(page.answer);
    facts.status = answer.status;
    addValidators(facts, page.answer, base);
    if (job.url !== job.task.url) facts.url = job.url;
    if (base !== undefined) Object.assign(facts, { bytes: base.bytes, digest: base.digest, body: base.archived });
    if (base?.cut === true) facts.cut = true;
    const charset = reader.read(job, page.answer, facts);
    const pointer = writer.revisit(answer, job.url, page.record);
    if (pointer !== null) facts.warc = pointer;
    records?.take(job, page.answer, { charset, title: facts.title ?? null });
    reports.settle(job, { type: 'notModified' }, facts, answer.endedAt);
    return { conclusion: SETTLED, hold: null };
  }

  /** Asks once more, without conditions. That was not a failed try of the page. */
  #askWhole(job: Job, { endedAt }: FetchAnswer, message: string): Visited {
    noteError(job, { code: BASE_ERROR, message, at: endedAt });
    job.attempts -= 1;
    const at = this.#parts.clock.monotonic();
    return { conclusion: { type: 'again', at, reason: 'back-off', cause: message.slice(0, 200) }, hold: null };
  }

  #noAnswer(job: Job, failure: FetchFailure): Visited {
    const { reason, message, endedAt } = failure;
    if (reason === 'blocked-address') {
      const outcome = { type: 'skipped' as const, reason, rule: message.slice(0, 200) };
      this.#parts.reports.settle(job, outcome, {}, endedAt);
      return { conclusion: SETTLED, hold: null };
    }
    noteError(job, { code: reason, message, at: endedAt });
    return { conclusion: this.#againOr(job, { reason, class: reason, endedAt }), hold: null };
  }

  #answer(job: Job, answer: FetchAnswer): Visited {
    const wall = botWallOf(answer, answer.body);
    if (wall !== null) {
      const words = `${wall.service} (${wall.sign})`;
      noteError(job, { code: 'blocked', message: words, at: answer.endedAt });
      return { conclusion: this.#fail(job, answer, 'blocked'), hold: null, wall: words };
    }
    if (answer.status === 412 && job.conditional) return this.#askWhole(job, answer, '412 to a conditional request');
    const location = headerOf(answer, 'location');
    const status = classifyStatus(answer.status, location !== null);
    if (status === 'page') return { conclusion: this.#page(job, answer), hold: null };
    if (status === 'redirect') return { conclusion: this.#redirect(job, answer, location ?? ''), hold: null };
    return this.#refusal(job, answer, status);
  }

  #page(job: Job, answer: FetchAnswer): Conclusion {
    const { reports } = this.#parts;
    switch (answer.end) {
      case 'left':
        reports.settle(job, { type: 'skipped', reason: 'content-type' }, factsOf(answer), answer.endedAt);
        return SETTLED;
      case 'too-large':
        reports.settle(job, { type: 'skipped', reason: 'too-large' }, factsOf(answer), answer.endedAt);
        return SETTLED;
      case 'decode':
        noteError(job, { code: 'decode', message: 'the Content-Encoding is damaged', at: answer.endedAt });
        return this.#fail(job, answer, 'decode');
      case 'complete':
      case 'cut':
        return this.#stored(job, answer);
      default: {
        const message = `the body ended early: ${answer.end}`;
        noteError(job, { code: 'truncated', message, at: answer.endedAt });
        return this.#againOr(job, { reason: 'truncated', class: 'truncated', endedAt: answer.endedAt, answer });
      }
    }
  }

  #stored(job: Job, answer: FetchAnswer): Conclusion {
    const { reports, reader, records } = this.#parts;
    const isCut = answer.end === 'cut';
    const facts = isCut ? factsOf(answer) : headFacts(answer);
    facts.bytes = answer.body.length;
    if (isCut) facts.cut = true;
    else facts.wireBytes = answer.wireBody.length;
    facts.digest = sha256Hex(answer.body);
    addValidators(facts, answer);
    if (job.url !== job.task.url) facts.url = job.url;
    const charset = reader.read(job, answer, facts);
    this.#keep(job, answer, facts);
    records?.take(job, answer, { charset, title: facts.title ?? null });
    reports.settle(job, { type: 'stored' }, facts, answer.endedAt);
    return { type: 'settled', bytes: answer.body.length };
  }

  #redirect(job: Job, answer: FetchAnswer, location: string): Conclusion {
    const { plan, reports, keys, scopeFilter } = this.#parts;
    const facts = factsOf(answer);
    this.#keep(job, answer, facts);
    const text = utf8Of(location);
    const url = parseCrawlUrl(text, job.url);
    if (url === null || url.length > MAX_URL_LENGTH) {
      const reason = url !== null ? 'url-too-long' : URL.canParse(text, job.url) ? 'scheme' : 'invalid-url';
      const rule = `Location: ${text}`.slice(0, 200);
      reports.settle(job, { type: 'skipped', reason, rule }, facts, answer.endedAt);
      return SETTLED;
    }
    const { redirects } = plan.workflow.fetch;
    const key = urlKeyOf(keys.form(url));
    if (key === job.task.key && (url !== job.url || job.cookiesChanged)) {
      if (job.moves < redirects) return { type: 'moved', url };
      reports.settle(job, { type: 'skipped', reason: 'too-many-redirects' }, facts, answer.endedAt);
      return SETTLED;
    }
    const seed = job.task.seed === true;
    const verdict = scopeFilter.decide(url, { nofollow: false, seed: false, scopeExempt: seed });
    const over = (job.task.hop ?? 0) + 1 > redirects;
    const reason = verdict.reason ?? (over ? ('too-many-redirects' as const) : null);
    const rule = verdict.rule?.slice(0, 200);
    const target: RedirectTarget = rule === undefined ? { key, url, reason } : { key, url, reason, rule };
    facts.target = target;
    reports.settle(job, { type: 'redirected', to: key }, facts, answer.endedAt);
    return SETTLED;
  }

  /** An answer that is neither page nor redirect. */
  #refusal(job: Job, answer: FetchAnswer, status: StatusClass): Visited {
    const message = `${answer.status} ${answer.statusText}`.trim();
    const reason = failureOf(status);
    noteError(job, { code: reason, message, at: answer.endedAt });
    const header = answer.status >= 400 ? headerOf(answer, 'retry-after') : null;
    const asked = header === null ? null : parseRetryAfter(header, answer.endedAt);
    const failure = { reason, class: retryClassOf(status), endedAt: answer.endedAt, answer };
    const { retry, hold } = decideAfterResponse({
      retry: this.#parts.plan.workflow.retry,
      attempts: job.attempts,
      status: answer.status,
      failure,
      retryAfterSeconds: asked,
      nowMs: this.#parts.clock.monotonic(),
    });
    const conclusion = this.#retried(job, failure, retry);
    return { conclusion, hold: hold.held ? { at: hold.at, reason: hold.reason } : null };
  }

  /** Another try when the workflow allows one, else the failure. No server requested a pause. */
  #againOr(job: Job, failure: Failed): Conclusion {
    const { plan, clock } = this.#parts;
    const decision = decideRetry({
      retry: plan.workflow.retry,
      attempts: job.attempts,
      failure,
      retryAfterSeconds: null,
      nowMs: clock.monotonic(),
    });
    return this.#retried(job, failure, decision);
  }

  #retried(job: Job, failure: Failed, decision: RetryDecision): Conclusion {
    if (decision.again) {
      return { type: 'again', at: decision.notBefore, reason: decision.cause, cause: job.errors.at(-1)?.message ?? '' };
    }
    if (failure.answer !== undefined) return this.#fail(job, failure.answer, failure.reason);
    this.#parts.reports.settle(job, { type: 'failed', reason: failure.reason }, {}, failure.endedAt);
    return SETTLED;
  }

  #fail(job: Job, answer: FetchAnswer, reason: FailReason): Conclusion {
    const facts = factsOf(answer);
    this.#keep(job, answer, facts);
    this.#parts.reports.settle(job, { type: 'failed', reason }, facts, answer.endedAt);
    return SETTLED;
  }

  /** Archives it, except for a body that Surf chose not to read to its end. */
  #keep(job: Job, answer: FetchAnswer, facts: OutcomeFacts): void {
    if (answer.end === 'left' || answer.end === 'too-large') return;
    const pointer = this.#parts.writer.exchange(answer, job.url);
    if (pointer !== null) facts.warc = pointer;
  }
}

/**
 * Facts that every outcome gives about its answer; a page adds the length of its body. Set one by
 * one: what is deleted or assigned slows down all.
 */
function headFacts(answer: ResponseHead): OutcomeFacts {
  const facts: OutcomeFacts = { status: answer.status };
  const contentType = headerOf(answer, 'content-type');
  if (contentType !== null) facts.contentType = contentType.slice(0, 100);
  return facts;
}

/** Settles the task of an answer that is not a page. */
export function factsOf(answer: ResponseHead): OutcomeFacts {
  const facts = headFacts(answer);
  const length = headerOf(answer, 'content-length');
  if (length !== null && /^\d{1,15}$/.test(length)) facts.length = Number(length);
  return facts;
}

/**
 * Validators and Date of an answer, verbatim.
 * @param base its validators stay: they are those of the body
 */
function addValidators(facts: OutcomeFacts, answer: ResponseHead, base: Validators = {}): void {
  const etag = base.etag ?? headerOf(answer, 'etag');
  const lastModified = base.lastModified ?? headerOf(answer, 'last-modified');
  const date = headerOf(answer, 'date');
  if (etag !== null && etag.length <= 500) facts.etag = etag;
  if (lastModified !== null && lastModified.length <= 100) facts.lastModified = lastModified;
  if (date !== null && date.length <= 100) facts.date = date;
}

function failureOf(status: StatusClass): FailReason {
  if (status === 'http-5xx') return 'http-5xx';
  return status === 'protocol' || status === 'not-modified' ? 'protocol' : 'http-4xx';
}

const retryClassOf = (status: StatusClass): string => (status === 'not-modified' ? 'protocol' : status);

/** A Location in UTF-8, as browsers read it, was received as Latin-1. */
export function utf8Of(text: string): string {
  if (!/[\x80-\xff]/.test(text)) return text;
  const decoded = Buffer.from(text, 'latin1').toString('utf8');
  return decoded.includes('\ufffd') ? text : decoded;
}
