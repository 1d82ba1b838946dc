import { isIP } from 'node:net';

/** An address as a user types it, converted to a URL. */
export interface TypedAddress {
  readonly url: string;
  /** The scheme that Surf added; null if the user wrote one. */
  readonly assumed: 'https' | 'http' | null;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const HOST = /^(?:localhost|\[[0-9a-f:.]+\]|(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]+)(?::\d{1,5})?(?=[/?#]|$)/iu;
/** Suffixes of files that `surf run` reads; no host ends with one. */
const DOCUMENT = /\.(?:ya?ml|json|conf)$/i;

/**
 * True for an address that needs no command before it: `example.org`, `localhost:8000/x`, a URL.
 */
export const looksLikeAddress = (text: string): boolean =>
  /^https?:\/\//i.test(text) || (HOST.test(text) && !looksLikeDocument(text) && !looksLikeList(text));

/** True for the name of a workflow file rather than a host. */
export const looksLikeDocument = (text: string): boolean => DOCUMENT.test(text);

/** True for a list of addresses instead of a command: a file, or stdin. */
export const namesList = (text: string): boolean => text === '-' || looksLikeList(text);

/** True for the name of a file with addresses: no host ends with .txt. */
export const looksLikeList = (text: string): boolean => /\.txt$/i.test(text) && !/^https?:\/\//i.test(text);

/**
 * The URL that a user means. A missing scheme becomes https; http for localhost, an IP address and
 * a port other than 443, where a certificate is rare. Text that is not a host stays unchanged: the
 * check of the seeds reports its fault.
 */
export function typedAddress(text: string): TypedAddress {
  const [host] = SCHEME.test(text) ? [] : (HOST.exec(text) ?? []);
  if (host === undefined) return { url: text, assumed: null };
  const [, name = '', port] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
  const isLocal = name.toLowerCase() === 'localhost' || isIP(name.replace(/^\[|\]$/g, '')) !== 0;
  const assumed = isLocal || (port !== undefined && port !== '443') ? 'http' : 'https';
  return { url: `${assumed}://${text}`, assumed };
}
