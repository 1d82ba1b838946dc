import { factsOfScan } from '#core/content/head/facts-of-scan.ts';
import { decodeText } from '#core/extraction/encoding/charset.ts';
import { QueryEncodings } from '#core/extraction/encoding/query-encodings.ts';
import { mergeDirectives, NO_DIRECTIVES, xRobotsTag } from '#core/extraction/html/robots-directives.ts';
import { linkHeader, refreshHeader } from '#core/extraction/links/header-hints.ts';
import type { RawLink } from '#core/extraction/links/link-list.ts';
import { pageFeatures } from '#core/extraction/page-features.ts';
import { type PageScan, type ScanOptions, scanPage } from '#core/extraction/page-scan.ts';
import type { FetchAnswer } from '#core/fetch/fetcher.ts';
import { headerOf, headersOf } from '#core/fetch/headers/response-headers.ts';
import { agentName } from '#core/robots/product-token.ts';
import { hasTopic } from '#core/scope/focus/focus.ts';
import type { ScoredPage } from '#core/scope/focus/link-score.ts';
import { trapGroups } from '#core/scope/traps/trap-groups.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import type { Job } from '#engine/crawl-unit/jobs/job.ts';
import type { OutcomeFacts } from '#engine/crawl-unit/jobs/task-settlement.ts';
import type { LinkCollector } from '#engine/crawl-unit/links/link-collector.ts';

/** The digest of a page's main text (core/content/text-digest.ts); null: it has none. */
export type TextDigest = (html: string, url: CrawlUrl) => string | null;

/** The passages of a page's main text (core/content/page-passages.ts). */
export type PagePassages = (html: string, url: CrawlUrl) => readonly string[];

/** Code that reads the main text of pages, which most crawls do not need. */
export interface TextReaders {
  /** Null if nobody compares texts. */
  readonly textDigest: TextDigest | null;
  /** Null if the workflow has no topic. */
  readonly passages: PagePassages | null;
}

export const NO_TEXT_READERS: TextReaders = { textDigest: null, passages: null };

export interface PageReaderOptions {
  /** Groups of addresses of whose pages sketches are made (core/scope/traps/trap-groups.ts). */
  readonly sketched?: readonly string[] | undefined;
  readonly texts: TextReaders;
}

/** Reads a page once: title, robots directives and links. */
export class PageReader {
  readonly #collector: LinkCollector;
  readonly #options: ScanOptions & { readonly agentToken: string };
  readonly #sketched: ReadonlySet<string>;
  readonly #texts: TextReaders;

  constructor(workflow: Workflow, collector: LinkCollector, { sketched = [], texts }: PageReaderOptions) {
    const { links, resources, facts } = workflow.output;
    const agentToken = agentName(workflow.politeness.userAgent).token;
    this.#options = {
      anchorText: links === 'full' || hasTopic(workflow.focus),
      resources,
      facts,
      agentToken,
      queries: new QueryEncodings(),
    };
    this.#collector = collector;
    this.#sketched = new Set(sketched);
    this.#texts = texts;
  }

  /**
   * Adds to `facts` what the page says of itself, and its links to the collector.
   * @returns the encoding in which it was read
   */
  read(job: Job, answer: FetchAnswer, facts: OutcomeFacts): string {
    const type = headerOf(answer, 'content-type');
    const scan = scanPage(answer.body, type, this.#options);
    const base = (scan.baseHref === null ? null : parseCrawlUrl(scan.baseHref, job.url)) ?? job.url;
    const tags = headersOf(answer, 'x-robots-tag');
    const directives = tags.length === 0 ? NO_DIRECTIVES : xRobotsTag(tags, this.#options.agentToken);
    const robots = mergeDirectives(scan.robots, directives);
    if (scan.title !== null) facts.title = scan.title;
    if (scan.titleCut) facts.titleCut = true;
    if (robots.noindex) facts.noindex = true;
    const kept = factsOfScan(scan, base);
    if (kept !== null) facts.facts = kept;
    const hints = headerLinks(answer, job.url);
    const links = hints.length === 0 ? scan.links : [...hints, ...scan.links];
    const about = this.#about(answer.body, scan, job.url);
    const page = { task: job.task, url: job.url, base, nofollow: robots.nofollow, links, more: scan.more, about };
    const found = this.#collector.collect(page);
    facts.links = found.links + scan.ignored;
    facts.ignored = found.ignored + scan.ignored;
    if (found.dropped > 0) facts.linksDropped = found.dropped;
    if (this.#sketched.size > 0 && scan.isHtml)
      this.#sketch(job.task.url as CrawlUrl, { body: answer.body, scan, facts });
    const digest = scan.isHtml ? this.#texts.textDigest?.(decodeText(answer.body, scan.charset), job.url) : null;
    if (digest) facts.textDigest = digest;
    return scan.charset;
  }

  #about(body: Uint8Array, { isHtml, title, charset }: PageScan, url: CrawlUrl): ScoredPage | null {
    const { passages } = this.#texts;
    if (passages === null || !isHtml) return null;
    return { title, passages: () => passages(decodeText(body, charset), url) };
  }

  /**
   * Tells whether the page brings anything that its siblings have not; few pages need it, and it
   * costs twice a scan.
   */
  #sketch(
    url: CrawlUrl,
    { body, scan, facts }: { body: Uint8Array; scan: Pick<PageScan, 'charset'>; facts: OutcomeFacts },
  ): void {
    if (!trapGroups(url).some((group) => this.#sketched.has(group))) return;
    const sketch = pageFeatures(body, { charset: scan.charset, title: facts.title ?? null, url });
    if (sketch !== null) facts.sketch = sketch;
  }
}

/**
 * Links in the response headers; they resolve against the page's URL; its base element does not
 * matter.
 */
function headerLinks(answer: FetchAnswer, url: CrawlUrl): RawLink[] {
  const link = headersOf(answer, 'link');
  const refresh = headerOf(answer, 'refresh');
  if (link.length === 0 && refresh === null) return NO_LINKS;
  const links = link.length === 0 ? [] : linkHeader(link.join(', '));
  const target = refresh === null ? null : refreshHeader(refresh);
  if (target !== null) links.push(target);
  return links.map((found) => ({ ...found, href: parseCrawlUrl(found.href, url) ?? found.href }));
}

const NO_LINKS: RawLink[] = [];
