import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ThreadExtraction } from '#adapters/threads/thread-extraction.ts';
import { EXTRACTION_THREAD } from '#compose/thread-modules.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { WorkflowId } from '#core/model/ids.ts';
import type { NewsItem } from '#core/notify/news-item.ts';
import { Subscription, type SubscriptionRow } from '#core/notify/subscription.ts';
import { pageNewsFinder } from '#engine/notify/page-news.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import { type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { type Site, startSite } from '#test/site/site.ts';

const TEXT = 'This paragraph is long enough to be the main text of its page, and it says nothing new.';
const SHELL = (main: string, nonce: string) =>
  `<title>t</title><nav><a href="/a">a</a><a href="/b">b</a><a href="/c">c</a></nav><main><p>${main}</p></main><script>n="${nonce}"</script>`;

let api: ApiBench;
let site: Site;
/** What the site serves: it changes between two executions. */
let version = 1;

beforeEach(async () => {
  version = 1;
  api = openApiBench();
  site = await startSite({
    handler: (exchange) => {
      const { pathname } = exchange.url;
      const isLater = version === 2;
      const nonce = String(version);
      if (pathname === '/') exchange.html(SHELL(`${TEXT} ${isLater ? '<a href="/d">d</a>' : ''}`, nonce));
      else if (pathname === '/a') exchange.html(SHELL(`${TEXT} <b class="price">${isLater ? 20 : 10}</b> EUR`, nonce));
      else if (pathname === '/b')
        exchange.html(SHELL(`${TEXT} Always what it was.`, nonce)); // only its script changes
      else if (pathname === '/c') exchange.html(SHELL(`${TEXT} ${isLater ? 'Sold Out' : 'In stock'}`, nonce));
      else if (pathname === '/d' && isLater) exchange.html(SHELL(`${TEXT} A page that is new.`, nonce));
      else exchange.send(404, {}, '');
    },
  });
});
afterEach(async () => {
  await api.close();
  await site.close();
});

/** Two executions of one workflow, with the site in its two states. @returns the later one */
const twice = (): Promise<Execution> => crawled({}, [1, 2]);

/** Executions of one workflow, each with the site in one of its states. @returns the last one */
async function crawled(change: object, states: readonly number[]): Promise<Execution> {
  const seeds = [`${site.origin(0)}/`];
  const body = { name: 'docs', seeds, politeness: { delaySeconds: 0 }, retry: { attempts: 1 }, ...change };
  const id = String((await api.send('POST', '/v1/workflows', { body })).body.id) as WorkflowId;
  const { definition } = await api.ports.catalog.workflow(id, 1);
  const settings = { allowPrivateNetwork: true, connectTo: [] };
  const run = async (): Promise<Execution> => {
    const row = await startExecution(api.ports, {
      ...{ workflow: definition, settings, openedByDeployment: true, of: { id, version: 1 }, owner: 'local' },
      full: version === 2,
    });
    await api.drive(row.id);
    return await api.ports.catalog.execution(row.id);
  };
  const rows: Execution[] = [];
  for (const state of states) {
    version = state;
    rows.push(await run());
  }
  return rows.at(-1) as Execution;
}

async function newsOf(row: Execution, watch: object): Promise<NewsItem[]> {
  const { ports } = api;
  if (ports.exports === null) throw new Error('nothing is compared here');
  const extraction = new ThreadExtraction({ entry: EXTRACTION_THREAD });
  const find = pageNewsFinder(ports, { ...ports.exports, extractor: (policy) => extraction.extractor(policy) });
  const asked = { events: ['page-changed', 'new-pages'], url: 'https://hook.example/', watch };
  try {
    return await find(row, { subscription: Subscription.parse(asked) } as SubscriptionRow);
  } finally {
    await extraction.close();
  }
}

const pagesOf = (items: readonly NewsItem[]): string[] =>
  items.flatMap(({ name, pages }) =>
    (pages?.named ?? []).map(({ url, what }) => `${name}: ${new URL(url).pathname} ${what}`),
  );

describe('news about pages (S24)', () => {
  it('are pages with another main text, and pages that are new; a script that changes is none', async () => {
    const items = await newsOf(await twice(), {});

    expect(pagesOf(items)).toEqual(
      expect.arrayContaining(['new-pages: /d new', 'page-changed: /a changed', 'page-changed: /c changed']),
    );
    expect(pagesOf(items)).not.toContain('page-changed: /b changed');
    expect(items.map(({ pages }) => pages?.notCompared)).toEqual([null, null]);
  });

  it('are of pages that the tick before kept, too', async () => {
    const row = await crawled({ revisit: { policy: 'adaptive' } }, [1, 1, 2]);
    const before = await api.ports.catalog.execution(row.base as Execution['id']);
    const items = await newsOf(row, {});

    expect(before.counts).toMatchObject({ kept: 4, stored: 0 });
    expect(pagesOf(items)).toEqual(
      expect.arrayContaining(['new-pages: /d new', 'page-changed: /a changed', 'page-changed: /c changed']),
    );
    expect(items.map(({ pages }) => pages?.notCompared)).toEqual([null, null]);
    expect(pagesOf(await newsOf(row, { word: 'sold out' }))).toContain('page-changed: /c appeared');
  });

  it('are of the pages, the elements and the word that are watched (G13)', async () => {
    const row = await twice();

    expect(pagesOf(await newsOf(row, { selector: '.price' }))).toEqual([
      ...['new-pages: /d new', 'page-changed: /a changed'],
    ]);
    expect(pagesOf(await newsOf(row, { word: 'sold out' }))).toEqual([
      'new-pages: /d new',
      'page-changed: /c appeared',
    ]);
    expect(pagesOf(await newsOf(row, { word: 'in stock', urls: '/c$' }))).toEqual(['page-changed: /c vanished']);
  });

  it('of a first execution are none', async () => {
    const row = await twice();
    const { rows } = await api.ports.catalog.executions(10);
    const first = rows.find(({ id }) => id !== row.id);

    expect(first && (await newsOf(first, {}))).toEqual([]);
  });
});
