import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/** Requests that begin in one round of the event loop. */
const REQUESTS_PER_ROUND = 8;
/** Rounds that waiting requests leave to new connections. */
const MOST_ROUNDS = 50;

export interface Urgency {
  /** True for a request that begins as soon as its head is read. */
  readonly isUrgent: (request: IncomingMessage) => boolean;
}

/**
 * Accepts the connections that wait before it begins requests, so that an urgent request behind a
 * burst of others is read first. libuv accepts one connection per round of the event loop
 * (libuv/libuv pull request 3696): if requests begin at once, each delays every connection behind
 * it by its CPU time.
 */
export function acceptFirst(server: Server, { isUrgent }: Urgency): void {
  const [listener] = server.listeners('request') as RequestListener[];
  if (listener === undefined) return;
  const waiting: (() => void)[] = [];
  let hasAccepted = false;
  let rounds = 0;
  const round = (): void => {
    if (hasAccepted && rounds < MOST_ROUNDS) rounds += 1;
    else {
      rounds = 0;
      for (const begin of waiting.splice(0, REQUESTS_PER_ROUND)) begin();
    }
    hasAccepted = false;
    if (waiting.length > 0) setImmediate(round);
  };
  server.on('connection', () => {
    hasAccepted = true;
  });
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (isUrgent(request)) return listener(request, response);
    if (waiting.length === 0) setImmediate(round);
    waiting.push(() => {
      if (!request.socket.destroyed) listener(request, response);
    });
  });
}
