import type { NoTextReason } from '#core/content/head/page-head.ts';
import type { MainText } from '#core/content/tree/plain-markup.ts';

/** Bytes of a document that is read: 32 MiB. */
export const MOST_DOCUMENT = 32 * 1024 * 1024;
/** The mark of PDF is in the first bytes; readers skip anything before it. */
const MARK_WITHIN = 1024;

/** Is it a PDF, by its bytes and its Content-Type? */
export function isDocument(body: Uint8Array, contentType: string | null): boolean {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type !== '' && type !== 'application/pdf' && type !== 'application/octet-stream') return false;
  return Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, MARK_WITHIN)).includes('%PDF-');
}

/** A hyphen at the end of a line, and the rest of the word on the next one. */
const BROKEN = /(?<=\p{L}{2})[-\u00ad\u2010]\n(\p{Ll}\S{0,100})( |\n|$)/gu;
const HYPHENATED = /(?<=\p{L}{2})-(\p{L}{2,40})/gu;
/** Letters before a hyphen at the end of a line. */
const BEFORE = /\p{L}{2,40}$/u;
const MOST_BEFORE = 40;

/**
 * Joins words that a document breaks at the end of a line. A word keeps its hyphen if the document
 * has it elsewhere within a line. Takes time linear in the length.
 */
export function withWholeWords(text: string): string {
  const hyphenated = new Set(
    [...text.matchAll(HYPHENATED)].map(({ 1: after, index }) => `${lettersBefore(text, index)}-${after}`.toLowerCase()),
  );
  return text.replace(BROKEN, (all, rest: string, space: string, at: number) => {
    const [after = ''] = /^\p{L}+/u.exec(rest) ?? [];
    const isHyphenated = all.startsWith('-') && hyphenated.has(`${lettersBefore(text, at)}-${after}`.toLowerCase());
    return `${isHyphenated ? '-' : ''}${rest}${space === '' ? '' : '\n'}`;
  });
}

const lettersBefore = (text: string, at: number): string =>
  BEFORE.exec(text.slice(Math.max(0, at - MOST_BEFORE), at))?.[0] ?? '';

/** Placeholder for the text of a document that has none. */
export const withoutText = (reason: NoTextReason): MainText => ({ markdown: '', text: 'none', head: { reason } });
