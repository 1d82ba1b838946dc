import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FetchedSegments } from '#adapters/search/fetched-segments.ts';
import { FtsIndex } from '#adapters/search/fts-index.ts';
import type { SearchAnswer, TopicsAnswer } from '#api/client/schema.ts';
import type { ExportTools } from '#engine/export/export-execution.ts';
import { buildIndex } from '#engine/search/build-index.ts';
import { requestedBuild } from '#engine/search/requested-builds.ts';
import { type Answer, type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { SILENT } from '#test/fakes/silent-telemetry.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { lampSite } from '#test/site/sites/lamp-site.ts';
import { IndexTicket, indexBy, indexRun } from '../../lambdas/builds/index-run.ts';

let site: Site;
let api: ApiBench;
let id: string;
beforeAll(async () => {
  site = await startSite({ handler: lampSite });
  api = openApiBench();
  id = await api.crawl({ seeds: [`${site.origin(0)}/`] }, 'anna');
});
afterAll(async () => {
  await api.close();
  await site.close();
});

const search = (q: string, more = '', as: 'anna' | 'bert' = 'anna'): Promise<Answer> =>
  api.send('GET', `/v1/executions/${id}/search?q=${encodeURIComponent(q)}${more}`, { as });
const found = async (q: string, more = ''): Promise<SearchAnswer> =>
  (await search(q, more)).body as unknown as SearchAnswer;
const pathsFor = async (q: string): Promise<string[]> =>
  (await found(q)).results.map(({ url }) => new URL(url).pathname);

describe('the search, through the API (S22, G9)', () => {
  it('finds pages by their text, and says where the archived page is', async () => {
    const { match, total, indexed, complete, results, facets } = await found('polish lang:en');

    expect({ match, total, indexed, complete }).toEqual({ match: 'all', total: 1, indexed: 16, complete: true });
    expect(results[0]).toMatchObject({
      url: `${site.origin(0)}/brass`,
      title: 'Brass lamp',
      kind: 'html',
      language: 'en',
      inlinks: 2,
    });
    expect(results[0]?.snippet.text).toContain('polished twice & shines <b>bright</b>');
    expect(facets.language).toEqual([{ value: 'en', pages: 1 }]);
    const { page = '', history = '' } = results[0]?.links ?? {};
    expect((await api.send('GET', page, { as: 'anna' })).text).toContain('The brass lamp');
    expect((await api.send('GET', history, { as: 'anna' })).body).toMatchObject({ versions: [{ execution: id }] });
    expect(results[0]?.changes).toBeNull();
  });

  it('finds a page by what links to it say, and no page by its navigation', async () => {
    expect(await pathsFor('"lighthouse beacons"')).toEqual(['/brass', '/']);
    expect((await found('"Menu of everything"')).results.map(({ title }) => title)).toEqual(['Menu']);
  });

  it('finds a German page by another form of its words, and marks the one that it has', async () => {
    const { total, results } = await found('Lampen');
    const [{ snippet = null } = {}] = results;

    expect([total, results[0]?.url]).toEqual([1, `${site.origin(0)}/lampe`]);
    expect(snippet?.marks.map(({ start, end }) => snippet.text.slice(start, end))).toContain('Lampe');
    expect(await pathsFor('der leuchtende Hafen lang:de')).toEqual(['/lampe']);
  });

  it('pages through results, and keeps one index below the execution', async () => {
    const first = await found('lamp', '&limit=5');
    const next = await found('lamp', '&limit=50&offset=5');

    expect([first.results.length, first.total]).toEqual([5, 16]);
    expect(next.results.length).toBe(11);
    const folder = join(api.data, 'objects', 'executions', id, 'search');
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\d{6}\.v4\.[0-9a-f]{64}\.sqlite$/)]);
  });

  it('is refused to others, without words, and with limits that are none', async () => {
    expect((await search('lamp', '', 'bert')).status).toBe(404);
    expect((await search('!!')).body).toMatchObject({ status: 400, code: 'REQUEST_INVALID' });
    expect((await search('x'.repeat(401))).status).toBe(400);
    expect((await search('lamp changed:<7d')).body).toMatchObject({
      status: 400,
      code: 'REQUEST_INVALID',
      title: expect.stringContaining('a single crawl does not show'),
    });
    expect((await search('lamp', '&limit=51')).status).toBe(400);
    expect((await search('lamp', '&offset=1001')).status).toBe(400);
  });

  it('is refused while the execution runs, and without WARC', async () => {
    const unkept = await api.crawl({ seeds: [`${site.origin(0)}/`], output: { warc: false } }, 'anna');
    const saved = await api.send('POST', '/v1/workflows', { body: { seeds: [`${site.origin(0)}/`] }, as: 'anna' });
    const started = await api.send('POST', `/v1/workflows/${saved.body.id}/executions`, { body: {}, as: 'anna' });
    const running = String(started.body.execution);
    const answers = [unkept, running].map(
      async (of) => (await api.send('GET', `/v1/executions/${of}/search?q=lamp`, { as: 'anna' })).body,
    );

    expect((await Promise.all(answers)).map(({ code }) => code)).toEqual(['OUTPUT_NOT_KEPT', 'STATE_CONFLICT']);
    expect((await answers[1])?.remedy).toContain(`if its process died, surf resume ${running} continues it`);
  });
});

