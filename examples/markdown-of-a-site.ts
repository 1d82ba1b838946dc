// Markdown of a site, one file a page: node examples/markdown-of-a-site.ts [URL] [FOLDER]
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crawl } from 'surf-crawler';

const [url = 'http://127.0.0.2:8200/', folder = 'markdown'] = process.argv.slice(2);
await mkdir(folder, { recursive: true });

const run = await crawl(url, {
  scope: { mode: 'path' },
  limits: { pages: 500 },
  politeness: { delaySeconds: 0.1 },
  allowPrivateNetwork: true, // the demo sites are on this machine; leave it out for sites on the web
});
for await (const page of run.pages()) {
  const name = createHash('sha256').update(page.url).digest('hex').slice(0, 16);
  await writeFile(
    join(folder, `${name}.md`),
    `# ${page.title ?? page.url}\n\n${page.url}\n\n${await page.markdown()}\n`,
  );
}
const { status, counts } = await run.finished();
console.log(`${status}: ${counts.stored} pages in ${folder}`);
await run.close();
