// A crawl that the program steers: node examples/hooks.ts [URL] [MOST PRODUCTS]
import { crawl } from 'surf-crawler';

const [url = 'http://127.0.0.2:8200/', most = '5'] = process.argv.slice(2);
const seen = new Set<string>();
let pages = 0;

const run = await crawl(url, {
  politeness: { delaySeconds: 0.1 },
  allowPrivateNetwork: true, // the demo sites are on this machine; leave it out for sites on the web
  onLink: ({ url }) => {
    if (url.includes('/category/')) return 'unwanted';
    if (!url.includes('/product/') || seen.has(url)) return 'follow';
    if (seen.size === Number(most)) return 'quota';
    seen.add(url);
    return 'follow';
  },
  onRequest: ({ url }) => (new URL(url).hostname === '127.0.0.2' ? { 'X-Crawl': 'nightly' } : undefined),
  onPage: (page) => {
    pages += 1;
    console.log(page.status, page.title);
  },
});
const { counts } = await run.finished();
console.log(`${pages} pages, ${seen.size} products, ${counts.skipped.hook} links refused`);
await run.close();