describe('topics, through the API (S22)', () => {
  const topics = (query = '', as: 'anna' | 'bert' = 'anna') =>
    api.send('GET', `/v1/executions/${id}/topics${query}`, { as });

  it('are groups of pages with their keywords, from the index of the search', async () => {
    const { topics: found, ...counts } = (await topics('?topics=2&examples=1')).body as unknown as TopicsAnswer;

    const pages = found.reduce((sum, topic) => sum + topic.pages, 0);
    expect(counts).toMatchObject({ indexed: 16, read: 16, complete: true });
    expect(pages + counts.without).toBe(16);
    expect(found[0]?.words).toContain('brass');
    expect(found[0]?.examples).toMatchObject([{ keywords: expect.arrayContaining(['brass']) }]);
  });

  it('are refused to others, and in numbers out of bounds', async () => {
    const answers = [topics('', 'bert'), topics('?topics=0'), topics('?topics=31'), topics('?examples=21')];

    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 400, 400, 400]);
  });
});

describe('the search of a collection, where another program builds the index (S22, G9)', () => {
  it('finds what the tick kept, from segments of two executions', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'surf-deployed-collection-'));
    const { archive } = api.ports;
    const inSandbox = (name: string) =>
      new FtsIndex({
        archive,
        files: new FetchedSegments({ archive, folder: join(folder, name), mostBytes: 1e7, roomBytes: 1e7 }),
      });
    const collection = { name: 'lamps', seeds: [`${site.origin(0)}/`], revisit: { policy: 'adaptive' } };
    const kept = await api.crawl(collection, 'anna');
    const tick = await api.crawl(collection, 'anna');
    const tickets: IndexTicket[] = [];
    const start = indexBy(async (ticket) => void tickets.push(ticket));
    const build = requestedBuild({ ...api.ports, random: () => 'b2', start });
    const deployed = openApiBench({ ...api.ports, search: { index: inSandbox('api'), build } });
    const ask = (what: string) => deployed.send('GET', `/v1/executions/${tick}/${what}`, { as: 'anna' });
    const tools = { index: inSandbox('index'), archive, exports: api.ports.exports as ExportTools };

    const first = await ask('search?q=lamp');
    for (const ticket of tickets) {
      await indexRun({ source: api.ports, build: buildIndex(tools), telemetry: SILENT }, ticket);
    }
    const [second, topics] = [await ask('search?q=lamp'), await ask('topics')];
    const [found] = (second.body as unknown as SearchAnswer).results;
    const page = await api.send('GET', found?.links.page ?? '', { as: 'anna' });
    await deployed.close();
    const fetched = readdirSync(join(folder, 'api')).length;
    rmSync(folder, { recursive: true });

    const crawled = (await search('lamp')).body;
    expect([first.status, tickets.length, second.status, fetched]).toEqual([409, 1, 200, 1]);
    expect(second.body).toMatchObject({ total: crawled.total, indexed: 16, facets: crawled.facets });
    expect([found?.execution, page.status, /lampe?/i.test(page.text)]).toEqual([kept, 200, true]);
    expect(topics.body).toMatchObject({ indexed: 16, read: 16 });
  });
});

describe('the search where another program builds the index (S22, G9)', () => {
  it('is answered when the index is built, as where the app builds it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'surf-deployed-search-'));
    const { archive } = api.ports;
    const inSandbox = (name: string) =>
      new FtsIndex({
        archive,
        files: new FetchedSegments({ archive, folder: join(folder, name), mostBytes: 1e7, roomBytes: 1e7 }),
      });
    const tickets: IndexTicket[] = [];
    const start = indexBy(async (ticket) => void tickets.push(IndexTicket.parse(JSON.parse(JSON.stringify(ticket)))));
    const build = requestedBuild({ ...api.ports, random: () => 'b1', start });
    const deployed = openApiBench({ ...api.ports, search: { index: inSandbox('api'), build } });
    const ask = () => deployed.send('GET', `/v1/executions/${id}/search?q=lamp`, { as: 'anna' });
    const tools = { index: inSandbox('index'), archive, exports: api.ports.exports as ExportTools };
    const parts = { source: api.ports, build: buildIndex(tools), telemetry: SILENT };

    const { body } = await search('lamp');
    rmSync(join(api.data, 'objects', 'executions', id, 'search'), { recursive: true });

    const first = await ask();
    for (const ticket of tickets) await indexRun(parts, ticket);
    const second = await ask();
    await deployed.close();
    rmSync(folder, { recursive: true });

    expect([first.status, first.body.code, first.headers.get('retry-after')]).toEqual([409, 'INDEX_BUILDING', '2']);
    expect(tickets).toHaveLength(1);
    expect([second.status, second.body]).toEqual([200, body]);
  });
});
