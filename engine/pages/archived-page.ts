import type { Archive } from '#core/archive/archive.ts';
import { isDocument } from '#core/content/document-text.ts';
import { mainText } from '#core/content/main-text.ts';
import type { MainTexts } from '#core/content/main-texts.ts';
import { markdownPage, type PageText, pageText, writtenText } from '#core/content/markdown/markdown-page.ts';
import { type MainText, type PagePart, plainMainText, plainTextOf } from '#core/content/tree/plain-markup.ts';
import { codeOf, type ErrorCode, SurfError } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { TaskIndex, TaskRow } from '#core/execution/task-index.ts';
import { fitMarkdown } from '#core/export/fit-markdown.ts';
import { decodeText } from '#core/extraction/encoding/charset.ts';
import { pageTypeOf } from '#core/extraction/encoding/page-type.ts';
import { scanPage } from '#core/extraction/page-scan.ts';
import type { BodyDecoder } from '#core/fetch/body-decoder.ts';
import { headerOf } from '#core/fetch/headers/response-headers.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { printableJson, printableText } from '#core/model/printable.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { type ArchivedAnswer, answerIn, decodedBody } from '#engine/archive-reader/chunk-responses.ts';
import { SettledLookup } from '#engine/explain/lookup/settled-lookup.ts';
import { KeptPages } from '#engine/pages/kept-pages.ts';
import { RunningWave } from '#engine/running/running-wave.ts';

export interface ArchivedPagePorts {
  readonly catalog: Pick<Catalog, 'execution' | 'workflow'>;
  readonly archive: Archive;
  readonly tasks: TaskIndex;
  readonly decodeBody: BodyDecoder;
}

/** Most characters of a page's text. */
const MOST_TEXT = 4 * 1024 * 1024;

/** Larger pages have no structure in Markdown: a request may take some 100 ms of a server. */
const MOST_STRUCTURED = 1024 * 1024;

/** A task whose last answer is archived. */
export interface ArchivedTask {
  readonly row: TaskRow;
  readonly at: NonNullable<TaskRow['archived']>;
}

/** An archived answer, read. */
export interface ArchivedPage {
  readonly answer: ArchivedAnswer;
  readonly contentType: string | null;
  /** Encoding Standard name; that of the page as the crawl read it. */
  readonly charset: string;
  readonly isHtml: boolean;
  /** Body without Content-Encoding; as it was sent where that is damaged. */
  readonly body: Uint8Array;
}

/**
 * Finds the archived answer of an execution's URL in a few reads, and reads none of its bytes. Of a
 * page that a tick of a collection kept it is the answer to an earlier tick.
 * @throws SurfError EXECUTION_NOT_FOUND; OBJECT_NOT_FOUND when nothing of it is archived;
 * OUTPUT_NOT_KEPT when the workflow wanted no WARC
 */
export async function findArchived(ports: ArchivedPagePorts, id: ExecutionId, key: UrlKey): Promise<ArchivedTask> {
  const execution = await ports.catalog.execution(id);
  const row = await pageRow(ports, execution, key);
  if (row !== null && row.archived !== null) return { row, at: row.archived };
  await refuseWithoutWarc(ports, execution);
  throw new SurfError('OBJECT_NOT_FOUND', `execution ${id} has no archived answer of the URL with key ${key}`, {
    remedy: 'explain shows the outcome of a URL; Surf archives only responses',
  });
}

/** Errors that keep a page from being read. */
const UNREADABLE: ReadonlySet<ErrorCode | undefined> = new Set<ErrorCode>([
  'OUTPUT_NOT_KEPT',
  'OBJECT_NOT_FOUND',
  'OBJECT_CORRUPT',
]);

/** True if a page cannot be read because its body is not kept, not found or damaged. */
export const isUnreadable = (error: unknown): boolean => UNREADABLE.has(codeOf(error));

/**
 * The row of a URL, settled or of the wave that runs; of a page that a tick kept the one of the
 * tick that fetched it.
 */
async function pageRow(ports: ArchivedPagePorts, execution: Execution, key: UrlKey): Promise<TaskRow | null> {
  const settled = await new SettledLookup(ports, execution).get(key);
  const row = settled ?? (await new RunningWave(ports.archive, execution).find(key))?.row;
  return row ?? (await new KeptPages(ports, execution).row(key));
}

