import { join } from 'node:path';
import { commandLineScript } from '#test/e2e/command-line/command-line-script.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { SurfProcess } from '#test/e2e/process/surf-process.ts';

commandLineScript('at surf serve', async () => {
  const folder = temporaryFolder();
  const server = new SurfProcess(['serve', '--port', '0', '--json', '--data', join(folder, 'data')]);
  const { address } = JSON.parse(await server.prints()) as { address: string };
  return {
    flags: ['--api', address],
    environment: { XDG_CONFIG_HOME: folder },
    async close() {
      server.signal('SIGTERM');
      await server.ended;
      removeFolder(folder);
    },
  };
});
