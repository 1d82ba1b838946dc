import type { Identify } from '#api/http/api-ports.ts';
import { SurfError } from '#core/error.ts';
import { LOCAL_CALLER } from '#core/identity/caller.ts';
import { LOOPBACK_NAMES } from '#core/identity/safe-address.ts';

/**
 * Rejects DNS rebinding and cross-origin requests when Surf runs without sign-in: every process on
 * this machine acts as its owner, but no page of another origin does.
 */
export const checkOrigin: Identify = async (request) => {
  const { hostname, host, protocol } = new URL(request.url);
  if (!LOOPBACK_NAMES.has(hostname)) throw refused(`the request names the host ${host}`);
  const origin = request.headers.get('origin');
  if (origin !== null && origin !== `${protocol}//${host}`) throw refused(`a page of ${origin} sent the request`);
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none')
    throw refused('a page of another site sent the request');
  return LOCAL_CALLER;
};

const refused = (why: string): SurfError =>
  new SurfError('ORIGIN_REFUSED', `${why.slice(0, 200)}: only pages of this server may use it`, {
    remedy: 'open the server under the address that it printed, http://127.0.0.1 and its port',
  });
