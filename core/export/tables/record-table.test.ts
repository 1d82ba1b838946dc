import { describe, expect, it } from 'vitest';
import type { RecordField } from '#core/export/tables/record-fields.ts';
import { recordTableHead, recordTableRow } from '#core/export/tables/record-table.ts';

const FIELDS: readonly RecordField[] = [
  { name: 'name', type: 'string' },
  { name: 'tags', type: 'any' },
  { name: 'URL', type: 'string' },
];

describe('the table of extracted records', () => {
  it('has the address, each field, and the errors; a field that is named like a column is the record’s', () => {
    expect(recordTableHead(FIELDS)).toBe('url,name,tags,record.URL,recordErrors\r\n');
  });

  it('has lists as JSON text, and nothing where a page has no value', () => {
    const page = { url: 'http://a.test/1', record: { name: 'a, "b"', tags: ['x', 'y'] }, errors: [] };

    expect(recordTableRow(FIELDS, page)).toBe('http://a.test/1,"a, ""b""","[""x"",""y""]",,\r\n');
  });

  it('says why a field has no value', () => {
    const page = { url: 'http://a.test/1', record: { name: null, tags: [] }, errors: [{ field: 'name' }] };

    expect(recordTableRow(FIELDS, page)).toBe('http://a.test/1,,[],,"[{""field"":""name""}]"\r\n');
  });
});
