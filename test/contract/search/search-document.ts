import type { SearchDocument } from '#core/search/search-document.ts';

/** What a test says of a page. */
export interface FewWords extends Partial<SearchDocument> {
  /** Of its address. */
  readonly path: string;
}

/** A page for an index, of http://a.test unless its url says otherwise. */
export const searchDocument = ({ path, ...words }: FewWords): SearchDocument => ({
  key: Buffer.from(path).toString('hex').padEnd(32, '0').slice(0, 32),
  execution: 'x0loyw3v28r000000000',
  url: `http://a.test${path}`,
  title: '',
  kind: 'html',
  language: 'en',
  bytes: 1_000,
  fetchedAt: '2026-11-24T12:00:00.000Z',
  inlinks: 0,
  changes: null,
  headings: '',
  anchors: '',
  body: '',
  ...words,
});
