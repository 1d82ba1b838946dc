import { describe, expect, it } from 'vitest';
import { CompiledSelection } from '#core/selection/compiled/compiled-selection.ts';
import type { ExtractionPage } from '#core/selection/extractor.ts';
import { checkSelection } from '#core/selection/faults/check-selection.ts';
import { RecordLine } from '#core/selection/records/record-lines.ts';
import type { ExtractedRecord } from '#core/selection/records/too-complex.ts';
import { urlKeyOf } from '#core/url/url-key.ts';

const URL_OF_PAGE = 'http://shop.test/things/1';

function extract(policy: unknown, body: string, page: Partial<ExtractionPage> = {}): ExtractedRecord {
  const compiled = new CompiledSelection(checkSelection(policy), () => 0);
  const base = { url: URL_OF_PAGE, address: URL_OF_PAGE, contentType: 'text/html', charset: 'utf-8' };
  const extracted = compiled.extract({ ...base, ...page, body: Buffer.from(body) });
  const line = { key: urlKeyOf(URL_OF_PAGE), url: URL_OF_PAGE, ...extracted };
  expect(RecordLine.parse(line)).toEqual(line);
  return extracted;
}

const record = (fields: unknown, body: string, page: Partial<ExtractionPage> = {}): unknown =>
  extract({ fields }, body, page).record;

describe('fields of an HTML page', () => {
  it('are text, attributes, inner HTML, first ones and all of them', () => {
    const fields = {
      text: 'p',
      raw: { selector: 'p', trim: false },
      id: { selector: 'p', attribute: 'id' },
      html: { selector: 'div', html: true },
      all: { selector: 'li', all: true },
      none: 'h6',
      noneOfAll: { selector: 'h6', all: true },
      noAttribute: { selector: 'p', attribute: 'lang' },
    };

    expect(record(fields, '<p id=x> one <b>two</b>\n</p><div>a<br>b &amp; c</div><ul><li>1<li>2</ul>')).toEqual({
      text: 'one two',
      raw: ' one two\n',
      id: 'x',
      html: 'a<br>b &amp; c',
      all: ['1', '2'],
      none: null,
      noneOfAll: [],
      noAttribute: null,
    });
  });

  it('are looked for in the tree that a browser builds; a template is not part of it, noscript is text', () => {
    const page = '<table><tr><td>1</table><template><i>t</i></template><noscript><u>n</u></noscript><p>a<p>b<i>i</i>';

    expect(record({ cell: 'table > tbody > tr > td', i: 'i', u: 'u', p: 'p + p' }, page)).toEqual({
      cell: '1',
      i: 'i',
      u: null,
      p: 'bi',
    });
    expect(extract({ dom: 'fast', fields: { cell: 'table > tbody > tr > td', i: 'i' } }, page).record).toEqual({
      cell: null,
      i: 't',
    });
  });

  it('have jQuery’s selectors', () => {
    const page = '<ul><li>a</li><li>b <b>x</b></li><li>c</li><li>d</li></ul>';
    const fields = {
      first: 'li:first',
      last: 'li:last',
      second: 'li:eq(1)',
      fromEnd: 'li:eq(-2)',
      has: 'li:has(b)',
      contains: 'li:contains(c)',
      odd: { selector: 'li:odd', all: true },
      after: { selector: 'li:gt(1)', all: true },
      union: { selector: 'li:last, li:first', all: true },
    };

    expect(record(fields, page)).toEqual({
      first: 'a',
      last: 'd',
      second: 'b x',
      fromEnd: 'c',
      has: 'b x',
      contains: 'c',
      odd: ['b x', 'd'],
      after: ['c', 'd'],
      union: ['a', 'd'],
    });
  });

  it('have types; addresses resolve against the base element', () => {
    const page = '<base href="/b/"><a href=" x?y ">1.299,00 €</a><i>yes</i><time>May 1, 2024</time><s>7.5</s>';
    const typed = (selector: string, type: string, more: object = {}): object => ({ selector, type, ...more });
    const fields = {
      url: typed('a', 'url', { attribute: 'href' }),
      number: typed('a', 'number'),
      boolean: typed('i', 'boolean'),
      date: typed('time', 'date'),
      integer: typed('s', 'integer', { default: 3 }),
    };

    expect(extract({ fields }, page)).toEqual({
      record: { url: 'http://shop.test/b/x?y', number: 1_299, boolean: true, date: '2024-05-01', integer: 3 },
      errors: [{ field: 'integer', code: 'type', message: '"7.5" is not an integer' }],
    });
  });

  it('have patterns: the first group, or the whole match', () => {
    const fields = {
      group: { selector: 'p', pattern: 'no\\. (\\d+)', type: 'integer' },
      whole: { selector: 'p', pattern: '[A-Z]+' },
      none: { selector: 'p', pattern: 'x{3}' },
      some: { selector: 'b', pattern: '\\d+', all: true },
    };

    expect(extract({ fields }, '<p>Article no. 42 AB</p><b>a1</b><b>b</b><b>c3</b>')).toEqual({
      record: { group: 42, whole: 'A', none: null, some: ['1', '3'] },
      errors: [
        { field: 'none', code: 'pattern', message: 'the pattern x{3} finds nothing in "Article no. 42 AB"' },
        { field: 'some', code: 'pattern', message: 'the pattern \\d+ finds nothing in "b"' },
      ],
    });
  });

  it('are records within records; what is required and missing is said once', () => {
    const by = { selector: '.by', required: true };
    const fields = {
      reviews: { selector: 'li', all: true, fields: { by, self: { selector: ':scope', attribute: 'id' } } },
      one: { selector: 'li', fields: { by } },
      nobody: { selector: 'h6', fields: { by } },
    };

    expect(extract({ fields }, '<ul><li id=1><i class=by>A</i><li id=2><li id=3></ul>')).toEqual({
      record: {
        reviews: [
          { by: 'A', self: '1' },
          { by: null, self: '2' },
          { by: null, self: '3' },
        ],
        one: { by: 'A' },
        nobody: null,
      },
      errors: [{ field: 'reviews.by', code: 'missing', message: 'nothing was found' }],
    });
  });

  it('are read in the encoding of the page', () => {
    const page = { body: Buffer.from('<meta charset=iso-8859-2><h1>\xb1</h1>', 'latin1'), charset: null };
    const compiled = new CompiledSelection(checkSelection({ fields: { h: 'h1' } }), () => 0);

    expect(
      compiled.extract({ url: URL_OF_PAGE, address: URL_OF_PAGE, contentType: 'text/html', ...page }).record,
    ).toEqual({
      h: 'ą',
    });
  });
});

