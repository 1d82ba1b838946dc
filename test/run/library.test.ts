import { attach, checkExternal, crawl, duplicates, estimate, external } from '#library/index.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { describeRuns } from '#test/run/run-suite.ts';

describeRuns('the library', async () => {
  const data = temporaryFolder();
  return {
    crawl: (seeds, options) => crawl(seeds, { ...options, data }),
    estimate: (seeds, options) => estimate(seeds, { ...options, data }),
    attach: (execution) => attach(execution, { data }),
    external: (execution, filter) => external(execution, { ...filter, data }),
    duplicates: (execution, options) => duplicates(execution, { ...options, data }),
    checkExternal: (execution, options) => checkExternal(execution, { ...options, data }),
    close: async () => removeFolder(data),
  };
});
