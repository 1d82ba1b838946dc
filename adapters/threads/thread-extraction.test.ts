import { afterEach, describe, expect, it } from 'vitest';
import { ThreadExtraction } from '#adapters/threads/thread-extraction.ts';
import { checkSelection } from '#core/selection/faults/check-selection.ts';
import { extractionPage, extractorContract } from '#test/contract/suites/extractor.ts';
import { inProcessExtractor } from '#test/fakes/in-process-extractor.ts';

const ENTRY = new URL('./extraction-thread.ts', import.meta.url);

extractorContract('ThreadExtraction', () => {
  const extraction = new ThreadExtraction({ entry: ENTRY });
  return { extractor: (selection) => extraction.extractor(selection), close: () => extraction.close() };
});
extractorContract('the extractor of tests', () => ({ extractor: inProcessExtractor, close: async () => {} }));

/** Takes minutes: every element asks all behind it, which ask all behind them. */
const CATASTROPHE = 'div:has(~ div:has(~ div:has(~ div b)))';
const HOSTILE = '<div></div>'.repeat(20_000);

describe('a thread that extracts', () => {
  let extraction: ThreadExtraction;
  afterEach(() => extraction.close());

  it('is ended when a page takes too long; the page is too-complex, all others get their records', async () => {
    extraction = new ThreadExtraction({ entry: ENTRY, pageMs: 300 });
    const extractor = extraction.extractor(checkSelection({ fields: { title: 'h1', bad: CATASTROPHE } }));
    const bodies = ['<h1>a</h1>', HOSTILE, '<h1>b</h1>', HOSTILE, '<h1>c</h1>'];

    const answers = await Promise.all(bodies.map((body) => extractor.extract(extractionPage(body))));

    const slow = {
      record: {},
      errors: [{ field: null, code: 'too-complex', message: 'it takes more than 2 s of CPU' }],
    };
    expect(answers.map((text) => JSON.parse(text) as unknown)).toEqual([
      { record: { title: 'a', bad: null }, errors: [] },
      slow,
      { record: { title: 'b', bad: null }, errors: [] },
      slow,
      { record: { title: 'c', bad: null }, errors: [] },
    ]);
  });

  it('that a page takes all memory of is replaced', async () => {
    extraction = new ThreadExtraction({ entry: ENTRY });
    const path = { jsonPath: '$..*..*..*..*', all: true };
    const extractor = extraction.extractor(checkSelection({ fields: { a: 'h1', b: path } }));
    const deep = `${'[1,'.repeat(300)}1${']'.repeat(300)}`;

    const [heavy = '', light = ''] = await Promise.all([
      extractor.extract(extractionPage(deep, { contentType: 'application/json' })),
      extractor.extract(extractionPage('<h1>x</h1>')),
    ]);

    expect(JSON.parse(light)).toMatchObject({ record: { a: 'x' } });
    expect((JSON.parse(heavy) as { errors: { code: string }[] }).errors.map(({ code }) => code)).toEqual([
      expect.stringMatching(/^too-(?:complex|large)$/),
    ]);
  });

  it('that cannot start refuses its pages', async () => {
    extraction = new ThreadExtraction({ entry: new URL('./no-such-thread.ts', import.meta.url) });
    const extractor = extraction.extractor(checkSelection({ fields: { a: 'h1' } }));

    await expect(extractor.extract(extractionPage('<h1>x</h1>'))).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  it('that is closed refuses pages that wait, and new ones', async () => {
    extraction = new ThreadExtraction({ entry: ENTRY });
    const extractor = extraction.extractor(checkSelection({ fields: { a: 'h1' } }));
    const waiting = extractor.extract(extractionPage('<h1>x</h1>'));
    const refused = expect(waiting).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });

    await extraction.close();

    await refused;
    await expect(extractor.extract(extractionPage(''))).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });
});
