import { describe, expect, it } from 'vitest';
import { SurfError } from '#core/error.ts';
import type { SiteSample } from '#core/estimate/site-sample.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';
import type { SampleRequest } from '#engine/estimate/sample-request.ts';
import type { Preview, PreviewRequest } from '#engine/preview/preview.ts';
import { answerPreview, type PreviewWork, previewBy, sampleBy } from './preview-call.ts';

const url = parseCrawlUrl('https://example.org/a') as CrawlUrl;
const REQUEST: PreviewRequest = {
  url,
  workflow: checkWorkflow({ seeds: [url], politeness: { userAgent: 'mine/1' } }),
  settings: { allowPrivateNetwork: false, connectTo: [] },
  blocklist: ['example.com'],
};
const FOUND: Preview = {
  url,
  redirects: [],
  outcome: { type: 'page', reason: null, message: null },
  robots: null,
  answer: null,
  page: null,
  links: { total: 0, items: [] },
  record: null,
  recordErrors: [],
  secretsNotSent: [],
};

const SAMPLE: SiteSample = {
  requests: 2,
  ms: 900,
  hosts: [],
  sitemaps: null,
  tried: 1,
  pages: [],
  unreadLinks: [],
  fault: null,
  links: { known: 1, seeds: 1, unasked: 0, once: 0, twice: 0, growth: [], tooDeep: 0 },
};

const never = () => Promise.reject(new Error('run'));

/** Both ends, with JSON between them as there is on AWS. */
const called = (work: Partial<PreviewWork>) => async (event: unknown) =>
  JSON.parse(
    JSON.stringify(await answerPreview(JSON.parse(JSON.stringify(event)), { preview: never, sample: never, ...work })),
  );
const through = (run: PreviewWork['preview']) => previewBy(called({ preview: run }));

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
    await expect(called({})({ url: 'ftp://x/' })).rejects.toThrow(/http/);
  });

  it('is made beside samples, which are answered unchanged, and checked', async () => {
    const { url: _, ...request } = REQUEST;
    const asked: SampleRequest[] = [];
    const sample = (found: SiteSample) =>
      sampleBy(
        called({
          sample: async (event) => {
            asked.push(event);
            return found;
          },
        }),
      );

    expect(await sample(SAMPLE)(request)).toEqual(SAMPLE);
    expect(asked).toEqual([{ task: 'sample', ...request }]);
    await expect(sample({ ...SAMPLE, tried: -1 })(request)).rejects.toThrow(/tried/);
  });
});
