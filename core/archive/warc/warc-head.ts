import type { FetchAnswer, ResponseHead } from '#core/fetch/fetcher.ts';

/** WARC 1.1 §5.13: reason why a block is shorter than the server's full answer. */
export type WarcTruncation = 'length' | 'time' | 'disconnect' | 'unspecified';

/** Reason why an answer is not whole, as its record gives it; undefined if it is whole. */
export function truncationOf(end: FetchAnswer['end']): WarcTruncation | undefined {
  if (end === 'length' || end === 'time' || end === 'disconnect') return end;
  if (end === 'too-large' || end === 'cut') return 'length';
  return end === 'left' ? 'unspecified' : undefined;
}

/**
 * Anything that could end a line, or (above U+00FF) become such a byte when it is written as
 * Latin-1.
 */
const UNSAFE = /[^\t\x20-\x7e\x80-\xff]/g;
/** RFC 9110 §5.6.2: characters of a token. */
const NOT_TOKEN = /[^!#$%&'*+\-.^_`|~0-9A-Za-z]/g;

const safeValue = (value: string): string => (value.search(UNSAFE) < 0 ? value : value.replace(UNSAFE, ' '));
const safeName = (name: string): string => (name.search(NOT_TOKEN) < 0 ? name : name.replace(NOT_TOKEN, '_')) || '_';

/**
 * Status line and headers of the HTTP message in a response record (to be written as Latin-1; ends
 * with the empty line).
 *
 * The body is stored as the server sent it, without chunked framing. Headers that would say
 * otherwise are kept under `X-Archive-Orig-…`: `Transfer-Encoding` always, `Content-Length` when it
 * is not the length of the stored body, which is written instead, and `Content-Encoding` of a body
 * that is stored without it. A name or value that would break the message loses the offending
 * characters.
 */
export function httpHead(head: ResponseHead, bodyBytes: number, { decoded = false } = {}): string {
  let lengths = 0;
  let honest = false;
  let chunked = false;
  for (const [name, value] of head.headers) {
    if (isNamed(name, 'content-length')) {
      lengths += 1;
      honest = lengths === 1 && value.trim() === String(bodyBytes);
    } else if (isNamed(name, 'transfer-encoding')) chunked = true;
  }
  let text = `HTTP/1.1 ${head.status} ${safeValue(head.statusText)}\r\n`;
  for (const [name, value] of head.headers) {
    const renamed =
      isNamed(name, 'transfer-encoding') ||
      (!honest && isNamed(name, 'content-length')) ||
      (decoded && isNamed(name, 'content-encoding'));
    text += `${renamed ? 'X-Archive-Orig-' : ''}${safeName(name)}: ${safeValue(value)}\r\n`;
  }
  if (!honest && (chunked || lengths > 0)) text += `Content-Length: ${bodyBytes}\r\n`;
  return `${text}\r\n`;
}

/** @param lower the name in lower case */
const isNamed = (name: string, lower: string): boolean => name.length === lower.length && name.toLowerCase() === lower;

/** An address as WARC-IP-Address may have it; null for anything else, a zone (`%eth0`) included. */
export const warcAddress = (address: string | null): string | null =>
  address !== null && /^[0-9A-Fa-f.:]{2,45}$/.test(address) ? address : null;
