// Tells when a page changes: node examples/watch-a-page.ts [URL] [SECONDS] [TIMES]
import { setTimeout } from 'node:timers/promises';
import { crawl } from 'surf-crawler';

const [url = 'http://127.0.0.2:8200/', seconds = '60', times = '10'] = process.argv.slice(2);

let digest: string | null = null;
for (let time = 1; time <= Number(times); time++) {
  if (time > 1) await setTimeout(Number(seconds) * 1_000);
  const run = await crawl(url, {
    limits: { depth: 0 },
    allowPrivateNetwork: true, // the demo sites are on this machine; leave it out for sites on the web
  });
  for await (const page of run.pages()) {
    if (page.digest === digest) console.log('unchanged');
    else console.log(digest === null ? `first seen: ${page.title}` : `changed: ${page.title}`);
    digest = page.digest;
  }
  await run.close();
}
