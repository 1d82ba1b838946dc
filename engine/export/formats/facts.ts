import type { AnswerFacts } from '#core/facts/archived-facts.ts';
import { decodedBody } from '#engine/archive-reader/chunk-responses.ts';
import { type ExportedPage, exportedPages } from '#engine/archive-reader/exported-pages.ts';
import { withWarc } from '#engine/archive-reader/kept-warc.ts';
import { answerFacts } from '#engine/archive-reader/page-facts.ts';
import { PageLinks } from '#engine/archive-reader/page-links.ts';
import { inParts, jsonLines } from '#engine/export/job/counted-text.ts';
import type { Chunks, ExportJob } from '#engine/export/job/export-job.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';

/** Facts of an HTML page. */
export interface FactsLine extends AnswerFacts {
  readonly url: string;
  readonly status: number | null;
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

/** @returns null for what is not an HTML page */
async function factsOf(source: ExportSource, exported: ExportedPage, links: PageLinks): Promise<FactsLine | null> {
  const { row, page, answer } = exported;
  const archived = await answer();
  if (archived === null) return null;
  const found = answerFacts(row, { answer: archived, body: decodedBody(archived, source.decodeBody) }, links);
  return found === null ? null : { url: page.url, status: page.status, ...found, noindex: page.noindex };
}
