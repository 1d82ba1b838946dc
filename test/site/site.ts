import type { IncomingMessage, ServerResponse } from 'node:http';
import { Exchange, type Handler } from '#test/site/exchange.ts';
import { noRobots } from '#test/site/handlers/answers/robots.ts';
import { closeServer, type Listener, listenOnLoopback } from '#test/site/listen.ts';
import { servePathologies } from '#test/site/pathologies.ts';
import { type RequestEntry, RequestLog } from '#test/site/request-log.ts';

export interface SiteOptions {
  /** Addresses, each a separate host. @default 1 */
  readonly hosts?: number;
  /** Port of all of them; 0 = a free one. @default 0 */
  readonly port?: number;
  /** Answers every request. @default the pathologies, with `/` listing them */
  readonly handler?: Handler;
  /**
   * Answers /robots.txt; a list has one per origin.
   * @default `handler` if one is given, else 404
   */
  readonly robots?: Handler | readonly Handler[];
  /** Appends every ended request to this file as a JSON line. */
  readonly logFile?: string;
}

/** A web server on loopback that logs every request. */
export interface Site {
  /** `http://127.0.0.2:40123`, without a slash at the end. */
  readonly origins: readonly string[];
  origin(index: number): string;
  /** Requests in order of arrival. */
  readonly log: readonly RequestEntry[];
  readonly requests: RequestLog;
  /** Ends all connections, also those in the middle of an answer. */
  close(): Promise<void>;
}

/** Starts a site. Unit tests listen on loopback only; nothing here reaches the network. */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  const closing = new AbortController();
  const requests = new RequestLog(options.logFile);
  const origins: string[] = [];
  const answer = handlerOf(options);
  const listeners = await listenOnLoopback({
    count: options.hosts ?? 1,
    port: options.port ?? 0,
    answer: (request, response) =>
      serve({ request, response, listeners: origins, requests, answer, signal: closing.signal }),
  });
  origins.push(...listeners.map((listener) => listener.origin));
  return {
    origins,
    origin: (index) => originAt(origins, index),
    log: requests.entries,
    requests,
    close: () => close(listeners, closing, requests),
  };
}

function handlerOf({ handler, robots }: SiteOptions): Handler {
  const pages = handler ?? servePathologies;
  const rules = robots ?? handler ?? noRobots;
  return (exchange) => {
    if (exchange.url.pathname !== '/robots.txt') return pages(exchange);
    if (typeof rules === 'function') return rules(exchange);
    return (rules[exchange.context.origin] ?? noRobots)(exchange);
  };
}

interface Served {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly listeners: readonly string[];
  readonly requests: RequestLog;
  readonly answer: Handler;
  readonly signal: AbortSignal;
}

function serve({ request, response, listeners, requests, answer, signal }: Served): void {
  const origin = `http://${request.socket.localAddress}:${request.socket.localPort}`;
  const method = request.method ?? 'GET';
  const path = request.url ?? '/';
  const { count, previousAt } = requests.before(origin, method, path);
  const entry = requests.arrive(origin, method, path, request.headers);
  const context = { origins: listeners, origin: listeners.indexOf(origin), earlier: count, previousAt, signal };
  const exchange = new Exchange(request, response, context);
  response.once('close', () => requests.leave(entry, exchange.status));
  response.on('error', () => undefined);
  request.resume();
  void run(answer, exchange);
}

async function run(answer: Handler, exchange: Exchange): Promise<void> {
  try {
    await answer(exchange);
  } catch (error) {
    if (exchange.response.headersSent || exchange.over) exchange.response.destroy();
    else exchange.send(500, { 'content-type': 'text/plain' }, `the handler threw: ${String(error)}`);
  }
}

function originAt(origins: readonly string[], index: number): string {
  const origin = origins[index];
  if (origin === undefined) throw new RangeError(`the site has ${origins.length} origins, not ${index + 1}`);
  return origin;
}

async function close(listeners: readonly Listener[], closing: AbortController, requests: RequestLog): Promise<void> {
  closing.abort();
  await Promise.all(listeners.map(({ server }) => closeServer(server)));
  await requests.close();
}