async function refuseWithoutWarc({ catalog }: ArchivedPagePorts, row: Execution): Promise<void> {
  const { definition } = await catalog.workflow(row.workflowId, row.workflowVersion);
  if (definition.output.warc) return;
  throw new SurfError(
    'OUTPUT_NOT_KEPT',
    `execution ${row.id} stored no responses: its workflow has output.warc false`,
    {
      remedy: 'crawl again with output.warc true (the default)',
    },
  );
}

/** Reads it: one read. @throws SurfError OBJECT_NOT_FOUND, OBJECT_CORRUPT */
export async function readArchived(ports: ArchivedPagePorts, { at }: ArchivedTask): Promise<ArchivedPage> {
  const answer = answerIn(await ports.archive.range(at.object, at.offset, at.length), at);
  const contentType = headerOf(answer, 'content-type');
  const body = bodyOf(answer, ports.decodeBody);
  const { charset } = scanPage(body, contentType, { anchorText: false, resources: false });
  return { answer, contentType, charset, isHtml: pageTypeOf(body, contentType) === 'html', body };
}

/**
 * A failed answer may have a Content-Encoding that nobody can remove: then it is shown as received.
 */
function bodyOf(answer: ArchivedAnswer, decodeBody: BodyDecoder): Uint8Array {
  try {
    return decodedBody(answer, decodeBody);
  } catch (error) {
    if (codeOf(error) === 'OBJECT_CORRUPT') return answer.wireBody;
    throw error;
  }
}

/**
 * Readable text of a page without its markup, in time linear in its length. At most 4 Mi
 * characters.
 * @returns null for what is not text, images for example
 */
export function textOf({ body, contentType, charset, isHtml }: ArchivedPage): string | null {
  if (pageTypeOf(body, contentType) === 'other') return null;
  const text = decodeText(body, charset);
  return isHtml ? plainTextOf(text, MOST_TEXT) : text.slice(0, MOST_TEXT);
}

/**
 * The text of a PDF: `markdown` is empty where it cannot be read.
 * @returns null for what is not a PDF
 */
export async function documentOf(
  { body, contentType }: ArchivedPage,
  texts: () => MainTexts,
): Promise<MainText | null> {
  if (!isDocument(body, contentType)) return null;
  const thread = texts();
  try {
    return await thread.documentText(body);
  } finally {
    await thread.close();
  }
}

/**
 * The main text of a page as a Markdown document with front matter, as the export writes it. A page
 * of more than 1 Mi characters is given as text without structure. Takes time linear in its length.
 *
 * @param part of the page; `full`: all that it shows
 * @param fitTokens most tokens, see fitMarkdown; null: all of the part
 * @param document of a PDF; null for any other page
 * @returns null for what is not text, images for example
 */
export function markdownOf(
  { row }: ArchivedTask,
  page: ArchivedPage,
  {
    part = 'main',
    fitTokens = null,
    document = null,
  }: { readonly part?: PagePart; readonly fitTokens?: number | null; readonly document?: MainText | null } = {},
): string | null {
  const text = mainTextOf(page, document, part);
  if (text === null) return null;
  const markdown = fitTokens === null ? text.markdown : fitMarkdown(text.markdown, fitTokens);
  const { url, title } = row;
  return markdownPage({ url, title, fetchedAt: fetchedAt(row) }, { ...text, markdown }, printableJson);
}

/** Time of the request, ISO 8601 UTC; null: not known. */
export const fetchedAt = ({ startedAt }: Pick<TaskRow, 'startedAt'>): string | null =>
  startedAt === null ? null : new Date(startedAt).toISOString();

/**
 * The main text of a page, its Markdown without characters that a terminal obeys.
 * @param document of a PDF; null for any other page
 * @returns null if the page has no text, an image for example
 */
export function mainTextOf(
  { answer, contentType, body }: ArchivedPage,
  document: MainText | null = null,
  part: PagePart = 'main',
): MainText | null {
  const found = pageText(body, contentType, answer.url);
  const text = document ?? (found === null ? null : boundedText(found, part));
  return text === null ? null : { ...text, markdown: printableText(text.markdown) };
}

/** A page of more than 1 Mi characters has no structure: nothing ends this thread. */
function boundedText(found: PageText, part: PagePart): MainText {
  if (found.type !== 'html') return writtenText(found);
  return found.html.length > MOST_STRUCTURED ? plainMainText(found.html) : mainText(found.html, found.base, part);
}
