import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { errorOf } from '#test/e2e/process/cli-bench.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';

/** Nobody answers there: what is refused is refused before anything is asked. */
const API = 'http://127.0.0.1:1';

describe('what a server cannot do is refused in words', () => {
  const folder = temporaryFolder();
  const environment = { XDG_CONFIG_HOME: folder };
  writeFileSync(join(folder, 'crawler.conf'), 'Starting-points = { "http://a.example/" }\n');
  afterAll(() => removeFolder(folder));

  it.each([
    [['run', join(folder, 'crawler.conf')], 'a Crawler.conf', '--data'],
    [['serve'], 'surf serve', '--data'],
  ])('%j', async (args, what, remedy) => {
    const byFlag = await surfHere([...args, '--api', API, '--json'], environment);
    const byVariable = await surfHere([...args, '--json'], { ...environment, SURF_API: API });

    for (const end of [byFlag, byVariable]) {
      expect([end.code, errorOf(end).code]).toEqual([2, 'COMMAND_USAGE']);
      expect(errorOf(end).message).toContain(what);
      expect(errorOf(end).remedy).toContain(remedy);
    }
  });
});
