import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { TextThreads } from '#adapters/threads/text-threads.ts';
import { inParts } from '#cli/export/export-files.ts';
import type { ExportJob } from '#cli/export/export-job.ts';
import type { Chunks } from '#cli/export/export-target.ts';
import { MirrorPathAllocator } from '#cli/export/mirror-path-allocator.ts';
import { printable, printableJson } from '#cli/terminal/printable.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import { codeBlock, markdownPage, pageText } from '#core/export/markdown-page.ts';
import type { PageLine } from '#core/export/page-line.ts';
import { headerOf } from '#engine/crawl-unit/response-headers.ts';
import { type ArchivedAnswer, answerIn, decodedBody } from '#engine/export/chunk-responses.ts';
import type { BodyPorts } from '#engine/export/export-ports.ts';
import { exportedPages } from '#engine/export/exported-pages.ts';
import { withWarc } from '#engine/export/kept-warc.ts';

const EXTENSION = '.md';
const MOST_THREADS = 4;
/** Pages whose text is being made, or waits to be written, for each thread. */
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
  const source = await job.supply.kept(job);
  await withWarc(source, job.id);
  const pages = async function* () {
    for await (const { page, answer } of exportedPages(source, job.id)) {
      const archived = await answer();
      if (archived !== null) yield { page, path: '', answer: archived };
    }
  };
  for await (const { markdown } of documents(source, pages())) {
    if (markdown === null) continue;
    job.tally.items += 1;
    yield `${markdown}\n`;
  }
}

/** A file for each page, `<host>/<path>.md`. */
export async function markdownFolder(job: ExportJob, folder: string): Promise<void> {
  const { id, tally, scratch } = job;
  const source = await job.supply.kept(job);
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
  for await (const { path, markdown } of documents(source, pages())) {
    if (markdown === null) continue;
    const bytes = Buffer.from(markdown);
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes, { flag: 'wx' });
    tally.files += 1;
    tally.items += 1;
    tally.bytes += bytes.length;
  }
}

/** What is kept of a page until its file is written. */
interface Kept {
  readonly page: Head;
  readonly archived: NonNullable<TaskRow['archived']>;
}
type Head = Pick<PageLine, 'url' | 'title' | 'fetchedAt'>;

/** Texts are made in threads, several at a time; they come in the order of the pages. */
async function* documents(
  { decodeBody }: BodyPorts,
  pages: AsyncIterable<{ readonly page: Head; readonly path: string; readonly answer: ArchivedAnswer }>,
): AsyncGenerator<Document> {
  const count = Math.min(availableParallelism(), MOST_THREADS);
  const threads = new TextThreads(count);
  const ahead: Promise<Document>[] = [];
  try {
    for await (const { page, path, answer } of pages) {
      const document = documentOf(page, { path, answer, body: decodedBody(answer, decodeBody), threads });
      document.catch(() => undefined); // thrown when it is its turn
      ahead.push(document);
      const first = ahead.length > count * AHEAD ? ahead.shift() : undefined;
      if (first !== undefined) yield await first;
    }
    for (const document of ahead) yield await document;
  } finally {
    await threads.close();
  }
}

async function documentOf(
  page: Head,
  from: {
    readonly path: string;
    readonly answer: ArchivedAnswer;
    readonly body: Uint8Array;
    readonly threads: TextThreads;
  },
): Promise<Document> {
  const { url } = page;
  const { path, answer, body, threads } = from;
  const found = pageText(body, headerOf(answer, 'content-type'), answer.url);
  if (found === null) return { url, path, markdown: null };
  const text =
    found.type === 'html' ? await threads.mainText(found.html, found.base) : codeBlock(found.text, found.language);
  const shown = { ...text, markdown: text.markdown.split('\n').map(printable).join('\n') };
  return { url, path, markdown: markdownPage(page, shown, printableJson) };
}
