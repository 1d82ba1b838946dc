import { describe, expect, it } from 'vitest';
import { SurfError } from '#core/error.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';
import type { Preview, PreviewRequest } from '#engine/preview/preview.ts';
import { answerPreview, previewBy } from './preview-call.ts';

const url = parseCrawlUrl('https://example.org/a') as CrawlUrl;
const REQUEST: PreviewRequest = {
  url,
  workflow: checkWorkflow({ seeds: [url], politeness: { userAgent: 'mine/1' } }),
  settings: { allowPrivateNetwork: false, connectTo: [] },
  blocklist: ['example.com'],
};
const FOUND: Preview = {
  ...{ url, redirects: [], outcome: { type: 'page', reason: null, message: null }, robots: null, answer: null },
  ...{ page: null, links: { total: 0, items: [] }, record: null, recordErrors: [], secretsNotSent: [] },
};

/** Both ends, with JSON between them as there is on AWS. */
const through = (run: (request: PreviewRequest) => Promise<Preview>) =>
  previewBy(async (event) => JSON.parse(JSON.stringify(await answerPreview(JSON.parse(JSON.stringify(event)), run))));

describe('a preview that another function runs', () => {
  it('is requested with everything that it needs, and answered unchanged', async () => {
    const asked: PreviewRequest[] = [];
    const preview = through(async (request) => {
      asked.push(request);
      return FOUND;
    });

    expect(await preview(REQUEST)).toEqual(FOUND);
    expect(asked).toEqual([REQUEST]);
  });

  it('fails with the same code, message and remedy', async () => {
    const preview = through(async () => {
      throw new SurfError('STORE_UNAVAILABLE', 'no thread is left', { remedy: 'try again' });
    });

    await expect(preview(REQUEST)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: 'no thread is left',
      remedy: 'try again',
    });
  });

  it('is refused when it is more than a function may return', async () => {
    const preview = through(async () => ({ ...FOUND, record: { text: 'x'.repeat(5_000_000) } }));

    await expect(preview(REQUEST)).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE' });
  });

  it('is not run for an event that is none', async () => {
    const run = () => Promise.reject(new Error('run'));

    await expect(answerPreview({ url: 'ftp://x/' }, run)).rejects.toThrow(/http/);
  });
});
