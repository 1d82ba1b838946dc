import { wordsIn } from '#core/content/tree/content-tree.ts';
import { textChunks } from '#core/export/text-chunks.ts';
import { inParts, jsonLines } from '#engine/export/job/counted-text.ts';
import type { Chunks, ExportJob } from '#engine/export/job/export-job.ts';
import { allPageTexts } from '#engine/export/job/page-texts.ts';

/** A JSON line for each chunk of each page's text, in the order of the crawl. */
export const chunkLines = (job: ExportJob): Chunks => inParts(jsonLines(chunksOf(job), job.tally), job.tally);

async function* chunksOf(job: ExportJob): AsyncGenerator<object> {
  const limit = { tokens: job.options.chunkTokens };
  for await (const { page, text } of allPageTexts(job)) {
    const { url, title, noindex } = page;
    const language = text.head?.language ?? null;
    for (const { id, breadcrumb, part, markdown, tokens } of textChunks(url, text.markdown, limit))
      yield { id, url, title, language, noindex, breadcrumb, part, words: wordsIn(markdown), tokens, markdown };
  }
}
