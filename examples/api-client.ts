// A crawl that a server runs: node examples/api-client.ts [SERVER] [URL]; `surf serve` starts a
// server on this machine
import { createClient } from '@surf-crawler/client';

const [server = 'http://127.0.0.1:8000', url = 'http://127.0.0.2:8200/'] = process.argv.slice(2);
const client = createClient({ address: server });

const run = await client.crawl(url, {
  name: 'shop',
  limits: { pages: 10 },
  politeness: { delaySeconds: 0.1 },
  allowPrivateNetwork: true, // the demo sites are on this machine; leave it out for sites on the web
});
for await (const page of run.pages()) console.log(page.url, (await page.links()).length);
const report = await run.wait();
console.log(`${report.status} (${report.reason}): ${report.pages} pages, verified: ${(await report.verify()).holds}`);
await run.close();
