import type { Dispatcher } from 'undici';
import type { ResponseHead } from '#core/fetch/fetcher.ts';

/** Real answers have 10 to 60. */
export const MAX_HEADER_FIELDS = 256;

type RawHeaders = Dispatcher.DispatchController['rawHeaders'];

/**
 * Status line and headers as received.
 *
 * HTTP/1.1: in order, names as sent, Latin-1. The reason phrase was read as UTF-8 by undici: bytes
 * above 7F that are none are lost. HTTP/2 has no reason phrase, so that it gets the standard one;
 * names are lower case, fields of one name joined but for Set-Cookie.
 *
 * @returns null when there are more fields than `MAX_HEADER_FIELDS`
 */
export function headOf(status: number, statusText: string | undefined, raw: RawHeaders): ResponseHead | null {
  const headers = Array.isArray(raw) ? listed(raw) : named(raw ?? {});
  if (headers.length > MAX_HEADER_FIELDS) return null;
  if (Array.isArray(raw)) return { status, statusText: statusText ?? '', headers };
  return { status, statusText: standardPhrase(status), headers, protocol: 'h2' };
}

function listed(raw: readonly (Buffer | string)[]): [string, string][] {
  const pairs: [string, string][] = [];
  const most = 2 * MAX_HEADER_FIELDS + 2;
  for (let index = 0; index + 1 < raw.length && index < most; index += 2)
    pairs.push([latin1(raw[index]), latin1(raw[index + 1])]);
  return pairs;
}

/** A value that is not a list is one that node:http2 has joined. */
function named(fields: Readonly<Record<string, string | string[] | undefined>>): [string, string][] {
  const pairs: [string, string][] = [];
  for (const [name, value] of Object.entries(fields)) {
    for (const each of typeof value === 'string' ? [value] : (value ?? [])) pairs.push([name, each]);
  }
  return pairs;
}

const latin1 = (text: Buffer | string | undefined): string =>
  text === undefined ? '' : typeof text === 'string' ? text : text.toString('latin1');

/**
 * Not imported: a module's import of node:http has it load everything that it exports, an HTTP
 * client among it (0.1 s at every start).
 */
const standardPhrase = (status: number): string => process.getBuiltinModule('node:http').STATUS_CODES[status] ?? '';
