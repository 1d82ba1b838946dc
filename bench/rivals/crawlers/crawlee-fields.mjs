// Written for `npm run bench:extraction` in the manner of crawlee.mjs (Biome does not look here);
// see bench/README.md. Crawlee's CheerioCrawler as crawlee.mjs has it with KIND=cheerio TUNE=1, and
// five fields taken out of every page as its manual shows it: `$` is the page. FIELDS: a file of
// jsonl.
import fs from 'node:fs';
import { SEEDS, CONC, save, done, OUT } from './common.mjs';
process.env.CRAWLEE_STORAGE_DIR = OUT + '/storage';
const { CheerioCrawler, Configuration, log } = await import('@crawlee/cheerio');
log.setLevel(log.LEVELS.WARNING);
const config = new Configuration({ persistStorage: false, availableMemoryRatio: 0.8 });
const scope = new RegExp(`^(?:${SEEDS.map((seed) => seed.replace(/[.]/g, '\\.')).join('|')})`);
const records = fs.createWriteStream(OUT + '/fields.jsonl', { highWaterMark: 1 << 18 });
const crawler = new CheerioCrawler({
  minConcurrency: CONC, maxConcurrency: CONC, maxRequestRetries: 2, useSessionPool: false, persistCookiesPerSession: false, respectRobotsTxtFile: false,
  autoscaledPoolOptions: { desiredConcurrency: CONC, loggingIntervalSecs: null, maybeRunIntervalSecs: 0.05 }, statisticsOptions: { logIntervalSecs: 3600 },
  preNavigationHooks: [(_c, got) => { got.useHeaderGenerator = false; got.http2 = false; got.headers = { 'user-agent': 'bench', 'accept-encoding': 'gzip' }; }],
  async requestHandler({ request, $, body, enqueueLinks }) {
    const record = {
      title: $('title').first().text().trim(),
      heading: $('h1').first().text().trim(),
      lead: $('article p').first().text().trim(),
      links: $('a[href]').map((_, a) => $(a).text().trim()).get(),
      description: $('meta[name="description"]').attr('content'),
    };
    const url = request.url.split('#', 1)[0]; // it asks for the first spelling that it found
    records.write(JSON.stringify({ url, record }) + '\n');
    save(url, record.title, record.links.length, body);
    await enqueueLinks({ strategy: 'all', regexps: [scope] });
  },
}, config);
await crawler.run(SEEDS); await done(); await new Promise((r) => records.end(r)); process.exit(0);
