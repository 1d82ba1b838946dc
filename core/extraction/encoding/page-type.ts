/**
 * Format that a body is read as. `other` has neither links nor title; of `text`, Markdown has
 * links.
 */
export type PageType = 'html' | 'xml' | 'json' | 'text' | 'other';

/** MIME Sniffing §5.1 looks a little further; white space before it does not count. */
const SNIFF_BYTES = 512;
const XML_START = /^<(?:\?xml|rss|feed|rdf:rdf|urlset|sitemapindex|svg)[\t\n\f\r :>]/i;
const XHTML = /^<\?xml[^>]*>[^>]*?<(?:!doctype )?html[\t\n\f\r >]/i;
/** MIME Sniffing §7.1 knows 17 tags; pages that come without a type start with any. */
const HTML_START = /^<[a-z!]/i;

/**
 * Format to read a body of this Content-Type as. Without one (or with one that is not a media type)
 * the first bytes decide. `application/xhtml+xml` is read as HTML: the web's XHTML is rarely
 * well-formed.
 */
export function pageTypeOf(body: Uint8Array, contentType: string | null): PageType {
  const type = (contentType ?? '').slice(0, 200).split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return sniffType(body);
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type === 'text/xml' || type === 'application/xml' || type.endsWith('+xml')) return 'xml';
  if (type === 'application/json' || type === 'text/json' || type.endsWith('+json')) return 'json';
  return type.startsWith('text/') ? 'text' : 'other';
}

/** RFC 7763; `text/x-markdown` before it. */
export const isMarkdown = (contentType: string | null): boolean =>
  /^\s{0,9}text\/(?:x-)?markdown(?![^\s;])/i.test((contentType ?? '').slice(0, 200));

function sniffType(body: Uint8Array): PageType {
  const bytes = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, SNIFF_BYTES));
  const start = bytes
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .replace(/^[\t\n\f\r ]+/, '');
  if (XML_START.test(start)) return XHTML.test(start) ? 'html' : 'xml';
  return HTML_START.test(start) ? 'html' : 'other';
}
