import { getDocument } from 'unpdf/pdfjs';
import { withoutText, withWholeWords } from '#core/content/document-text.ts';
import type { NoTextReason } from '#core/content/head/page-head.ts';
import { type MainText, MOST_TEXT, plainMarkdown } from '#core/content/tree/plain-markup.ts';

/** Pages that are read; a document may have more. */
const MOST_PAGES = 1_000;
const MOST_TITLE = 512;
/** A document that takes longer is cut: the thread would be ended later, with nothing. */
const MOST_MS = 5_000;

/** Text needs no fonts and images: pdf.js loads nothing, and compiles nothing. */
const SETTINGS = {
  isEvalSupported: false,
  useSystemFonts: false,
  disableFontFace: true,
  enableXfa: false,
  useWorkerFetch: false,
  stopAtErrors: false,
  maxImageSize: 1,
  verbosity: 0,
};

/**
 * The text of a PDF, page by page, as far as it comes. Runs in a thread that can be ended.
 * @param mostMs time after which no other page is begun
 */
export async function pdfText(data: Uint8Array, mostMs = MOST_MS): Promise<MainText> {
  const until = performance.now() + mostMs;
  const task = getDocument({ ...SETTINGS, data });
  try {
    const pdf = await task.promise;
    const parts: string[] = [];
    let size = 0;
    const last = Math.min(pdf.numPages, MOST_PAGES);
    for (let n = 1; n <= last && size < MOST_TEXT && (n === 1 || performance.now() < until); n++) {
      const page = await pdf.getPage(n);
      const { items } = await page.getTextContent();
      const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
      parts.push(text);
      size += text.length + 2;
      page.cleanup();
    }
    const title = titleOf(await pdf.getMetadata());
    const text = withWholeWords(parts.join('\n\n').slice(0, MOST_TEXT).toWellFormed());
    if (text.trim() === '') return withoutText('no-text');
    const pagesRead = parts.length < pdf.numPages ? parts.length : undefined;
    const head = { ...(title !== '' && { title }), pages: pdf.numPages, ...(pagesRead && { pagesRead }) };
    return { markdown: plainMarkdown(text), text: 'document', head };
  } catch (error) {
    return withoutText(reasonOf(error));
  } finally {
    await task.destroy();
  }
}

function titleOf({ info }: { readonly info: object }): string {
  const title = 'Title' in info && typeof info.Title === 'string' ? info.Title : '';
  return title
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MOST_TITLE)
    .toWellFormed();
}

const reasonOf = (error: unknown): NoTextReason =>
  error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged';
