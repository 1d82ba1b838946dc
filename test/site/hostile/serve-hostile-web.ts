import type { Socket } from 'node:net';
import { startRawServer } from '#test/http/raw-server.ts';
import { answer } from '#test/site/hostile/answer.ts';
import type { HostileRequest, HostileWeb } from '#test/site/hostile/hostile-web.ts';

/** A request, and when it came. */
export interface LoggedRequest extends HostileRequest {
  /** When it was read: ms of this process's monotonic clock. */
  readonly at: number;
  /** It had not come yet when this process looked last before, or before the connection was there: a busy machine reads late. */
  readonly after: number;
}

export interface ServedWeb {
  readonly port: number;
  readonly log: readonly LoggedRequest[];
  close(): Promise<void>;
}

/** How often the process looks, when nothing keeps it. */
const LOOK_MS = 5;

const missing = answer({ status: '404 Not Found' });

/** Serves all hosts of a web on one port, by their Host header. */
export async function serveHostileWeb(web: HostileWeb): Promise<ServedWeb> {
  const log: LoggedRequest[] = [];
  const asked = new Map<string, number>();
  // Timers run before sockets are read: what is read now may have come before the last look, not before the one before.
  let looks: readonly [before: number, last: number] = [performance.now(), performance.now()];
  const looking = setInterval(() => {
    looks = [looks[1], performance.now()];
  }, LOOK_MS);
  const connectedAfter = new WeakMap<Socket, number>();
  const reply = (socket: Socket, head: string): void => {
    const hostHeader = /^host: *([^\r]*)/im.exec(head)?.[1] ?? '';
    const host = hostHeader.replace(/:80$/, '').replace(/\.(?=$|:)/, '');
    const path = /^\S+ (\S+)/.exec(head)?.[1] ?? '';
    const earlier = asked.get(host + path) ?? 0;
    asked.set(host + path, earlier + 1);
    const after = connectedAfter.get(socket) ?? looks[0];
    connectedAfter.delete(socket);
    const request = { hostHeader, host, path, head, earlier, at: performance.now(), after };
    log.push(request);
    (web.reply(host, path) ?? missing)(request, socket);
  };
  const server = await startRawServer(reply, (socket) => connectedAfter.set(socket, looks[0]));
  const close = (): Promise<void> => {
    clearInterval(looking);
    return server.close();
  };
  return { port: server.port, log, close };
}
