import { attach, crawl, estimate } from '#library/index.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { describeRuns } from '#test/run/run-suite.ts';

describeRuns('the library', async () => {
  const data = temporaryFolder();
  return {
    crawl: (seeds, options) => crawl(seeds, { ...options, data }),
    estimate: (seeds, options) => estimate(seeds, { ...options, data }),
    attach: (execution) => attach(execution, { data }),
    close: async () => removeFolder(data),
  };
});
