import { join } from 'node:path';
import { commandLineScript } from '#test/e2e/command-line/command-line-script.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';

commandLineScript('in a data folder', async () => {
  const folder = temporaryFolder();
  return { flags: ['--data', join(folder, 'data')], close: async () => removeFolder(folder) };
});
