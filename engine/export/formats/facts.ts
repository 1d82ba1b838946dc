import { decodeText } from '#core/extraction/encoding/charset.ts';
import type { PageFacts } from '#core/facts/page-facts.ts';
import { readFacts } from '#core/facts/read-facts.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import { decodedBody } from '#engine/archive-reader/chunk-responses.ts';
import { type ExportedPage, exportedPages } from '#engine/archive-reader/exported-pages.ts';
import { withWarc } from '#engine/archive-reader/kept-warc.ts';
import { PageLinks } from '#engine/archive-reader/page-links.ts';
import { inParts, jsonLines } from '#engine/export/job/counted-text.ts';
import type { Chunks, ExportJob } from '#engine/export/job/export-job.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';

/** Facts that an HTML page gives about itself, with absolute addresses, and those of its answer. */
export interface FactsLine extends Omit<PageFacts, 'base'> {
  readonly url: string;
  readonly status: number | null;
  readonly noindex: boolean;
  /** Time from the start of the request to the end of the answer. */
  readonly answerMs: number | null;
  /** Links to the host and port of the page, and to others. */
  readonly links: { readonly internal: number; readonly external: number };
}

/** One JSON object for each HTML page, in the order of the crawl. */
export const factLines = (job: ExportJob): Chunks => inParts(jsonLines(facts(job), job.tally), job.tally);

async function* facts({ supply, id }: ExportJob): AsyncGenerator<FactsLine> {
  const source = await supply.kept(id);
  const { row, workflow } = await withWarc(source, id);
  const links = await PageLinks.open(source, row, workflow);
  for await (const page of exportedPages(source, id)) {
    const line = await factsOf(source, page, links);
    if (line !== null) yield line;
  }
}

/** @returns null for what is no HTML page */
async function factsOf(source: ExportSource, exported: ExportedPage, links: PageLinks): Promise<FactsLine | null> {
  const { row, page, answer } = exported;
  const archived = await answer();
  if (archived === null) return null;
  const body = decodedBody(archived, source.decodeBody);
  const { scan, links: found } = links.read(row, archived, body);
  if (!scan.isHtml) return null;
  const { base, ...facts } = readFacts(decodeText(body, scan.charset));
  const from = (base === null ? null : parseCrawlUrl(base, archived.url)) ?? archived.url;
  const { startedAt, endedAt } = row;
  const anchors = found.filter(({ kind }) => kind === 'a' || kind === 'area');
  const internal = anchors.filter(({ to }) => hostOf(to) === hostOf(archived.url)).length;
  return {
    url: page.url,
    status: page.status,
    noindex: page.noindex,
    answerMs: startedAt === null || endedAt === null ? null : endedAt - startedAt,
    links: { internal, external: anchors.length - internal },
    ...facts,
    canonicals: facts.canonicals.map((href) => absolute(href, from)),
    alternates: facts.alternates.map(({ language, href }) => ({ language, href: absolute(href, from) })),
  };
}

/** Resolves an address; one that is not http(s) stays as written. */
const absolute = (href: string, base: CrawlUrl): string => parseCrawlUrl(href, base) ?? href;

const hostOf = (url: string): string => URL.parse(url)?.host ?? '';
