import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { QUICK } from '#test/e2e/process/cli-bench.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { type Site, startSite } from '#test/site/site.ts';

const PAGE = `<html lang="he"><title>t</title><main><h1>Make</h1><p>\u05d0\u200f! \u2068b\u2069 \u202eevil.</p>
<pre><code class="language-makefile">all:\n\tgo build\u2066\n</code></pre></main>`;

const folder = temporaryFolder();
const run = (...args: string[]) => surfHere([...args, '--data', join(folder, 'data')]);
let site: Site;
beforeAll(async () => {
  site = await startSite({ handler: async (exchange) => exchange.html(PAGE) });
  expect((await run('crawl', site.origin(0), ...QUICK)).code).toBe(0);
});
afterAll(async () => {
  await site.close();
  removeFolder(folder);
});

it.each([
  ['markdown', '```makefile\nall:\n\tgo build\n```'],
  ['llms-full', '```makefile\nall:\n\tgo build\n```'],
  ['chunks', String.raw`all:\n\tgo build\n`],
])(
  'an export as %s keeps the tabs of code and marks of direction, and turns no line of a terminal',
  async (format, code) => {
    const { stdout } = await run('export', 'last', '--format', format, '--out', '-');
    const text =
      format === 'chunks' ? stdout.replaceAll(String.raw`\u200f`, '\u200f').replaceAll('\\\\', '\\') : stdout;

    expect(text).toContain(code);
    expect(text).toContain(String.raw`${'\u05d0\u200f'}! b \u202eevil.`);
    expect(stdout).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  },
);
