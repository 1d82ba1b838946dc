import { join } from 'node:path';
import { createClient } from '#client/index.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { SurfProcess } from '#test/e2e/process/surf-process.ts';
import { describeRuns } from '#test/run/run-suite.ts';

describeRuns('the client at surf serve', async () => {
  const folder = temporaryFolder();
  const server = new SurfProcess(['serve', '--port', '0', '--json', '--data', join(folder, 'data')]);
  const { address } = JSON.parse(await server.prints()) as { address: string };
  const client = createClient({ address });
  return {
    crawl: (seeds, options) => client.crawl(seeds, options),
    estimate: (seeds, options) => client.estimate(seeds, options),
    attach: (execution) => client.attach(execution),
    external: (execution, filter) => client.external(execution, filter),
    duplicates: (execution, options) => client.duplicates(execution, options),
    checkExternal: (execution, options) => client.checkExternal(execution, options),
    close: async () => {
      server.signal('SIGTERM');
      await server.ended;
      removeFolder(folder);
    },
  };
});
