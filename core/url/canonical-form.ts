/** A URL in the parts that the key rules work on. */
export interface UrlParts {
  /** Scheme, `://`, host and port. */
  readonly site: string;
  readonly path: string;
  /** Without `?`; null when there is none. */
  readonly query: string | null;
}

/** @param url a parsed crawl URL: no fragment, path begins with `/` */
export function splitUrl(url: string): UrlParts {
  const path = url.indexOf('/', 8); // `http://h/` is the shortest
  const query = url.indexOf('?', path);
  return query < 0
    ? { site: url.slice(0, path), path: url.slice(path), query: null }
    : { site: url.slice(0, path), path: url.slice(path, query), query: url.slice(query + 1) };
}

export const joinUrl = (parts: UrlParts): string =>
  parts.query === null ? parts.site + parts.path : `${parts.site}${parts.path}?${parts.query}`;

const UNRESERVED = /^[A-Za-z0-9\-._~]$/;
const ESCAPE_OR_ODD = /%[0-9A-Fa-f]{2}|[%^|[\]\\`{}"<>]/g;

/**
 * One form for every percent escape: unreserved characters decoded, hex in upper case (RFC 3986
 * §6.2.2.1, §6.2.2.2), a `%` that begins no escape becomes `%25`. What RFC 3986 has no place for
 * (`^ | [ ] \` and others) is escaped: the URL standard and its implementations change their mind
 * about these, and a key must not move with the runtime's version.
 */
export function normalizeEscapes(text: string): string {
  return text.replace(ESCAPE_OR_ODD, (found) => {
    if (found.length === 1) return escaped(found.charCodeAt(0));
    const character = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    return UNRESERVED.test(character) ? character : found.toUpperCase();
  });
}

const escaped = (code: number): string => `%${code.toString(16).toUpperCase()}`;

/**
 * Strips the dots at a host's end: `example.org.` is `example.org` with the DNS root spelled out.
 */
export function stripHostDots(site: string): string {
  const colon = site.lastIndexOf(':');
  const port = colon > 6 && !site.endsWith(']') ? site.slice(colon) : '';
  const host = site.slice(0, site.length - port.length);
  let end = host.length;
  while (host.charCodeAt(end - 1) === 46) end--;
  return host.charCodeAt(end - 1) === 47 ? site : host.slice(0, end) + port;
}

const INDEX_PAGE = /^(?:index|default)\.(?:html?|php|asp|aspx|jsp)$/i;

/**
 * Folds index pages and trailing slashes until nothing changes, so that the form of a form is
 * itself. `/` always stays.
 */
export function foldPath(
  path: string,
  rules: { readonly indexPage: boolean; readonly trailingSlash: boolean },
): string {
  let end = path.length;
  for (;;) {
    const before = end;
    while (rules.trailingSlash && end > 1 && path.charCodeAt(end - 1) === 47) end--;
    if (rules.indexPage) {
      const slash = path.lastIndexOf('/', end - 1);
      if (end - slash <= 13 && INDEX_PAGE.test(path.slice(slash + 1, end))) end = slash + 1;
    }
    if (end === before) return path.slice(0, end);
  }
}

const SESSION_IN_PATH = /;jsessionid=[^/;]*/gi;

/**
 * Removes `;jsessionid=…` from the path (Java servlets put the session there when cookies are off).
 */
export const dropPathSession = (path: string): string => path.replace(SESSION_IN_PATH, '');
