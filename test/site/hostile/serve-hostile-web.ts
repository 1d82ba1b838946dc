import { startRawServer } from '#test/http/raw-server.ts';
import { answer } from '#test/site/hostile/answer.ts';
import type { HostileRequest, HostileWeb } from '#test/site/hostile/hostile-web.ts';
import { Lookout } from '#test/site/lookout.ts';

/** A request, and when it came. */
export interface LoggedRequest extends HostileRequest {
  /** When it was read: ms of this process's monotonic clock. */
  readonly at: number;
  /** When it had not come yet: a busy machine reads late. */
  readonly after: number;
}

export interface ServedWeb {
  readonly port: number;
  readonly log: readonly LoggedRequest[];
  close(): Promise<void>;
}

const missing = answer({ status: '404 Not Found' });

/** Serves all hosts of a web on one port, by their Host header. */
export async function serveHostileWeb(web: HostileWeb): Promise<ServedWeb> {
  const log: LoggedRequest[] = [];
  const asked = new Map<string, number>();
  const lookout = new Lookout();
  const server = await startRawServer((socket, head) => {
    const hostHeader = /^host: *([^\r]*)/im.exec(head)?.[1] ?? '';
    const host = hostHeader.replace(/:80$/, '').replace(/\.(?=$|:)/, '');
    const path = /^\S+ (\S+)/.exec(head)?.[1] ?? '';
    const earlier = asked.get(host + path) ?? 0;
    asked.set(host + path, earlier + 1);
    const request = { hostHeader, host, path, head, earlier, at: performance.now(), after: lookout.after };
    log.push(request);
    (web.reply(host, path) ?? missing)(request, socket);
  });
  const close = (): Promise<void> => {
    lookout.close();
    return server.close();
  };
  return { port: server.port, log, close };
}
