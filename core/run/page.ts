import { isDocument, withoutText } from '#core/content/document-text.ts';
import type { KeptFacts } from '#core/content/head/kept-facts.ts';
import type { MainTexts } from '#core/content/main-texts.ts';
import { pageText, writtenText } from '#core/content/markdown/markdown-page.ts';
import { type MainText, MOST_TEXT, type PagePart, plainTextOf } from '#core/content/tree/plain-markup.ts';
import { fitMarkdown, LEAST_FIT_TOKENS, MOST_FIT_TOKENS } from '#core/export/fit-markdown.ts';
import type { PageLine } from '#core/export/tables/page-line.ts';
import { decodeText } from '#core/extraction/encoding/charset.ts';
import { scanPage } from '#core/extraction/page-scan.ts';
import type { ArchivedFacts } from '#core/facts/archived-facts.ts';
import { type PageLink, pageLinksOf } from '#core/run/page-link.ts';
import type { AnyRecord } from '#core/run/record-type.ts';
import type { ListedPage, PageBody, RunSource } from '#core/run/run-source.ts';
import { plainWords } from '#core/search/plain-words.ts';
import type { RecordError } from '#core/selection/records/record-lines.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';

/** Keeps the whole text, with its headings. */
const ALL = { body: MOST_TEXT, headings: 0 };

/** Reads the text of HTML and PDF within bounds of time and memory. */
export type PageTexts = Pick<MainTexts, 'mainText' | 'documentText'>;

/** Sources of a page's content. */
export interface PageParts {
  readonly source: Pick<RunSource, 'body' | 'facts'>;
  readonly texts: PageTexts;
}

/**
 * A crawled page. Its fields are in memory; its content is in the archive, and each of the methods
 * reads it there: nothing is requested from the site. The methods throw SurfError OUTPUT_NOT_KEPT
 * for a workflow with `output.warc` false.
 */
export class Page<Rec = AnyRecord> {
  readonly url: string;
  readonly status: number | null;
  /** At most 512 characters. */
  readonly title: string | null;
  readonly contentType: string | null;
  /** Decoded body bytes. */
  readonly bytes: number | null;
  /** These bytes are the first ones of a larger page (`fetch.largePages: cut`). */
  readonly cut: boolean;
  /** Link distance from the nearest seed. */
  readonly level: number;
  /** URL of the page or sitemap that linked it first; null for seeds. */
  readonly via: string | null;
  /** Start of the request, ISO 8601 UTC. */
  readonly fetchedAt: string | null;
  /** SHA-256 of the decoded body, hex: it changes when the page does. */
  readonly digest: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** The page asks search engines not to show it. */
  readonly noindex: boolean;
  /** What an HTML page says of itself; null for another, and with `output.facts` false. */
  readonly facts: KeptFacts | null;
  /** Its wave still runs: the page may turn out to be a duplicate. */
  readonly provisional: boolean;
  /** The values of `select`; null when no rule of the selection applies to the page. */
  readonly record: Rec | null;
  /** Reasons why fields of the record have no value. */
  readonly recordErrors: readonly RecordError[];
  /** Its place in the lists of the API and in `surf explain`. */
  readonly key: string;
  readonly #parts: PageParts;
  readonly #listed: ListedPage;

  constructor(listed: ListedPage, parts: PageParts) {
    this.url = listed.url;
    this.status = listed.status;
    this.title = listed.title;
    this.contentType = listed.contentType;
    this.bytes = listed.bytes;
    this.cut = listed.cut;
    this.level = listed.level;
    this.via = listed.via;
    this.fetchedAt = listed.fetchedAt;
    this.digest = listed.digest;
    this.etag = listed.etag;
    this.lastModified = listed.lastModified;
    this.noindex = listed.noindex;
    this.facts = listed.facts ?? null;
    this.provisional = listed.provisional;
    this.record = (listed.record ?? null) as Rec | null;
    this.recordErrors = listed.recordErrors ?? [];
    this.key = listed.key;
    this.#listed = listed;
    this.#parts = parts;
  }

  /** The decoded body. */
  async body(): Promise<Uint8Array> {
    return (await this.#read()).bytes;
  }

  /** The body as a string, in the encoding that the crawl found: HTML, XML, JSON or text. */
  async html(): Promise<string> {
    const { bytes, contentType } = await this.#read();
    return decodeText(bytes, scanPage(bytes, contentType, { anchorText: false, resources: false }).charset);
  }

  /**
   * The text that a reader sees, without markup, at most 4 Mi characters; of a PDF too. Empty for a
   * page without text, such as an image or a scan.
   */
  async text(): Promise<string> {
    const { bytes, contentType } = await this.#read();
    const found = pageText(bytes, contentType, this.#base());
    if (found === null) return plainWords((await this.#document({ bytes, contentType })).markdown, ALL).body;
    return found.type === 'html' ? plainTextOf(found.html, MOST_TEXT) : found.text;
  }

  /**
   * The main text as Markdown, links absolute, no active markup; of a PDF its lines. Empty for a
   * page without text.
   * @param options.mode `full`: all that the page shows, with its menus. @default 'main'
   * @param options.tokens the best of it in so many tokens (four characters each), 20 to a million
   * @default all of it
   */
  async markdown({
    mode = 'main',
    tokens,
  }: {
    readonly mode?: 'main' | 'full';
    readonly tokens?: number;
  } = {}): Promise<string> {
    const markdown = await this.#markdown(mode);
    if (tokens === undefined) return markdown;
    return fitMarkdown(markdown, Math.min(MOST_FIT_TOKENS, Math.max(LEAST_FIT_TOKENS, Math.floor(tokens))));
  }

  async #markdown(part: PagePart): Promise<string> {
    const { bytes, contentType } = await this.#read();
    const found = pageText(bytes, contentType, this.#base());
    if (found === null) return (await this.#document({ bytes, contentType })).markdown;
    if (found.type !== 'html') return writtenText(found).markdown;
    return (await this.#parts.texts.mainText(found.html, found.base, part)).markdown;
  }

  async #document({ bytes, contentType }: PageBody): Promise<MainText> {
    return isDocument(bytes, contentType) ? await this.#parts.texts.documentText(bytes) : withoutText('no-text');
  }

  /** The links of the page in document order, absolute, http(s) only; at most 50,000. */
  async links(): Promise<readonly PageLink[]> {
    return pageLinksOf(await this.#read(), this.#base());
  }

  /**
   * All that an HTML page says of itself: headings, language versions, robots, OpenGraph, JSON-LD,
   * microdata and RDFa, images without text; and the time of its answer.
   * @throws SurfError FIELD_INVALID for what is not an HTML page
   */
  async allFacts(): Promise<ArchivedFacts> {
    return await this.#parts.source.facts(this.#listed);
  }

  /** Its fields, without the content. */
  toJSON(): Omit<PageLine, 'provisional'> & { readonly key: string } {
    return this.#listed;
  }

  #read(): Promise<PageBody> {
    return this.#parts.source.body(this.#listed);
  }

  #base(): CrawlUrl {
    return parseCrawlUrl(this.url) ?? (this.url as CrawlUrl);
  }
}
