import { SurfError } from '#core/error.ts';
import { isSafeAddress } from '#core/identity/safe-address.ts';

/**
 * The base URL of a server's API, without `/v1` and without a trailing slash.
 * @throws SurfError COMMAND_USAGE for an invalid address, or one that would expose keys in transit
 */
export function serverAddress(text: string): string {
  const shown = JSON.stringify(text.replace(/\/\/[^/@]*@/, '//').slice(0, 200));
  const remedy =
    'give its https address, for example https://abc.execute-api.eu-central-1.amazonaws.com, or http of this machine';
  if (!URL.canParse(text)) throw new SurfError('COMMAND_USAGE', `${shown} is not an address of a server`, { remedy });
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (isPlain && isSafeAddress(url)) return url.href.replace(/\/+$/, '');
  const why = isPlain
    ? 'is neither https nor on this machine: others could read keys in transit'
    : 'has a user, a query or a fragment';
  throw new SurfError('COMMAND_USAGE', `${shown} ${why}`, { remedy });
}
