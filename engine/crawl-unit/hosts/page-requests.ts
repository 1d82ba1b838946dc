import { botWallOf } from '#core/fetch/bot-wall.ts';
import type { FetchAnswer, FetchRequest, FetchResult, ResponseHead } from '#core/fetch/fetcher.ts';
import { headerOf } from '#core/fetch/headers/response-headers.ts';
import { AnswerTimes } from '#core/politeness/answer-times.ts';
import { SITEMAP_MAX_BYTES } from '#core/sitemap/parse-sitemap.ts';
import { originOf } from '#core/url/origin.ts';
import type { HostFetcherParts, HostParts } from '#engine/crawl-unit/hosts/host-fetcher-parts.ts';
import type { Job } from '#engine/crawl-unit/jobs/job.ts';
import { conditionsOf } from '#engine/crawl-unit/pages/base-body.ts';
import type { RobotsCache } from '#engine/crawl-unit/robots/robots-cache.ts';

/** The server demands fewer requests, not another method. */
const ASK_LATER = new Set([429, 503]);

/** Result of a page request. */
export interface RequestOutcome {
  readonly result: FetchResult;
  /** False: when the connection was ready, the request was no longer allowed to start. */
  readonly sent: boolean;
  readonly tookMs: number;
}

/**
 * The requests for pages of one host: a GET, or (`fetch.headFirst`) a HEAD and, where it promises a
 * page, the GET right after it. The two are one try; the next request of the host keeps its
 * distance from the second.
 */
export class PageRequests {
  readonly #parts: HostFetcherParts;
  readonly #own: HostParts;
  readonly #times = new AnswerTimes();
  #starting: Promise<void> | null = null;

  constructor(parts: HostFetcherParts, own: HostParts) {
    this.#parts = parts;
    this.#own = own;
  }

  /** Resolves once the last request was sent or dropped; null if there is none to wait for. */
  get starting(): Promise<void> | null {
    return this.#starting;
  }

  /** May a request still start once its connection is ready? Leases, hours and the unit can end. */
  maySend(): boolean {
    const { halt, hours, clock } = this.#parts;
    return halt.cause === null && this.#own.lease.allows(clock.monotonic()) && hours.isOpen(clock.now());
  }

