import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SurfError } from '#core/error.ts';
import { LOOPBACK_NAMES } from '#core/identity/safe-address.ts';

/** Time limit for a person to sign in. */
const PATIENCE_MS = 5 * 60_000;

/** The browser's way back to this process (RFC 8252 §7.3). */
export interface BrowserAnswer {
  /** Value for `redirect_uri`. */
  readonly redirect: string;
  /**
   * The answer with this state; it ignores all others.
   * @throws SurfError SIGN_IN_INVALID after five minutes
   */
  wait(state: string): Promise<URLSearchParams>;
  close(): void;
}

/**
 * Listens on this machine, and only there.
 * @param wanted http address of this machine; without a port Surf takes a free one
 * @throws SurfError COMMAND_USAGE for another address, or a port that is taken
 */
export async function openBrowserAnswer(wanted = 'http://127.0.0.1/'): Promise<BrowserAnswer> {
  const url = URL.canParse(wanted) ? new URL(wanted) : null;
  if (url?.protocol !== 'http:' || !LOOPBACK_NAMES.has(url.hostname) || url.search !== '' || url.hash !== '') {
    throw new SurfError('COMMAND_USAGE', `${JSON.stringify(wanted.slice(0, 200))} is not an address of this machine`, {
      remedy: 'give --redirect http://127.0.0.1/, or what the sign-in service has for this client, with its port',
    });
  }
  let take: (query: URLSearchParams) => boolean = () => false;
  const server = createServer((request, response) =>
    answer(request, response, { path: url.pathname, take: (query) => take(query) }),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(notFree(url, error)));
    server.listen(url.port === '' ? 0 : Number(url.port), url.hostname.replace(/[[\]]/g, ''), resolve);
  });
  url.port = String((server.address() as AddressInfo).port);
  return {
    redirect: url.href,
    wait: (state) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(tooLate()), PATIENCE_MS);
        take = (query) => {
          if (query.get('state') !== state) return false;
          clearTimeout(timer);
          resolve(query);
          return true;
        };
      }),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Callback {
  readonly path: string;
  /** Is it the expected answer? */
  readonly take: (query: URLSearchParams) => boolean;
}

const HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'content-security-policy': "default-src 'none'",
  'cache-control': 'no-store',
  connection: 'close',
};

function answer({ method, url = '/' }: IncomingMessage, response: ServerResponse, { path, take }: Callback): void {
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
  const taken = method === 'GET' && pathname === path && take(searchParams);
  response.writeHead(taken ? 200 : 404, HEADERS);
  response.end(taken ? 'Return to the command line. You can close this window.\n' : 'No sign-in is waiting here.\n');
}

const notFree = ({ host }: URL, cause: Error): SurfError =>
  new SurfError('COMMAND_USAGE', `${host} cannot be listened on: ${cause.message}`, {
    remedy: 'give --redirect with another port, if the sign-in service takes it',
    cause,
  });

const tooLate = (): SurfError =>
  new SurfError('SIGN_IN_INVALID', 'nobody signed in within five minutes', { remedy: 'run surf login again' });
