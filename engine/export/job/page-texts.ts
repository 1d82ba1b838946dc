import { isDocument } from '#core/content/document-text.ts';
import type { MainTexts } from '#core/content/main-texts.ts';
import { pageText, writtenText } from '#core/content/markdown/markdown-page.ts';
import type { MainText, PagePart } from '#core/content/tree/plain-markup.ts';
import type { PageLine } from '#core/export/tables/page-line.ts';
import { headerOf } from '#core/fetch/headers/response-headers.ts';
import { printableText } from '#core/model/printable.ts';
import { type ArchivedAnswer, decodedBody } from '#engine/archive-reader/chunk-responses.ts';
import { exportedPages } from '#engine/archive-reader/exported-pages.ts';
import { withWarc } from '#engine/archive-reader/kept-warc.ts';
import { type ExportJob, isExported } from '#engine/export/job/export-job.ts';

/** Pages whose text is being made, or waits to be written, for each that is made at once. */
const AHEAD = 2;

/** The facts of a page that exports of text need. */
export type TextPage = Pick<PageLine, 'url' | 'title' | 'fetchedAt' | 'noindex'>;

/** A page with its answer from the archive. */
export interface PageAnswer<Page> {
  readonly page: Page;
  /** Null if there is none. */
  readonly answer: ArchivedAnswer | null;
  /** The body without Content-Encoding, where it has been decoded. */
  readonly body?: Uint8Array;
}

/** A page with its text, as Markdown that is safe for a terminal. */
export interface PageDocument<Page> {
  readonly page: Page;
  /** Null if the page has no text, an image for example, or no export reads it. */
  readonly text: MainText | null;
}

/**
 * The pages that are exported, in the order of the crawl, each with its text where it has one.
 * @throws SurfError OUTPUT_NOT_KEPT
 */
export async function* everyPageText(job: ExportJob): AsyncGenerator<PageDocument<PageLine>> {
  await withWarc(await job.supply.kept(job.id), job.id);
  yield* documentsOf(job, () => true);
}

/**
 * The same pages, each with what it says of itself: kept by the crawl, or in its text, which is
 * made for pages without kept facts alone (documents, and pages of earlier versions of Surf).
 * @throws SurfError OUTPUT_NOT_KEPT for a workflow that keeps neither facts nor WARC
 */
export async function* everyPageFacts(job: ExportJob): AsyncGenerator<PageDocument<PageLine>> {
  const { output } = await job.supply.definition(job.id);
  if (!output.facts) await withWarc(await job.supply.kept(job.id), job.id);
  yield* documentsOf(job, ({ facts }) => facts === undefined);
}

/** @param isRead of a page whose text is made */
async function* documentsOf(
  job: ExportJob,
  isRead: (page: PageLine) => boolean,
): AsyncGenerator<PageDocument<PageLine>> {
  const source = await job.supply.kept(job.id);
  const pages = async function* () {
    for await (const { page, answer } of exportedPages(source, job.id)) {
      if (isExported(job, page.url)) yield { page, answer: isRead(page) ? await answer() : null };
    }
  };
  for await (const { page, text } of pageTexts(job, pages()))
    yield { page: { ...page, title: page.title ?? text?.head?.title ?? null }, text };
}

/** Pages that have a text. */
export async function* allPageTexts(
  job: ExportJob,
): AsyncGenerator<{ readonly page: TextPage; readonly text: MainText }> {
  for await (const { page, text } of everyPageText(job)) if (text !== null) yield { page, text };
}

/** Several texts are made at a time; they come in the order of the pages. */
export async function* pageTexts<Page>(
  job: Pick<ExportJob, 'supply' | 'id' | 'texts'> & { readonly options?: Pick<ExportJob['options'], 'part'> },
  pages: AsyncIterable<PageAnswer<Page>>,
): AsyncGenerator<PageDocument<Page>> {
  const { decodeBody } = await job.supply.kept(job.id);
  const texts = job.texts();
  const part = job.options?.part ?? 'main';
  const ahead: Promise<PageDocument<Page>>[] = [];
  try {
    for await (const { page, answer, body } of pages) {
      const text =
        answer === null ? null : textOf(answer, { body: body ?? decodedBody(answer, decodeBody), texts, part });
      const document = Promise.resolve(text).then((made) => ({ page, text: made }));
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

async function textOf(
  answer: ArchivedAnswer,
  { body, texts, part }: { readonly body: Uint8Array; readonly texts: MainTexts; readonly part: PagePart },
): Promise<MainText | null> {
  const contentType = headerOf(answer, 'content-type');
  const found = pageText(body, contentType, answer.url);
  if (found === null && !isDocument(body, contentType)) return null;
  const text =
    found === null
      ? await texts.documentText(body)
      : found.type === 'html'
        ? await texts.mainText(found.html, found.base, part)
        : writtenText(found);
  return { ...text, markdown: printableText(text.markdown) };
}
