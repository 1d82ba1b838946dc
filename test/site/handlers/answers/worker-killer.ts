import { type Pathology, page } from '#test/site/pathology.ts';

/** Path that a test's fetcher looks for: the worker that is to fetch it exits there and then. */
export const WORKER_KILLER_PATH = '/worker-killer';

/** An innocent page. What kills is the test's fetcher, as a page that breaks a parser would. */
export const workerKiller: Pathology = {
  name: 'worker-killer',
  about: 'The address at which a test makes its worker die; to everybody else an ordinary page.',
  examples: { [WORKER_KILLER_PATH]: 'stored' },
  handle: (exchange) => exchange.html(page('harmless to most'), 200, { 'x-surf-test': 'worker-killer' }),
};
