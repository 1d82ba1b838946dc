import type { Mutation } from '#test/mutate/mutation.ts';

const SAMPLE = 'engine/estimate/sample-site.test.ts';
const PAGES = 'core/estimate/page-range.test.ts';

/** An estimate claims no more than its sample shows, and the sample is as polite as a crawl. */
export const estimating: readonly Mutation[] = [
  {
    rule: 'an estimate asks a host as slowly as a crawl',
    broken: 'the sample forgets the Crawl-delay',
    file: 'engine/estimate/site-sampler.ts',
    find: 'host.clock.learnCrawlDelay(host.crawlDelaySeconds);',
    replace: '',
    tests: [SAMPLE],
  },
  {
    rule: 'an estimate makes few requests',
    broken: 'there is no most',
    file: 'engine/estimate/site-sampler.ts',
    find: 'const MOST_REQUESTS = 40;',
    replace: 'const MOST_REQUESTS = 1e6;',
    tests: [SAMPLE],
  },
  {
    rule: 'an estimate requests nothing that robots.txt forbids',
    broken: 'a page is requested although robots.txt forbids it',
    file: 'engine/estimate/site-sampler.ts',
    find: "if ('ok' in robots || !robots.allowed) {",
    replace: "if ('ok' in robots) {",
    tests: [SAMPLE],
  },
  {
    rule: 'a sample sends no more requests to a host that answers 429 or 503',
    broken: 'it treats 429 and 503 as ordinary answers',
    file: 'engine/estimate/site-sampler.ts',
    find: 'if (result.status === 429 || result.status === 503) host.isOver = true;',
    replace: '',
    tests: [SAMPLE],
  },
  {
    rule: 'the estimate of an endless site has no upper bound',
    broken: 'it has one, however many new addresses each page brings',
    file: 'core/estimate/page-range.ts',
    find: ' || rate >= MOST_GROWTH',
    replace: '',
    tests: [PAGES],
  },
  {
    rule: 'a sitemap that lacks pages makes an estimate wider',
    broken: 'the estimate believes the sitemap',
    file: 'core/estimate/page-range.ts',
    find: 'Math.max(sitemaps.high + unlisted, sitemaps.high / listedShare)',
    replace: 'sitemaps.high + unlisted',
    tests: [PAGES],
  },
  {
    rule: 'an estimate does not guess the pages of hosts that it did not visit',
    broken: 'it counts no pages for them',
    file: 'core/estimate/page-range.ts',
    find: ' || hosts.some(({ address }) => address === null)',
    replace: '',
    tests: [PAGES],
  },
  {
    rule: 'a budget bounds what an estimate says',
    broken: 'it ends no crawl',
    file: 'core/estimate/limit-bounds.ts',
    find: 'limits.budgetUsd === null ? null :',
    replace: 'limits.budgetUsd !== -1 ? null :',
    tests: ['core/estimate/estimate-crawl.test.ts'],
  },
  {
    rule: 'an estimate is bounded by the role of its caller',
    broken: 'only the workflow bounds it',
    file: 'api/routes/preview/estimate.ts',
    find: 'limits: { ...workflow.limits, ...limits }',
    replace: 'limits: { ...workflow.limits }',
    tests: ['test/api/accounts/identity.test.ts'],
  },
  {
    rule: 'the API checks the facts of a site that the fetching function sends',
    broken: 'the API trusts them',
    file: 'lambdas/api/preview-call.ts',
    find: 'return SiteSample.parse(answer.sample);',
    replace: 'return answer.sample;',
    tests: ['lambdas/api/preview-call.test.ts'],
  },
];
