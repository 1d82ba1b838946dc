// Part of the harness that the figures of this project were first made with, kept as it was (Biome
// does not look here); see bench/README.md. Crawlee 3. KIND=cheerio|http|linkedom, CONC=n,
// PERSIST=1 for its default storage on disk, TUNE=1 without the header generator. 'http' extracts
// links with htmlparser2 itself.
import { SEEDS, CONC, SCOPE, save, done, OUT } from './common.mjs';
const KIND = process.env.KIND || 'cheerio'; process.env.CRAWLEE_STORAGE_DIR = OUT + '/storage';
const { CheerioCrawler, Configuration, log } = await import('@crawlee/cheerio'); const { HttpCrawler } = await import('@crawlee/http'); const { LinkeDOMCrawler } = await import('@crawlee/linkedom');
const { Parser } = await import('htmlparser2');
log.setLevel(log.LEVELS.WARNING);
const config = new Configuration({ persistStorage: process.env.PERSIST === '1', availableMemoryRatio: 0.8 });
const common = {
  minConcurrency: CONC, maxConcurrency: CONC, maxRequestRetries: 2, useSessionPool: false, persistCookiesPerSession: false, respectRobotsTxtFile: false,
  autoscaledPoolOptions: { desiredConcurrency: CONC, loggingIntervalSecs: null, maybeRunIntervalSecs: 0.05 }, statisticsOptions: { logIntervalSecs: 3600 },
};
if (process.env.TUNE === '1') common.preNavigationHooks = [(_c, got) => { got.useHeaderGenerator = false; got.http2 = false; got.headers = { 'user-agent': 'bench', 'accept-encoding': 'gzip' }; }]; // no browser-like headers made for each request
const enq = { strategy: 'all', regexps: [SCOPE] };
let crawler;
if (KIND === 'cheerio') crawler = new CheerioCrawler({ ...common, async requestHandler({ request, $, body, enqueueLinks }) { const n = $('a[href]').length; save(request.url, $('title').first().text(), n, body); await enqueueLinks(enq); } }, config);
else if (KIND === 'linkedom') crawler = new LinkeDOMCrawler({ ...common, async requestHandler({ request, window, body, enqueueLinks }) { const d = window.document; save(request.url, d.title, d.querySelectorAll('a[href]').length, body ?? d.toString()); await enqueueLinks(enq); } }, config);
else crawler = new HttpCrawler({ ...common, async requestHandler({ request, body, crawler: c }) {
  const links = []; let title = '', inT = false; const p = new Parser({ onopentag(n, a) { if (n === 'a' && a.href) links.push(a.href); else if (n === 'title' && !title) inT = true; }, ontext(t) { if (inT) title += t; }, onclosetag(n) { if (n === 'title') inT = false; } });
  p.write(body.toString()); p.end(); save(request.url, title, links.length, body);
  const set = new Set(); for (const l of links) { try { const u = new URL(l, request.loadedUrl); u.hash = ''; if (SCOPE.test(u.href)) set.add(u.href); } catch {} }
  await c.addRequests([...set]);
} }, config);
await crawler.run(SEEDS); await done(); console.log(JSON.stringify(crawler.stats.toJSON?.() ?? {}).slice(0, 300)); process.exit(0);
