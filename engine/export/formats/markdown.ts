import type { MainTexts } from '#core/content/main-texts.ts';
import { codeBlock, markdownPage, pageText } from '#core/content/markdown-page.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { PageLine } from '#core/export/page-line.ts';
import { printable, printableJson } from '#core/model/printable.ts';
import { type ArchivedAnswer, answerIn, decodedBody } from '#engine/archive-reader/chunk-responses.ts';
import { exportedPages } from '#engine/archive-reader/exported-pages.ts';
import { withWarc } from '#engine/archive-reader/kept-warc.ts';
import { headerOf } from '#engine/crawl-unit/response-headers.ts';
import { inParts } from '#engine/export/counted-text.ts';
import type { Chunks, ExportEntry, ExportJob } from '#engine/export/export-job.ts';
import { MirrorPathAllocator } from '#engine/export/mirror-path-allocator.ts';

const EXTENSION = '.md';
/** Pages whose text is being made, or waits to be written, for each that is made at once. */
const AHEAD = 2;

interface Document {
  readonly url: string;
  /** Null for what has no text. */
  readonly markdown: string | null;
  /** In a folder. */
  readonly path: string;
}

/** All pages in one file, in the order of the crawl, each with its front matter. */
export const markdownFile = (job: ExportJob): Chunks => inParts(allInOne(job), job.tally);

async function* allInOne(job: ExportJob): AsyncGenerator<string> {
  const source = await job.supply.kept(job.id);
  await withWarc(source, job.id);
  const pages = async function* () {
    for await (const { page, answer } of exportedPages(source, job.id)) {
      const archived = await answer();
      if (archived !== null) yield { page, path: '', answer: archived };
    }
  };
  for await (const { markdown } of documents(job, pages())) {
    if (markdown === null) continue;
    job.tally.items += 1;
    yield `${markdown}\n`;
  }
}

/** A file for each page, `<host>/<path>.md`. */
export async function* markdownFiles(job: ExportJob): AsyncGenerator<ExportEntry> {
  const { id, tally, scratch } = job;
  const source = await job.supply.kept(id);
  await withWarc(source, id);
  const files = new MirrorPathAllocator<Kept>(scratch, EXTENSION);
  for await (const { page, row } of exportedPages(source, id)) {
    const { url, title, fetchedAt } = page;
    if (row.archived !== null) await files.add(url, { page: { url, title, fetchedAt }, archived: row.archived });
  }
  const pages = async function* () {
    for await (const { path, value } of files.paths()) {
      const { object, offset, length } = value.archived;
      const answer = answerIn(await source.archive.range(object, offset, length), value.archived);
      yield { page: value.page, path, answer };
    }
  };
  for await (const { path, markdown } of documents(job, pages())) {
    if (markdown === null) continue;
    const bytes = Buffer.from(markdown);
    tally.files += 1;
    tally.items += 1;
    tally.bytes += bytes.length;
    yield { path, content: bytes };
  }
}

/** The facts of a page that its file needs. */
interface Kept {
  readonly page: Head;
  readonly archived: NonNullable<TaskRow['archived']>;
}
type Head = Pick<PageLine, 'url' | 'title' | 'fetchedAt'>;

/** Several texts are made at a time; they come in the order of the pages. */
async function* documents(
  job: ExportJob,
  pages: AsyncIterable<{ readonly page: Head; readonly path: string; readonly answer: ArchivedAnswer }>,
): AsyncGenerator<Document> {
  const { decodeBody } = await job.supply.kept(job.id);
  const texts = job.texts();
  const ahead: Promise<Document>[] = [];
  try {
    for await (const { page, path, answer } of pages) {
      const document = documentOf(page, { path, answer, body: decodedBody(answer, decodeBody), texts });
      document.catch(() => undefined); // thrown when it is its turn
      ahead.push(document);
      const first = ahead.length > texts.parallel * AHEAD ? ahead.shift() : undefined;
      if (first !== undefined) yield await first;
    }
    for (const document of ahead) yield await document;
  } finally {
    await texts.close();
  }
}

async function documentOf(
  page: Head,
  from: {
    readonly path: string;
    readonly answer: ArchivedAnswer;
    readonly body: Uint8Array;
    readonly texts: MainTexts;
  },
): Promise<Document> {
  const { url } = page;
  const { path, answer, body, texts } = from;
  const found = pageText(body, headerOf(answer, 'content-type'), answer.url);
  if (found === null) return { url, path, markdown: null };
  const text =
    found.type === 'html' ? await texts.mainText(found.html, found.base) : codeBlock(found.text, found.language);
  const shown = { ...text, markdown: text.markdown.split('\n').map(printable).join('\n') };
  return { url, path, markdown: markdownPage(page, shown, printableJson) };
}
