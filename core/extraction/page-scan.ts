import { type Charset, charsetOf, markupOf } from '#core/extraction/charset.ts';
import type { ReaderOptions } from '#core/extraction/element-reader.ts';
import { HtmlScanner } from '#core/extraction/html-scanner.ts';
import type { FoundLink, KnownHrefs, RawLink } from '#core/extraction/link-list.ts';
import { pageTypeOf } from '#core/extraction/page-type.ts';
import { QueryEncodings } from '#core/extraction/query-encodings.ts';
import { NO_DIRECTIVES, type RobotsDirectives } from '#core/extraction/robots-directives.ts';

export interface ScanOptions extends ReaderOptions {
  /** Shared by many pages, as it remembers. @default one of the page's own */
  readonly queries?: QueryEncodings;
}

/** What one pass over a page finds. Addresses are as written, but for letters of queries in another encoding than UTF-8: nothing is resolved or judged. */
export interface PageScan<Link extends FoundLink = RawLink> {
  /** Encoding in which the page was read (Encoding Standard name, lower case). */
  readonly charset: string;
  /** Of the first title element, white space collapsed, at most 512 characters; null when there is none or it is empty. */
  readonly title: string | null;
  /** The title is longer than what is kept of it. */
  readonly titleCut: boolean;
  /** The first base element with an href, not in a noscript. */
  readonly baseHref: string | null;
  /** The first `rel=canonical` in the head; one in the body does not count. */
  readonly canonical: string | null;
  /** From meta elements, head and body, most restrictive wins. */
  readonly robots: RobotsDirectives;
  /** In document order. */
  readonly links: readonly Link[];
  /** Links beyond 25,000, or with more than 8,192 bytes. */
  readonly ignored: number;
}

/**
 * Reads a page once, in time linear in its length, without building a tree: tags as the HTML tokenizer with scripting off finds them. Only HTML has
 * links and a title; of other types the encoding is told.
 *
 * Total function: never throws, whatever the bytes are.
 *
 * @param known plain links that it has are told by their number; without `anchorText`
 */
export function scanPage(body: Uint8Array, contentType: string | null, options: ScanOptions): PageScan;
export function scanPage(
  body: Uint8Array,
  contentType: string | null,
  options: ScanOptions,
  known: KnownHrefs | null,
): PageScan<FoundLink>;
export function scanPage(
  body: Uint8Array,
  contentType: string | null,
  options: ScanOptions,
  known: KnownHrefs | null = null,
): PageScan<FoundLink> {
  const type = pageTypeOf(body, contentType);
  const charset = charsetOf(body, contentType, type);
  if (type !== 'html') return { charset: charset.name, ...NOTHING };
  const scannerOf = (name: string): HtmlScanner => {
    const markup = markupOf(body, name);
    return new HtmlScanner(markup.bytes, markup.charset, options, known).run();
  };
  const scanner = scannerOf(charset.name);
  const better = betterCharset(charset, scanner.reader.metaCharset);
  if (better === null) return resultOf(scanner, charset.name, options);
  return resultOf(scannerOf(better), better, options);
}

const NOTHING = {
  title: null,
  titleCut: false,
  baseHref: null,
  canonical: null,
  robots: NO_DIRECTIVES,
  links: [],
  ignored: 0,
};

/** HTML §13.2.3.4 "changing the encoding while parsing": a meta element beyond the prescan changes what was only supposed, once. */
function betterCharset(charset: Charset, found: string | null): string | null {
  return charset.certain || charset.name.startsWith('utf-16') || found === charset.name ? null : found;
}

function resultOf(
  { title, titleCut, reader }: HtmlScanner,
  charset: string,
  { queries }: ScanOptions,
): PageScan<FoundLink> {
  const { baseHref, canonical, robots } = reader;
  const { links, ignored } = reader.links;
  const escaped = charset === 'utf-8' ? links : (queries ?? new QueryEncodings()).escaped(links, charset);
  return { charset, title, titleCut, baseHref, canonical, robots, links: escaped, ignored };
}
