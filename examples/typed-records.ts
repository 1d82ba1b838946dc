// Products of a shop with their prices, as typed records: node examples/typed-records.ts [URL]
import { crawl } from 'surf-crawler';

const [url = 'http://127.0.0.2:8200/'] = process.argv.slice(2);

const run = await crawl(url, {
  politeness: { delaySeconds: 0.1 },
  allowPrivateNetwork: true, // the demo sites are on this machine; leave it out for sites on the web
  select: {
    name: 'h1',
    price: { selector: '.price', pattern: '[0-9.]+', type: 'number' },
    related: { selector: 'main li a', attribute: 'href', type: 'url', all: true },
  },
});

let sum = 0;
for await (const { url, record } of run.records()) {
  if (!url.includes('/product/') || record.price === null) continue;
  sum += record.price; // a number: TypeScript knows it from `select`
  console.log(`${record.name}: ${record.price.toFixed(2)}, ${record.related.length} related`);
}
console.log(`sum ${sum.toFixed(2)}`);
await run.close();