describe('fields of other pages', () => {
  const json = { contentType: 'application/json' };

  it('are values of JSON, by JSONPath and JSON Pointer', () => {
    const body = JSON.stringify({ a: [{ b: 1, c: 'x' }, { b: '2,5' }], 'd/e': { '~': [true] }, n: null });
    const fields = {
      first: { jsonPath: '$.a[*].b' },
      all: { jsonPath: '$.a[*].b', all: true, type: 'number' },
      filtered: { jsonPath: '$.a[?@.b == 1].c' },
      pointed: { pointer: '/d~1e/~0/0' },
      whole: { pointer: '' },
      null: { pointer: '/n' },
      missing: { pointer: '/a/2', default: 'none' },
      proto: { pointer: '/__proto__/toString' },
      records: { jsonPath: '$.a[*]', all: true, fields: { c: { pointer: '/c', default: '-' } } },
      structure: { jsonPath: '$.a', type: 'text' },
    };

    expect(extract({ fields }, body, json)).toEqual({
      record: {
        first: 1,
        all: [1, 2.5],
        filtered: 'x',
        pointed: true,
        whole: JSON.parse(body) as unknown,
        null: null,
        missing: 'none',
        proto: null,
        records: [{ c: 'x' }, { c: '-' }],
        structure: null,
      },
      errors: [{ field: 'structure', code: 'type', message: 'a list is not text' }],
    });
  });

  it('are elements of XML, in their letter case and with prefixes', () => {
    const body = '<?xml version="1.0"?><Feed xmlns:d="u"><Item><d:by>Me</d:by><t><![CDATA[a < b]]></t></Item></Feed>';

    expect(record({ by: 'Item > d\\:by', t: 't', lower: 'item' }, body, { contentType: 'text/xml' })).toEqual({
      by: 'Me',
      t: 'a < b',
      lower: null,
    });
  });

  it('are passages around keywords, of text as of what is shown of HTML', () => {
    const fields = { found: { keywords: ['bank'], context: 3 } };
    const page = '<title>bank</title><script>bank</script><p>The <b>Ba</b>nk.<!-- bank --></p><p>x</p>';

    expect(record(fields, 'a river\nbank 1', { contentType: 'text/plain' })).toEqual({
      found: [{ keyword: 'bank', text: 'er bank 1' }],
    });
    expect(record(fields, page)).toEqual({ found: [{ keyword: 'bank', text: 'he Bank.' }] });
  });

  it('that have nothing to do with their kind are empty', () => {
    const fields = { css: 'h1', path: { jsonPath: '$.a', required: true }, words: { keywords: ['x'] } };

    expect(extract({ fields }, '\x89PNG', { contentType: 'image/png' })).toEqual({
      record: { css: null, path: null, words: [] },
      errors: [{ field: 'path', code: 'missing', message: 'nothing was found' }],
    });
    expect(extract({ fields }, '{', json).errors).toContainEqual({
      field: null,
      code: 'parse',
      message: 'the page is not JSON',
    });
  });
});

