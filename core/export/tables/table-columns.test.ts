import { describe, expect, it } from 'vitest';
import type { PageLine } from '#core/export/tables/page-line.ts';
import { selectionFields } from '#core/export/tables/record-fields.ts';
import { tableColumns } from '#core/export/tables/table-columns.ts';
import { Selection } from '#core/selection/selection.ts';

const PAGE: PageLine = {
  url: 'http://a.test/',
  status: 200,
  title: 'A',
  contentType: 'text/html',
  bytes: 3,
  level: 0,
  rank: 1,
  via: null,
  movedFrom: null,
  fetchedAt: '2026-11-21T10:00:00.000Z',
  digest: 'ab',
  noindex: false,
  etag: null,
  lastModified: null,
  titleCut: false,
  cut: false,
  warc: { file: 'x.warc.gz', offset: 1, length: 2 },
};

describe('columns of tables', () => {
  it('are those of a page, its place in the archive in three', () => {
    const columns = tableColumns(null);

    expect(columns.map(({ name }) => name)).toEqual([
      ...Object.keys(PAGE).filter((name) => name !== 'warc'),
      'warcFile',
      'warcOffset',
      'warcLength',
    ]);
    expect(columns.map(({ cell }) => cell(PAGE)).slice(-3)).toEqual(['x.warc.gz', 1, 2]);
  });

  it('have the fields of the policy in its order, each with its type, and the errors', () => {
    const { fields, rules } = Selection.parse({
      fields: { heading: 'h1', price: { selector: '.p', type: 'number' }, at: { selector: 'time', type: 'date' } },
      rules: [
        { fields: { tags: { selector: '.t', all: true }, price: { selector: '.q', type: 'text' } } },
        { fields: { deep: { pointer: '/a' }, title: 'title' } },
      ],
    });
    const columns = tableColumns(selectionFields({ fields, rules })).slice(19);

    expect(columns.map(({ name, type }) => [name, type])).toEqual([
      ['heading', 'string'],
      ['price', 'any'],
      ['at', 'time'],
      ['tags', 'any'],
      ['deep', 'any'],
      ['record.title', 'string'],
      ['recordErrors', 'any'],
    ]);
  });

  it('have values as they are, lists and objects as JSON, and nothing where there is none', () => {
    const fields = ['a', 'b', 'c', 'd', 'URL'].map((name) => ({ name, type: 'any' as const }));
    const columns = tableColumns(fields).slice(19);
    const record = { a: 'x', b: [1, { y: null }], c: false, URL: 2 };
    const recordErrors = [{ field: 'd', code: 'missing' as const, message: 'nothing' }];

    expect(columns.map(({ cell }) => cell({ ...PAGE, record, recordErrors }))).toEqual([
      'x',
      '[1,{"y":null}]',
      false,
      null,
      2,
      '[{"field":"d","code":"missing","message":"nothing"}]',
    ]);
    expect(columns.map(({ cell }) => cell({ ...PAGE, record: null, recordErrors: [] }))).toEqual(Array(6).fill(null));
    expect(columns.map(({ name }) => name)).toContain('record.URL');
  });
});
