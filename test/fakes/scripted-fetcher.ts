import type { FetchAnswer, Fetcher, FetchFailure, FetchRequest, FetchResult, Reach } from '#core/fetch/fetcher.ts';
import type { Clock } from '#core/model/clock.ts';

/** What the scripted web says to one request. */
export interface Script {
  /** @default 200 */
  readonly status?: number;
  /** @default text/html */
  readonly type?: string | null;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string | Uint8Array;
  /** @default 10 */
  readonly latencyMs?: number;
  /** Before the request is sent. @default 0 */
  readonly connectMs?: number;
  readonly end?: FetchAnswer['end'];
  /** No answer at all. */
  readonly failure?: FetchFailure['reason'];
  readonly fault?: FetchFailure['fault'];
  /** It ended for others. */
  readonly gaveWay?: true;
  /** While another host waits for its place, it ends as `no-room` instead of this answer. */
  readonly makesRoom?: true;
}

/** @param nth earlier requests for this URL, by this method */
export type Web = (url: string, nth: number, method?: FetchRequest['method']) => Script | undefined;

/** One request as the server saw it; times as the clock's `elapsed`. */
export interface LoggedRequest {
  readonly url: string;
  readonly method: FetchRequest['method'];
  readonly startedAt: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly http2: boolean;
}

/** Answers by script, in simulated time. Unknown URLs are 404; robots.txt too. */
export class ScriptedFetcher implements Fetcher {
  readonly log: LoggedRequest[] = [];
  /** Requests that began and have not ended, and the most there ever were. */
  inFlight = 0;
  mostInFlight = 0;
  /**
   * Addresses of URLs: the one that the fetcher reports, and the one of the connection.
   * @default none is known
   */
  addresses: ((url: string) => { readonly told: string; readonly peer: string }) | null = null;
  /** Way to the host of this URL. @default each takes a connection */
  reachable: (url: string) => Reach = () => 'reached';
  /** URLs whose hosts were connected to without a request. */
  readonly connected: string[] = [];
  readonly #clock: Clock;
  readonly #web: Web;
  readonly #asked = new Map<string, number>();

  constructor(clock: Clock, web: Web) {
    this.#clock = clock;
    this.#web = web;
  }

  /** URLs without robots.txt, in order. */
  get pages(): string[] {
    return this.log.map(({ url }) => url).filter((url) => !url.endsWith('/robots.txt'));
  }

  async fetch(request: FetchRequest): Promise<FetchResult> {
    const clock = this.#clock;
    const { url, method } = request;
    const asked = `${method} ${url}`;
    const nth = this.#asked.get(asked) ?? 0;
    this.#asked.set(asked, nth + 1);
    const script = this.#web(url, nth, method) ?? { status: 404 };
    const { latencyMs = 10, connectMs = 0 } = script;
    await clock.sleep(connectMs, request.signal);
    const startedAt = clock.now();
    const aborted = (): boolean => request.signal?.aborted === true;
    if (request.mayStart?.(this.addresses?.(url).peer ?? null) === false || aborted()) {
      return { ok: false, reason: 'timeout', message: 'not sent', startedAt, endedAt: startedAt };
    }
    request.sent?.();
    this.log.push({ url, method, startedAt, headers: request.headers, http2: request.http2 === true });
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    const { timeoutMs, headersMs = timeoutMs } = request;
    const isSilent = headersMs < timeoutMs && latencyMs > headersMs;
    await clock.sleep(isSilent ? headersMs : latencyMs, request.signal);
    this.inFlight -= 1;
    const endedAt = clock.now();
    if (aborted() && endedAt - startedAt < latencyMs) {
      return { ok: false, reason: 'reset', message: 'aborted', startedAt, endedAt };
    }
    const cut = script.makesRoom === true && request.slotWanted?.() === true;
    const failure = cut ? 'no-room' : isSilent ? 'timeout' : script.failure;
    if (failure !== undefined) {
      const gaveWay = cut || script.gaveWay === true ? { gaveWay: true as const } : {};
      const fault = script.fault === undefined ? {} : { fault: script.fault };
      return { ok: false, reason: failure, message: `${failure} failed`, startedAt, endedAt, ...gaveWay, ...fault };
    }
    return answerOf(script, request, { startedAt, endedAt });
  }

  async address(url: string): Promise<string | null> {
    return this.addresses?.(url).told ?? null;
  }

  async reach(url: string, timeoutMs: number): Promise<Reach> {
    this.connected.push(url);
    const reach = this.reachable(url);
    await this.#clock.sleep(reach === 'silent' ? timeoutMs : 10);
    return reach;
  }

  async close(): Promise<void> {}
}

const NOTHING = new Uint8Array(0);

function answerOf(script: Script, request: FetchRequest, times: { startedAt: number; endedAt: number }): FetchAnswer {
  const { type = 'text/html', status = 200, headers = [] } = script;
  const all = type === null ? headers : ([['Content-Type', type], ...headers] as const);
  const whole = typeof script.body === 'string' ? Buffer.from(script.body) : (script.body ?? NOTHING);
  const left = request.decideBody({ status, statusText: '', headers: all }) === 'leave';
  const bodiless = request.method === 'HEAD';
  const large = !bodiless && whole.length > request.maxBytes;
  const cut = large && request.cutsBody === true;
  const wireBody = left || bodiless || (large && !cut) ? NOTHING : cut ? whole.subarray(0, request.maxBytes) : whole;
  return {
    ok: true,
    status,
    statusText: '',
    headers: all,
    ...times,
    requestHead: Buffer.from(
      `${request.method} ${request.url} HTTP/1.1\r\n${request.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    ),
    wireBody,
    body: wireBody,
    end: left ? 'left' : cut ? 'cut' : large ? 'too-large' : (script.end ?? 'complete'),
    address: '192.0.2.1',
  };
}
