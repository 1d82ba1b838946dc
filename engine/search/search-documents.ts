import type { PageState } from '#core/collection/page-state.ts';
import { visitOf } from '#core/collection/page-visit.ts';
import { isDocument } from '#core/content/document-text.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { Scratch } from '#core/export/scratch.ts';
import { pageTypeOf } from '#core/extraction/encoding/page-type.ts';
import { headerOf } from '#core/fetch/headers/response-headers.ts';
import { plainWords } from '#core/search/plain-words.ts';
import {
  MOST_BODY,
  MOST_DOCUMENTS,
  MOST_SIDE_TEXT,
  type SearchDocument,
  type SearchKind,
} from '#core/search/search-document.ts';
import { Canonicalizer } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { type ArchivedAnswer, decodedBody } from '#engine/archive-reader/chunk-responses.ts';
import { type ExportedPage, exportedPages } from '#engine/archive-reader/exported-pages.ts';
import { withWarc } from '#engine/archive-reader/kept-warc.ts';
import { PageLinks } from '#engine/archive-reader/page-links.ts';
import { knownPages } from '#engine/collection/known-pages.ts';
import { asciiJson } from '#engine/export/job/counted-text.ts';
import type { ExportJob } from '#engine/export/job/export-job.ts';
import { type PageAnswer, type PageDocument, pageTexts } from '#engine/export/job/page-texts.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { type PageWords, withInlinks } from '#engine/search/inlink-groups.ts';
import { withChanges } from '#engine/search/known-changes.ts';

/** Input of a build, and its scratch for what does not fit into memory. */
export type DocumentJob = Pick<ExportJob, 'supply' | 'id' | 'texts'> & { readonly scratch: Scratch };

/**
 * The pages of an execution that have a text, as documents of its index, in the order of their
 * keys: at most one more than an index takes, the first of the crawl. Each archived page is read
 * once; memory does not grow with the crawl.
 * @throws SurfError EXECUTION_NOT_FOUND, OUTPUT_NOT_KEPT, OBJECT_CORRUPT
 */
export async function* searchDocuments(job: DocumentJob): AsyncGenerator<SearchDocument> {
  const byKey = job.scratch.sorter();
  let documents = 0;
  const reader = await LinkReader.open(job);
  for await (const found of pageTexts(
    job,
    reader.pages((lines) => byKey.add(lines)),
  )) {
    const words = wordsOf(found);
    if (words === null) continue;
    await byKey.add([`${found.page.row.key}\t0\t${asciiJson(words)}`]);
    documents += 1;
    if (documents > MOST_DOCUMENTS) break;
  }
  yield* withChanges(withInlinks(byKey), reader.known());
}

/** A page with its answer, and its URL key. */
type ReadPage = Pick<ExportedPage, 'page' | 'row' | 'line'> & {
  readonly kind: SearchKind | 'other';
  readonly isOfCollection: boolean;
  readonly execution: Execution['id'];
};

/** Reads the pages of an execution, and their links. */
class LinkReader {
  readonly #source: ExportSource;
  readonly #execution: Execution;
  readonly #links: PageLinks;
  readonly #keys: Canonicalizer;
  readonly #isOfCollection: boolean;

  private constructor(source: ExportSource, of: { row: Execution; workflow: Workflow; links: PageLinks }) {
    this.#source = source;
    this.#execution = of.row;
    this.#links = of.links;
    this.#keys = new Canonicalizer(of.workflow.key);
    this.#isOfCollection = of.workflow.revisit.policy !== 'off';
  }

  static async open({ supply, id }: DocumentJob): Promise<LinkReader> {
    const source = await supply.kept(id);
    const { row, workflow } = await withWarc(source, id);
    const links = await PageLinks.open(source, row, workflow);
    return new LinkReader(source, { row, workflow, links });
  }

  /** Pages that the collection knew when the execution began, in key order. */
  known(): AsyncGenerator<PageState> {
    return knownPages(this.#source.archive, this.#execution);
  }

  async *pages(add: (lines: readonly string[]) => Promise<void>): AsyncGenerator<PageAnswer<ReadPage>> {
    for await (const { page, row, line, answer } of exportedPages(this.#source, this.#execution.id)) {
      const archived = await answer();
      if (archived === null) continue;
      const body = decodedBody(archived, this.#source.decodeBody);
      await add(this.#linesOf(row, archived, body));
      const contentType = headerOf(archived, 'content-type');
      const kind = isDocument(body, contentType) ? 'document' : pageTypeOf(body, contentType);
      yield {
        page: { page, row, line, kind, isOfCollection: this.#isOfCollection, execution: this.#execution.id },
        answer: archived,
        body,
      };
    }
  }

  /** A line for each page that this one links to and that the crawl wanted, with the first text. */
  #linesOf(row: ExportedPage['row'], answer: ArchivedAnswer, body: Uint8Array): string[] {
    const texts = new Map<string, string>();
    for (const { to, kind, text = '', reason } of this.#links.read(row, answer, body).links) {
      if (reason !== null || (kind !== 'a' && kind !== 'area')) continue;
      const key = urlKeyOf(this.#keys.form(to as CrawlUrl));
      if (key !== row.key && (texts.get(key) ?? '') === '') texts.set(key, text);
    }
    return [...texts].map(([key, text]) => `${key}\t1\t${asciiJson(text.replace(/[\s\p{Cc}]+/gu, ' ').trim())}`);
  }
}

/** @returns null for a page without text */
function wordsOf({ page: read, text }: PageDocument<ReadPage>): PageWords | null {
  const { page, row, line, kind, isOfCollection, execution } = read;
  if (text === null || kind === 'other') return null;
  const { headings, body } = plainWords(text.markdown, { body: MOST_BODY, headings: MOST_SIDE_TEXT });
  const language = /^[a-z]{2,3}(?=-|$)/i.exec(text.head?.language ?? '')?.[0].toLowerCase() ?? null;
  const { url, bytes, fetchedAt } = page;
  const title = (page.title ?? text.head?.title ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const visit = isOfCollection ? visitOf(row, line, undefined) : null;
  return { key: row.key, execution, url, title, kind, language, bytes, fetchedAt, headings, body, visit };
}
