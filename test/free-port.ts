import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below what systems take for outgoing connections (Linux: from 32,768 on), so that none has the
 * port before its server does.
 */
const FIRST = 20_000;
const LAST = 32_000;

/** A port of loopback for a server that cannot choose one itself. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
}
