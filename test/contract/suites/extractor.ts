import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExtractionPage, Extractor } from '#core/selection/extractor.ts';
import { checkSelection } from '#core/selection/faults/check-selection.ts';
import type { Selection } from '#core/selection/selection.ts';

/** Extractors of one adapter, and how to end what is behind them. */
export interface ExtractorFixture {
  readonly extractor: (selection: Selection) => Extractor;
  readonly close: () => Promise<void>;
}

/** A page of this body. */
export const extractionPage = (body: string | Uint8Array, fields: Partial<ExtractionPage> = {}): ExtractionPage => ({
  url: 'http://shop.test/things/1',
  address: 'http://shop.test/things/1',
  contentType: 'text/html; charset=utf-8',
  charset: null,
  body: typeof body === 'string' ? Buffer.from(body) : body,
  ...fields,
});

const FIELDS = { fields: { title: 'h1', prices: { selector: '.price', all: true, type: 'number' } } };

/** What every extractor promises. */
export function extractorContract(name: string, create: () => ExtractorFixture): void {
  describe(`${name} keeps the Extractor contract`, () => {
    let fixture: ExtractorFixture;
    beforeAll(() => {
      fixture = create();
    });
    afterAll(() => fixture.close());
    const ask = async (policy: unknown, page: ExtractionPage): Promise<unknown> =>
      JSON.parse(await fixture.extractor(checkSelection(policy)).extract(page));

    it('answers with record and errors', async () => {
      const page = extractionPage('<h1>Ünder</h1><p class=price>1.50</p><p class=price>free</p>');

      expect(await ask(FIELDS, page)).toEqual({
        record: { title: 'Ünder', prices: [1.5] },
        errors: [{ field: 'prices', code: 'type', message: '"free" is not a number' }],
      });
    });

    it('answers for every page of many at once, each with its own record, with any pages between them', async () => {
      const extractor = fixture.extractor(checkSelection(FIELDS));
      const bodies = Array.from({ length: 200 }, (_, i) => (i % 7 === 3 ? '<div>'.repeat(600) : `<h1>page ${i}</h1>`));

      const answers = await Promise.all(bodies.map((body) => extractor.extract(extractionPage(body))));

      for (const [i, text] of answers.entries()) {
        const { record, errors } = JSON.parse(text) as { record: unknown; errors: { code: string }[] };
        if (i % 7 === 3) expect([record, errors.map(({ code }) => code)]).toEqual([{}, ['too-complex']]);
        else expect([record, errors]).toEqual([{ title: `page ${i}`, prices: [] }, []]);
      }
    });

    it('has several policies at once', async () => {
      const page = extractionPage('<h1>one</h1><h2>two</h2>');
      const answers = await Promise.all([
        ask({ fields: { a: 'h1' } }, page),
        ask({ fields: { a: 'h2' } }, page),
        ask({ dom: 'fast', fields: { a: 'h1' } }, page),
      ]);

      expect(answers.map((answer) => (answer as { record: { a: string } }).record.a)).toEqual(['one', 'two', 'one']);
    });

    it('has what it needs of a page when it was asked: the page’s memory is its owner’s again', async () => {
      const extractor = fixture.extractor(checkSelection(FIELDS));
      const pages = ['<h1>one</h1>', '<h1>two</h1>'].map((body) => extractionPage(body));

      const asked = pages.map((page) => extractor.extract(page));
      for (const { body } of pages) body.fill(0x21);

      expect((await Promise.all(asked)).map((text) => (JSON.parse(text) as { record: unknown }).record)).toEqual([
        { title: 'one', prices: [] },
        { title: 'two', prices: [] },
      ]);
    });

    it('leaves the page as it was, and gives the same record again', async () => {
      const page = extractionPage('<h1>again</h1>');
      const first = await ask(FIELDS, page);

      expect(await ask(FIELDS, page)).toEqual(first);
      expect(Buffer.from(page.body).toString()).toBe('<h1>again</h1>');
    });

    it.each([
      ['nodes', '<b></b>'.repeat(210_000)],
      ['depth', '<div>'.repeat(600)],
      ['JSON depth', '['.repeat(600), 'application/json'],
    ])('says too-complex of a page with too much of %s', async (_, body, contentType = 'text/html') => {
      const fields = contentType === 'text/html' ? { a: 'h1' } : { a: { jsonPath: '$' } };

      expect(await ask({ fields }, extractionPage(body, { contentType }))).toMatchObject({
        record: {},
        errors: [{ field: null, code: 'too-complex' }],
      });
    });

    it('gives an empty record of a page to which no rule applies', async () => {
      const policy = { rules: [{ url: ['*/other/*'], fields: { a: 'h1' } }] };

      expect(await ask(policy, extractionPage('<h1>x</h1>'))).toEqual({ record: {}, errors: [] });
    });
  });
}
