import { expect, it } from 'vitest';
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

it('a closed run says that it is closed when a program still reads it', async () => {
  const data = temporaryFolder();
  const run = await crawl('http://127.0.0.1:9/', { data, limits: { pages: 1 } });
  await run.finished();
  await run.close();

  const closed = { code: 'STATE_CONFLICT', message: `the run of ${run.id} is closed` };
  await expect(run.state()).rejects.toMatchObject(closed);
  await expect(run.pages().next()).rejects.toMatchObject(closed);
  await expect(run.stop()).rejects.toMatchObject(closed);
  removeFolder(data);
});
