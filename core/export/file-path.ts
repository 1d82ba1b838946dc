import { sha256Prefix } from '#core/bytes/digest.ts';

/**
 * Most characters of one name, and of a whole path: Windows stops at 260 with the folder before it,
 * other systems at 255 bytes a name.
 */
const MOST_NAME = 120;
const MOST_PATH = 200;
/**
 * Deeper paths are flattened: each folder is a system call, and somebody's `/a/a/a/…` is not ours
 * to rebuild.
 */
const MOST_DEPTH = 32;
/** Hex digits that tell two addresses apart: nobody finds two with the same 80 bits. */
const MARK_DIGITS = 20;

/** Name of the file that lists a folder's files. */
export const INDEX_FILE = 'index.jsonl';
/**
 * Names of devices on Windows, with any extension; and the list's, which a host could have.
 */
const DEVICE = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9]|lpt[0-9])(?=\.|$)|^index\.jsonl$/i;
/**
 * Characters that some file system or shell handles badly in a name; `~` only where it would look
 * like Surf's own mark.
 */
const UNSAFE = /[^A-Za-z0-9%._~!$'()+,;=@&[\]{}^-]|~(?=[0-9a-f]{20})/g;
const INDEX = 'index.html';

/** The path of an address as a file, and its order among others. */
export interface FilePath {
  /** Segments with `/` between them, in ASCII. */
  readonly path: string;
  /**
   * Equal for paths that are the same on some file system. Sorted with U+0001 behind it, the
   * content of a folder directly follows a file with the folder's name.
   */
  readonly order: string;
}

/**
 * Path of a body in a mirror: `<host>/<path>`, `index.html` for a path that ends
 * with `/`. Host and port are joined by `_`.
 *
 * The name is the address as it is written, percent escapes included, so that nothing is decoded
 * into `..` or a slash. Characters that are not allowed in names everywhere are written as percent
 * escapes: `? " * : < > | \`, the first letter of a Windows device name (`nul.txt`), dots and
 * spaces at the end. A name over 120 characters is cut and marked with a hash, a path over 200
 * characters or 32 folders is `<host>/~/<hash>`.
 *
 * Total function: never throws.
 *
 * @param url absolute http(s) URL without fragment
 * @param extension added to each name, `.md` for example @default none
 */
export function filePath(url: string, extension = ''): FilePath {
  const { host, path, query } = partsOf(url);
  const folders = path.split('/').slice(1);
  const last = folders.pop() ?? '';
  const name = `${last === '' ? INDEX : last}${query === '' ? '' : `?${query}`}`;
  const top = safeName(host.replace(/:(\d*)$/, '_$1'));
  const names = [top, ...folders.map((folder) => safeName(folder)), `${safeName(name, extension.length)}${extension}`];
  const joined = names.join('/');
  const isLong = joined.length > MOST_PATH || names.length > MOST_DEPTH;
  return pathOf(isLong ? `${top}/~/${mark(url)}${extensionOf(name)}${extension}` : joined);
}

/**
 * The same file, told apart from others by a hash of its address before its extension:
 * `a~0123….html`.
 */
export function markedPath({ path }: FilePath, url: string): FilePath {
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1);
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? dot : name.length;
  return pathOf(`${path.slice(0, slash + 1)}${name.slice(0, stem)}~${mark(url)}${name.slice(stem)}`);
}

/** Is `inner` in a folder with the name of the file `outer`? */
export const isBelow = (inner: FilePath, outer: FilePath): boolean => inner.order.startsWith(`${outer.order}\u0002`);

const pathOf = (path: string): FilePath => ({ path, order: path.toLowerCase().replaceAll('/', '\u0002') });

const mark = (url: string): string => sha256Prefix(url).slice(0, MARK_DIGITS);

function partsOf(url: string): { host: string; path: string; query: string } {
  const parsed = URL.parse(url);
  if (parsed === null) return { host: 'unknown', path: `/${mark(url)}`, query: '' };
  return { host: parsed.host, path: parsed.pathname, query: parsed.search.slice(1) };
}

/** @param more characters that will be added to it */
function safeName(name: string, more = 0): string {
  const safe = escapedEnds(name.replace(UNSAFE, escapes));
  if (safe.length + more <= MOST_NAME) return safe === '' ? '%' : safe;
  const extension = extensionOf(safe);
  const kept = MOST_NAME - more - extension.length - MARK_DIGITS - 1;
  const cut = safe.slice(0, kept).replace(/%.?$/, '');
  return `${cut}~${mark(name)}${extension}`;
}

/** Windows drops dots and spaces at a name's end, and takes devices by any extension. */
const escapedEnds = (name: string): string =>
  name.replace(DEVICE, (device) => escapes(device.charAt(0)) + device.slice(1)).replace(/[. ]$/, escapes);

const escapes = (character: string): string =>
  [...Buffer.from(character, 'utf8')].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

/** The extension with its dot, if it is short and plain. */
const extensionOf = (name: string): string => /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