  /**
   * Loads the robots.txt of the job's origin; it counts for the rate only if a request was sent.
   */
  async loadRobots({ url, attempts }: Job, robots: RobotsCache): ReturnType<RobotsCache['load']> {
    const { rate, clock } = this.#parts;
    let isSent = false;
    const mayStart = (): boolean => {
      const may = this.maySend();
      isSent ||= may;
      return may;
    };
    rate?.started(clock.monotonic(), clock.now());
    const answer = await robots.load({ origin: originOf(url), headers: this.#own.headers(url), attempts, mayStart });
    if (!isSent) rate?.unused(clock.now());
    return answer;
  }

  /**
   * Requests the job's page.
   * @returns `later`: the request may not start now; `job.headed` remembers a HEAD that promised a
   * page
   */
  async request(job: Job): Promise<RequestOutcome | 'later'> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const started = (): void => {
      if (this.#starting === promise) this.#starting = null;
      resolve();
    };
    this.#starting = promise;
    try {
      if (job.task.sitemap === undefined && this.#parts.headFirst && !job.headed) {
        const head = await this.#send(job, 'HEAD', () => {});
        if (!head.sent || !head.result.ok || !this.#wantsBody(head.result)) return head;
        job.headed = true;
        job.startedAt ??= head.result.startedAt;
        if (!this.maySend()) return 'later';
        this.#parts.rate?.started(this.#parts.clock.monotonic(), this.#parts.clock.now());
      }
      job.headed = false;
      return await this.#send(job, 'GET', started);
    } finally {
      started();
    }
  }

  /** @param started called once the request was sent or dropped */
  async #send(job: Job, method: FetchRequest['method'], started: () => void): Promise<RequestOutcome> {
    const { calls, clock, fetcher, halt, connections, timeoutMs, pageBytes, cutsPages, slotWanted } = this.#parts;
    const { hostClock, cookies } = this.#own;
    const own = this.#own.headers(job.url);
    const headers = cookies === null ? own : cookies.addTo(own, job.url, clock.now());
    const isSitemap = job.task.sitemap !== undefined;
    const conditions = method === 'GET' && !isSitemap ? conditionsOf(job, { ...this.#parts, headers }) : [];
    job.conditional = conditions.length > 0;
    const held = calls.beforeFetch(job.url);
    if (held !== undefined) await held;
    const called = clock.monotonic();
    let sent: boolean | null = null;
    const headersMs = this.#headersMs(job);
    const request: FetchRequest = {
      url: job.url,
      method,
      headers: job.conditional ? [...headers, ...conditions] : headers,
      timeoutMs,
      headersMs,
      maxBytes: isSitemap ? SITEMAP_MAX_BYTES : pageBytes,
      cutsBody: cutsPages && !isSitemap,
      large: isSitemap,
      slotWanted,
      decideBody: (head) =>
        isSitemap || this.#isPage(head) || head.status < 200 || head.status > 299 ? 'read' : 'leave',
      mayStart: () => {
        sent = this.maySend();
        if (sent) hostClock.started(clock.monotonic());
        started();
        return sent;
      },
      sent: () => hostClock.started(clock.monotonic()),
      signal: halt.requests,
    };
    const result = await fetcher.fetch(request, connections);
    const now = clock.monotonic();
    if (!result.ok && result.unsent === true) sent = false;
    if (sent === null) hostClock.started(Math.max(called, now - Math.max(0, clock.now() - result.startedAt)));
    if (sent !== false) hostClock.took(result.endedAt - result.startedAt);
    if (result.ok) {
      hostClock.received(result.wireBody.length);
      job.cookiesChanged = cookies?.keep(result, job.url, clock.now()) === true;
    }
    return {
      result: sent === false ? result : this.#timed(job, result, headersMs),
      sent: sent !== false,
      tookMs: now - called,
    };
  }

  /**
   * Limit for the headers. A first try may get less than `timeoutMs`; later tries get all of it.
   */
  #headersMs({ task, attempts }: Job): number {
    const { tunesTimeout, timeoutMs, retry } = this.#parts;
    const isFirst = attempts === 0 && retry.attempts > 1 && retry.on.includes('timeout');
    return tunesTimeout && isFirst && task.sitemap === undefined ? this.#times.deadlineMs(timeoutMs) : timeoutMs;
  }

  /** Records the answer time; a first try that Surf ended early says so in its message. */
  #timed({ task }: Job, result: FetchResult, headersMs: number): FetchResult {
    const { timeoutMs, halt } = this.#parts;
    const tookMs = result.endedAt - result.startedAt;
    if (result.ok) {
      if (task.sitemap === undefined) this.#times.answered(tookMs);
      return result;
    }
    const isEarly = headersMs < timeoutMs && tookMs < timeoutMs && !halt.requests.aborted;
    if (result.reason !== 'timeout' || result.gaveWay === true || !isEarly) return result;
    this.#times.silent();
    const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;
    const message = `no answer within ${seconds(headersMs)}, and this host usually answers sooner; the next try has ${seconds(timeoutMs)}`;
    return { ...result, message };
  }

  /**
   * A page has a body but for 204 and 205 (RFC 9110 §15.3.5, §15.3.6); a server that knows no HEAD
   * (405, 501) gets a GET, and for a check of links one whose error may be the HEAD's alone.
   */
  #wantsBody(head: FetchAnswer): boolean {
    const { status } = head;
    if (botWallOf(head, head.body) !== null) return false;
    if (this.#parts.doubtsHead && status >= 400 && !ASK_LATER.has(status)) return true;
    return status === 405 || status === 501 || (status !== 204 && status !== 205 && this.#isPage(head));
  }

  #isPage(head: ResponseHead): boolean {
    return head.status >= 200 && head.status < 300 && this.#parts.types.isPage(headerOf(head, 'content-type'));
  }
}
