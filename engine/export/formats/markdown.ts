import { markdownPage } from '#core/content/markdown/markdown-page.ts';
import type { MainText } from '#core/content/tree/plain-markup.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import { fitMarkdown } from '#core/export/fit-markdown.ts';
import { printableJson } from '#core/model/printable.ts';
import { answerIn } from '#engine/archive-reader/chunk-responses.ts';
import { exportedPages } from '#engine/archive-reader/exported-pages.ts';
import { withWarc } from '#engine/archive-reader/kept-warc.ts';
import { inParts } from '#engine/export/job/counted-text.ts';
import {
  type Chunks,
  type ExportEntry,
  type ExportJob,
  type ExportOptions,
  isExported,
} from '#engine/export/job/export-job.ts';
import { MirrorPathAllocator } from '#engine/export/job/mirror-path-allocator.ts';
import { allPageTexts, pageTexts, type TextPage } from '#engine/export/job/page-texts.ts';

const EXTENSION = '.md';

/** All pages in one file, in the order of the crawl, each with its front matter. */
export const markdownFile = (job: ExportJob): Chunks => inParts(allInOne(job), job.tally);

async function* allInOne(job: ExportJob): AsyncGenerator<string> {
  for await (const { page, text } of allPageTexts(job)) {
    job.tally.items += 1;
    countTextless(job, text);
    yield `${markdownPage(page, fitted(text, job.options), printableJson)}\n`;
  }
}

/** A file for each page, `<host>/<path>.md`. */
export async function* markdownFiles(job: ExportJob): AsyncGenerator<ExportEntry> {
  const { id, tally, scratch } = job;
  const source = await job.supply.kept(id);
  await withWarc(source, id);
  const files = new MirrorPathAllocator<Kept>(scratch, EXTENSION);
  for await (const { page, row } of exportedPages(source, id)) {
    const { url, title, fetchedAt, noindex } = page;
    if (!isExported(job, url)) continue;
    if (row.archived !== null)
      await files.add(url, { page: { url, title, fetchedAt, noindex }, archived: row.archived });
  }
  const pages = async function* () {
    for await (const { path, value } of files.paths()) {
      const { object, offset, length } = value.archived;
      const answer = answerIn(await source.archive.range(object, offset, length), value.archived);
      yield { page: { ...value.page, path }, answer };
    }
  };
  for await (const { page, text } of pageTexts(job, pages())) {
    if (text === null) continue;
    const bytes = Buffer.from(markdownPage(page, fitted(text, job.options), printableJson));
    tally.files += 1;
    tally.items += 1;
    countTextless(job, text);
    tally.bytes += bytes.length;
    yield { path: page.path, content: bytes };
  }
}

/** A PDF says itself, in `reason`, why it has no text. */
function countTextless({ tally }: ExportJob, { markdown, text }: MainText): void {
  const isEmpty = markdown.trim() === '' && (text === 'main' || text === 'whole');
  if (isEmpty) tally.textless = (tally.textless ?? 0) + 1;
}

const fitted = (text: MainText, { fitTokens }: ExportOptions): MainText =>
  fitTokens === null ? text : { ...text, markdown: fitMarkdown(text.markdown, fitTokens) };

/** The facts of a page that its file needs. */
interface Kept {
  readonly page: TextPage;
  readonly archived: NonNullable<TaskRow['archived']>;
}
