import { join } from 'node:path';
import { cranfieldRecords } from '#bench/search/cranfield-records.ts';
import { cranfieldScores, MOST_PLACES } from '#bench/search/cranfield-scores.ts';
import { apiPorts } from '#cli/serve/threads/api-ports.ts';
import { MOST_RESULTS } from '#core/search/search-index.ts';
import { openApiBench } from '#test/api/api-bench.ts';
import { CollectionCrawl } from '#test/e2e/crawls/collection-crawl.ts';
import { startSite } from '#test/site/site.ts';

/**
 * `node bench/search/cranfield-api.ts FOLDER [TICKS]`: crawls the abstracts of the Cranfield
 * collection from a site on this machine, in so many ticks (8 by default), each of which adds a
 * part, and asks the questions through the API. Prints pages of each tick, MAP and nDCG@10.
 */
const folder = process.argv[2];
if (folder === undefined) throw new Error('give the folder of the collection');
const ticks = Number(process.argv[3] ?? 8);
const records = cranfieldRecords(join(folder, 'cran.all.1400'));

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function bodyOf(path: string): string {
  const [, part, number] = /^\/(?:part(\d+)|d(\d+))$/.exec(path) ?? [];
  if (part !== undefined) {
    const links = records.flatMap((record, n) =>
      n % ticks === Number(part) ? [`<a href="/d${record.get('I')}"></a>`] : [],
    );
    return `<!doctype html><title></title>${links.join('')}`;
  }
  const record = records.find((one) => one.get('I') === number);
  const [title, text] = [record?.get('T') ?? '', record?.get('W') ?? ''].map(escaped);
  return `<!doctype html><html lang="en"><title>${title}</title><main><p>${text}</p></main>`;
}

const site = await startSite({
  handler: async (exchange) => {
    const { pathname } = exchange.url;
    if (pathname === '/robots.txt') return exchange.send(404, {});
    return exchange.send(200, { 'content-type': 'text/html' }, bodyOf(pathname));
  },
});
const collection = new CollectionCrawl({ seeds: [], revisit: { policy: 'uniform' } });
const api = openApiBench(apiPorts(collection.surf, { start: async () => undefined }));
try {
  let last = '';
  for (let n = 0; n < ticks; n++) {
    const seeds = Array.from({ length: n + 1 }, (_, part) => `${site.origin(0)}/part${part}`);
    const { id, counts } = await collection.tick(0.001 * n, { seeds });
    last = id;
    const { body } = await api.send('GET', `/v1/executions/${last}/search?q=boundary`);
    process.stdout.write(`tick ${n + 1}: ${counts.stored} stored, ${counts.kept ?? 0} kept, ${body.indexed} indexed\n`);
  }
  const { questions, map, ndcg10 } = await cranfieldScores(folder, async (question) => {
    const found: string[] = [];
    for (let offset = 0; offset < MOST_PLACES; offset += MOST_RESULTS) {
      const query = new URLSearchParams({ q: question, limit: String(MOST_RESULTS), offset: String(offset) });
      const { body } = await api.send('GET', `/v1/executions/${last}/search?${query}`);
      const results = body.results as { readonly url: string }[];
      found.push(...results.map(({ url }) => new URL(url).pathname.replace(/^\/d/, '')));
      if (results.length < MOST_RESULTS) break;
    }
    return found;
  });
  process.stdout.write(`${questions} questions: MAP ${map.toFixed(4)}, nDCG@10 ${ndcg10.toFixed(4)}\n`);
} finally {
  await api.close();
  await collection.close();
  await site.close();
}
