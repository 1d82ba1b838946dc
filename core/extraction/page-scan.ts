import { type Charset, charsetOf, decodeText, type Markup, markupOf } from '#core/extraction/encoding/charset.ts';
import { isMarkdown, pageTypeOf } from '#core/extraction/encoding/page-type.ts';
import { QueryEncodings } from '#core/extraction/encoding/query-encodings.ts';
import type { ReaderOptions } from '#core/extraction/html/element-reader.ts';
import type { HeadFacts } from '#core/extraction/html/head-reader.ts';
import { HtmlScanner } from '#core/extraction/html/html-scanner.ts';
import { NO_DIRECTIVES, type RobotsDirectives } from '#core/extraction/html/robots-directives.ts';
import { LinkList, type RawLink, type TakeLinks } from '#core/extraction/links/link-list.ts';
import { addMarkdownLinks } from '#core/extraction/links/markdown-links.ts';
import { markdownTitle } from '#core/extraction/markdown-title.ts';

export interface ScanOptions extends ReaderOptions {
  /** Shared by many pages, as it remembers. @default one of the page's own */
  readonly queries?: QueryEncodings;
}

/** Links of a page beyond the first: there may be a million. */
export interface MoreLinks {
  readonly count: number;
  /**
   * Reads the page again, and gives the links to `take` in document order, at most 2,000 at a time,
   * until it has enough.
   */
  read(take: TakeLinks): void;
}

/**
 * Findings of one pass over a page. Addresses are as written, but for letters of queries in another
 * encoding than UTF-8: nothing is resolved or judged.
 */
export interface PageScan {
  /** It was read as HTML. */
  readonly isHtml: boolean;
  /** Encoding in which the page was read (Encoding Standard name, lower case). */
  readonly charset: string;
  /**
   * Text of the first title element, or of the first heading of Markdown, white space collapsed, at
   * most 512 characters; null when there is none or it is empty.
   */
  readonly title: string | null;
  /** The title is longer than the part that is kept. */
  readonly titleCut: boolean;
  /** The first base element with an href, not in a noscript. */
  readonly baseHref: string | null;
  /** The first `rel=canonical` in the head; one in the body does not count. */
  readonly canonical: string | null;
  /** From meta elements, head and body, most restrictive wins. */
  readonly robots: RobotsDirectives;
  /** In document order, the first 2,000. */
  readonly links: readonly RawLink[];
  /** Links beyond those; null if there are none. */
  readonly more: MoreLinks | null;
  /** Links with more than 8,192 bytes. */
  readonly ignored: number;
  /**
   * Facts that the page states about itself; null if the caller needs none, or the page is not
   * HTML.
   */
  readonly facts: HeadFacts | null;
}

/**
 * Reads a page once, in time linear in its length, without building a tree: tags as the HTML
 * tokenizer with scripting off finds them. Only HTML and Markdown have a title
 * and links; of other types the scan has the encoding.
 *
 * Total function: never throws, for any bytes.
 */
export function scanPage(body: Uint8Array, contentType: string | null, options: ScanOptions): PageScan {
  const type = pageTypeOf(body, contentType);
  const charset = charsetOf(body, contentType, type);
  if (type === 'text' && isMarkdown(contentType)) return markdownScan(body, charset.name, options);
  if (type !== 'html') return { charset: charset.name, ...NOTHING };
  const scanned = (name: string): Scanned => {
    const markup = markupOf(body, name);
    return { name, markup, scanner: new HtmlScanner(markup, options, null).run() };
  };
  const page = scanned(charset.name);
  const better = betterCharset(charset, page.scanner.reader.metaCharset);
  return resultOf(better === null ? page : scanned(better), options);
}

/** A page that was read in one encoding. */
interface Scanned {
  readonly name: string;
  readonly markup: Markup;
  readonly scanner: HtmlScanner;
}

const NOTHING = {
  isHtml: false,
  title: null,
  titleCut: false,
  baseHref: null,
  canonical: null,
  robots: NO_DIRECTIVES,
  links: [],
  more: null,
  ignored: 0,
  facts: null,
};

/** The title and the links of Markdown: it has no other facts. */
function markdownScan(body: Uint8Array, charset: string, { anchorText }: ScanOptions): PageScan {
  const text = decodeText(body, charset);
  const first = new LinkList(anchorText, null);
  addMarkdownLinks(text, first);
  const read = (take: TakeLinks): void => addMarkdownLinks(text, new LinkList(anchorText, take));
  const more = first.beyond === 0 ? null : { count: first.beyond, read };
  return { ...NOTHING, charset, title: markdownTitle(text), links: first.links, more, ignored: first.ignored };
}

/**
 * HTML §13.2.3.4 "changing the encoding while parsing": a meta element beyond the prescan changes
 * what was only supposed, once.
 */
function betterCharset(charset: Charset, found: string | null): string | null {
  return charset.certain || charset.name.startsWith('utf-16') || found === charset.name ? null : found;
}

function resultOf({ name: charset, markup, scanner }: Scanned, options: ScanOptions): PageScan {
  const { title, titleCut, reader } = scanner;
  const { baseHref, canonical, robots } = reader;
  const { links, beyond, ignored } = reader.links;
  const encodings = charset === 'utf-8' ? null : (options.queries ?? new QueryEncodings());
  const escaped = (some: readonly RawLink[]): readonly RawLink[] => encodings?.escaped(some, charset) ?? some;
  const read = (take: TakeLinks): void => {
    new HtmlScanner(markup, options, (some) => take(escaped(some))).run();
  };
  const more = beyond === 0 ? null : { count: beyond, read };
  const facts = reader.facts?.facts ?? null;
  const found = { links: escaped(links), more, ignored };
  return { isHtml: true, charset, title, titleCut, baseHref, canonical, robots, ...found, facts };
}
