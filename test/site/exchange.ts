import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a handler needs to know of the site besides the request. */
export interface ExchangeContext {
  /** All origins of the site, and which of them was asked. */
  readonly origins: readonly string[];
  readonly origin: number;
  /** How often the same method and URL was asked before; 0 the first time. */
  readonly earlier: number;
  /** Epoch ms of the previous request on the same origin, for any URL; null for the first. */
  readonly previousAt: number | null;
  /** Aborted when the site closes. */
  readonly signal: AbortSignal;
}

/** One request and the means to answer it, well or badly. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly context: ExchangeContext;
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  #rawStatus: number | null = null;
  #gone = false;

  constructor(request: IncomingMessage, response: ServerResponse, context: ExchangeContext) {
    this.request = request;
    this.response = response;
    this.context = context;
    this.method = request.method ?? 'GET';
    const origin = context.origins[context.origin] ?? 'http://127.0.0.1';
    this.url = URL.parse(request.url ?? '/', origin) ?? new URL(origin);
    this.headers = request.headers;
    response.once('close', () => {
      this.#gone = true;
    });
  }

  /** Path and query as received. */
  get path(): string {
    return this.request.url ?? '/';
  }

  /** The origin that was asked, and another one: `originAt(i)` counts round. */
  get origin(): string {
    return this.originAt(this.context.origin);
  }

  originAt(index: number): string {
    const { origins } = this.context;
    return origins[index % origins.length] ?? '';
  }

  /** Part `index` of the path: `part(0)` of `/a/b` is `a`. Empty when there is none. */
  part(index: number): string {
    return decodeURIComponent(this.url.pathname.split('/')[index + 1] ?? '');
  }

  /** A number from the query, or `otherwise`. */
  number(name: string, otherwise: number): number {
    const text = this.url.searchParams.get(name);
    const value = text === null ? otherwise : Number(text);
    return Number.isFinite(value) ? value : otherwise;
  }

  /** The client went away, or the answer is complete, or the site closes. */
  get over(): boolean {
    return this.#gone || this.context.signal.aborted;
  }

  /** Status for the log: what was sent, also past node:http; null when nothing was. */
  get status(): number | null {
    if (this.#rawStatus !== null) return this.#rawStatus;
    return this.response.headersSent ? this.response.statusCode : null;
  }

  /**
   * Waits, and ends early when the client goes.
   * @returns false when no client waits for the answer
   */
  async wait(ms: number): Promise<boolean> {
    if (this.over) return false;
    if (ms <= 0) return true;
    const gone = new AbortController();
    const end = (): void => gone.abort();
    this.response.once('close', end);
    await sleep(ms, undefined, { signal: AbortSignal.any([gone.signal, this.context.signal]) }).catch(() => undefined);
    this.response.off('close', end);
    return !this.over;
  }

  /** Sends a complete answer with Content-Length; HEAD gets the head alone. */
  send(status: number, headers: Readonly<Record<string, string | string[]>>, body: string | Uint8Array = ''): void {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    const bodiless = status === 204 || status === 304;
    this.response.writeHead(status, {
      ...(bodiless ? {} : { 'content-length': String(bytes.byteLength) }),
      ...headers,
    });
    this.response.end(this.method === 'HEAD' || bodiless ? undefined : bytes);
  }

  html(body: string, status = 200, headers: Readonly<Record<string, string | string[]>> = {}): void {
    this.send(status, { 'content-type': 'text/html; charset=utf-8', ...headers }, body);
  }

  redirect(status: number, location: string): void {
    this.send(status, { location, 'content-type': 'text/html' }, `<a href="${location}">moved</a>`);
  }

  /** The connection itself, for what node:http refuses to send. The handler ends or destroys it. */
  raw(status: number | null): Socket {
    this.#rawStatus = status;
    this.response.detachSocket(this.request.socket);
    this.request.socket.once('close', () => this.response.emit('close'));
    return this.request.socket;
  }
}

/** Answers one request; any error that it throws becomes a 500 that names it. */
export type Handler = (exchange: Exchange) => void | Promise<void>;
