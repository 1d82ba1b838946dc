import { describe, expect, it } from 'vitest';
import { pdfText } from '#adapters/threads/pdf-text.ts';
import { pdfDocument, pdfLine } from '#test/site/pdf-document.ts';

const PAGES = ['One', 'Two', 'Three'].map((word) => pdfLine(word));

describe('the text of a PDF', () => {
  it('is that of all pages, and says no number of read ones', async () => {
    const { markdown, head } = await pdfText(new Uint8Array(pdfDocument(PAGES)));

    expect(markdown).toMatch(/One\s+Two\s+Three/);
    expect(head).toEqual({ title: 'A document', pages: 3 });
  });

  it('ends with the page at which the time is over, and says how many were read', async () => {
    const { markdown, text, head } = await pdfText(new Uint8Array(pdfDocument(PAGES)), 0);

    expect(markdown).toBe('One');
    expect(text).toBe('document');
    expect(head).toEqual({ title: 'A document', pages: 3, pagesRead: 1 });
  });
});