describe('rules', () => {
  const policy = {
    fields: { a: 'h1', b: 'h1' },
    rules: [
      { url: ['*/things/*'], fields: { b: 'h2', c: 'h2' } },
      { url: ['/[0-9]$/'], contentType: ['text/*'], fields: { c: 'h3' } },
      { url: ['*/other'], fields: { d: 'h1' } },
      { contentType: ['*+xml'], fields: { e: 'h1' } },
    ],
  };
  const PAGE = '<h1>1</h1><h2>2</h2><h3>3</h3>';

  it('that apply add up to one record; of one name the later counts', () => {
    expect(extract(policy, PAGE).record).toEqual({ a: '1', b: '2', c: '3' });
    expect(extract(policy, PAGE, { url: 'http://shop.test/other' }).record).toEqual({ a: '1', b: '1', d: '1' });
  });

  it('look at the address of the task, and read a page without type as HTML', () => {
    const page = { address: 'http://shop.test/other', contentType: null };

    expect(extract(policy, PAGE, page).record).toEqual({ a: '1', b: '2', c: '3' });
    expect(extract({ rules: policy.rules }, PAGE, { url: 'http://shop.test/' })).toEqual({ record: {}, errors: [] });
  });
});

describe('bounds of a record', () => {
  it('cut a value at 1 MiB, between two characters', () => {
    const { record: found, errors } = extract({ fields: { a: 'p', b: 'i' } }, `<p>a${'é'.repeat(600_000)}</p><i>x</i>`);
    const { a } = found as { a: string };

    expect(Buffer.byteLength(a)).toBe(1024 * 1024 - 1);
    expect(a.endsWith('é')).toBe(true);
    expect(found).toMatchObject({ b: 'x' });
    expect(errors).toEqual([{ field: 'a', code: 'too-large', message: 'a value is cut off at 1 MiB' }]);
  });

  it('leave out what does not fit into 4 MiB, nested lists included', () => {
    const page = '<div><p></p></div>'.replace('<p></p>', `<p>${'\u0001'.repeat(100_000)}</p>`.repeat(10));
    const fields = { a: { selector: 'p', all: true }, b: { selector: 'div', fields: { c: 'p' } } };
    const { record: found, errors } = extract({ fields }, page);

    expect(JSON.stringify(found).length).toBeLessThanOrEqual(4 * 1024 * 1024);
    expect((found as { a: unknown[] }).a).toHaveLength(6);
    expect(errors.map(({ field, code }) => [field, code])).toEqual([
      ['a', 'too-large'],
      ['b', 'too-large'],
    ]);
  });

  it('cut a list after 10,000 items', () => {
    const { record: found, errors } = extract(
      { fields: { a: { selector: 'i', all: true } } },
      '<i>x</i>'.repeat(10_001),
    );

    expect((found as { a: unknown[] }).a).toHaveLength(10_000);
    expect(errors).toMatchObject([{ field: 'a', code: 'too-large' }]);
  });

  it('end a page whose fields take more than two seconds', () => {
    let now = 0;
    const compiled = new CompiledSelection(checkSelection({ fields: { a: 'h1', b: 'h1' } }), () => {
      now += 1_500;
      return now;
    });
    const page = {
      url: URL_OF_PAGE,
      address: URL_OF_PAGE,
      contentType: null,
      charset: null,
      body: Buffer.from('<h1>'),
    };

    expect(compiled.extract(page)).toEqual({
      record: {},
      errors: [{ field: null, code: 'too-complex', message: 'it takes more than 2 s of CPU' }],
    });
  });
});
