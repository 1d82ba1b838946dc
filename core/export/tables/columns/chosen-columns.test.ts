import { describe, expect, it } from 'vitest';
import { chosenColumns } from '#core/export/tables/columns/chosen-columns.ts';
import { pageContent } from '#core/export/tables/page-content.ts';
import type { TablePage } from '#core/export/tables/table-columns.ts';

const FIELDS = [
  { name: 'price', type: 'number' },
  { name: 'text', type: 'string' },
] as const;
const PAGE = {
  url: 'http://a.test/',
  record: { price: 3, text: 'of the record' },
  content: pageContent({ markdown: '# A *page*\n\nWith [words](http://a.test/b).' }),
  facts: { language: 'de', description: 'A page' },
} as unknown as TablePage;
const cells = (names: readonly string[], page = PAGE) => chosenColumns(FIELDS, names).map(({ cell }) => cell(page));

describe('chosen columns', () => {
  it('come in the order of their names, each once', () => {
    expect(chosenColumns(FIELDS, ['price', 'url', 'price']).map(({ name }) => name)).toEqual(['price', 'url']);
  });

  it('have the text of the page, its words and what its head says', () => {
    expect(cells(['markdown', 'wordCount', 'language', 'description', 'canonical'])).toEqual([
      PAGE.content?.markdown,
      4,
      'de',
      'A page',
      null,
    ]);
    expect(cells(['markdown', 'wordCount', 'language'], { ...PAGE, content: null, facts: {} })).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('name the text of the page page.text where the record has a field text', () => {
    expect(cells(['text', 'page.text'])).toEqual(['of the record', 'A page\nWith words.']);
  });

  it('are the usual ones without a choice, none of them of the text', () => {
    expect(chosenColumns(FIELDS, null).some(({ isContent }) => isContent === true)).toBe(false);
  });

  it.each([
    ['markdwon', 'did you mean markdown?'],
    ['URL', 'did you mean url?'],
    ['', 'columns are url, status'],
  ])('refuse %j and name the nearest one', (name, remedy) => {
    expect(() => chosenColumns(null, [name])).toThrowError(
      expect.objectContaining({ code: 'COLUMN_UNKNOWN', remedy: expect.stringContaining(remedy) }),
    );
  });

  it('refuse no name at all', () => {
    expect(() => chosenColumns(null, [])).toThrowError(expect.objectContaining({ code: 'COLUMN_UNKNOWN' }));
  });

  it('cut a text after a million characters', () => {
    const { markdown, text } = pageContent({ markdown: 'word '.repeat(300_000) });

    expect([markdown.length, text.length <= 1024 * 1024]).toEqual([1024 * 1024, true]);
  });
});
