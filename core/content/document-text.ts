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

/** Placeholder for the text of a document that has none. */
export const withoutText = (reason: NoTextReason): MainText => ({ markdown: '', text: 'none', head: { reason } });
