import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BoundedScratch } from '#adapters/scratch/bounded-scratch.ts';
import { ThreadExtraction } from '#adapters/threads/thread-extraction.ts';
import { EXTRACTION_THREAD } from '#compose/thread-modules.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { WorkflowId } from '#core/model/ids.ts';
import type { NewsItem } from '#core/notify/news-item.ts';
import { Subscription, type SubscriptionRow } from '#core/notify/subscription.ts';
import { type PageNewsTools, pageNewsFinder } from '#engine/notify/pages/page-news.ts';
import { requestedPageNews } from '#engine/notify/pages/requested-page-news.ts';
import { BUILD_MS, MOST_BUILDS, TOLD_MS } from '#engine/requested/requested-build.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import { type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { MemoryClaims } from '#test/fakes/memory/memory-claims.ts';
import { SILENT } from '#test/fakes/silent-telemetry.ts';
import { pdfDocument, pdfLine } from '#test/site/pdf-document.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { comparisonRun } from '../../../lambdas/builds/comparison-run.ts';
import { ComparisonTicket, findNewsBy } from '../../../lambdas/builds/comparison-ticket.ts';

const TEXT = 'This paragraph is long enough to be the main text of its page, and it says nothing new.';
const SHELL = (main: string, nonce: string) =>
  `<title>t</title><nav><a href="/a">a</a><a href="/b">b</a><a href="/c">c</a></nav><main><p>${main}</p></main><script>n="${nonce}"</script>`;

/** A margin of the page: the main text is without it. */
const ASIDE = '<aside><button>Tell me when it is back</button></aside>';

/** `/broken.pdf` can be read in its first state alone, `/same.pdf` has the word in both. */
function document(path: string, isLater: boolean): Buffer {
  if (path === '/broken.pdf' && isLater) return Buffer.from('%PDF-1.4 and no more');
  const line = isLater || path !== '/list.pdf' ? 'now sold_out!' : 'in stock';
  return pdfDocument([pdfLine(`${path} ${line}`)], String(isLater));
}

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
      else if (pathname === '/c')
        exchange.html(SHELL(`${TEXT} ${isLater ? 'Sold Out' : 'In stock'}`, nonce) + (isLater ? ASIDE : ''));
      else if (pathname.endsWith('.pdf'))
        exchange.send(200, { 'content-type': 'application/pdf' }, document(pathname, isLater));
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
      workflow: definition,
      settings,
      openedByDeployment: true,
      of: { id, version: 1 },
      owner: 'local',
      full: version > 1,
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

const EVENTS = ['page-changed', 'new-pages'] as const;
const subscribed = (watch: object) =>
  ({ subscription: Subscription.parse({ events: EVENTS, url: 'https://hook.example/', watch }) }) as SubscriptionRow;

async function withTools<T>(work: (tools: PageNewsTools) => Promise<T>): Promise<T> {
  const { exports } = api.ports;
  if (exports === null) throw new Error('nothing is compared here');
  const extraction = new ThreadExtraction({ entry: EXTRACTION_THREAD });
  try {
    return await work({ ...exports, extractor: (policy) => extraction.extractor(policy) });
  } finally {
    await extraction.close();
  }
}

const newsOf = (row: Execution, watch: object): Promise<NewsItem[]> =>
  withTools((tools) => pageNewsFinder(api.ports, tools)(row, subscribed(watch)));

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

  it('are of pages that come back after a tick that kept their error', async () => {
    const row = await crawled({ revisit: { policy: 'adaptive' } }, [2, 3, 1, 2]);
    const before = await api.ports.catalog.execution(row.base as Execution['id']);

    expect(before.counts).toMatchObject({ kept: 5, stored: 0 });
    expect(pagesOf(await newsOf(row, {}))).toContain('new-pages: /d new');
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
    expect(pagesOf(await newsOf(row, { word: 'in stock', urls: '*/c' }))).toEqual(['page-changed: /c vanished']);
    expect(pagesOf(await newsOf(row, { word: 'when it is back', urls: '*/c' }))).toEqual([
      'page-changed: /c appeared', // beside the main text
    ]);
    expect(pagesOf(await newsOf(row, { word: 'when it is back', urls: '*/c', selector: 'main' }))).toEqual([]);
  });

  it('are of a word in a PDF; of one that cannot be read nothing vanishes', async () => {
    const seeds = ['list', 'same', 'broken'].map((name) => `${site.origin(0)}/${name}.pdf`);
    const row = await crawled({ seeds, fetch: { acceptTypes: ['application/pdf'] } }, [1, 2]);
    const items = await newsOf(row, { word: 'SOLD_OUT!' });

    expect(row.counts.stored).toBe(3);
    expect(pagesOf(items)).toEqual(['page-changed: /list.pdf appeared']);
    expect(pagesOf(await newsOf(row, { word: 'in stock' }))).toEqual(['page-changed: /list.pdf vanished']);
  });

  it('of a first execution are none', async () => {
    const row = await twice();
    const { rows } = await api.ports.catalog.executions(10);
    const first = rows.find(({ id }) => id !== row.id);

    expect(first && (await newsOf(first, {}))).toEqual([]);
  });
});

describe('news about pages that another program finds', () => {
  const clock = { at: Date.now(), now: () => clock.at };
  /** The watchdog of a deployment, and the tickets that it handed over. */
  function watchdog() {
    const tickets: ComparisonTicket[] = [];
    const hand = async (ticket: unknown) =>
      void tickets.push(ComparisonTicket.parse(JSON.parse(JSON.stringify(ticket))));
    const ports = { ...api.ports, clock, requests: new MemoryClaims(), random: () => `b${tickets.length}` };
    return { tickets, find: requestedPageNews({ ...ports, start: findNewsBy(hand) }) };
  }
  const compared = (ticket: ComparisonTicket | undefined, isTimeUp = false): Promise<void> =>
    withTools(async (tools) => {
      if (ticket === undefined) throw new Error('nothing was handed over');
      const bounds = { mostCharacters: 1e9, isTimeUp: () => isTimeUp, remedy: 'surf diff' };
      const openScratch = async () => {
        const { scratch, close } = await tools.openScratch();
        return { scratch: new BoundedScratch(scratch, bounds), close };
      };
      await comparisonRun({ source: api.ports, tools: { ...tools, openScratch }, telemetry: SILENT }, ticket);
    });

  it('are sent when it has compared, as where the server compares, once for all with the same question', async () => {
    const row = await twice();
    const { tickets, find } = watchdog();
    const [all, one] = [subscribed({}), subscribed({ selector: '.price', urls: 're:/a$' })];

    const first = [await find(row, all), await find(row, all), await find(row, one)];
    for (const ticket of tickets) await compared(ticket);

    expect([first, tickets.map(({ type }) => type)]).toEqual([
      [null, null, null],
      ['news', 'news'],
    ]);
    expect(await find(row, all)).toEqual(await newsOf(row, {}));
    expect(pagesOf((await find(row, one)) ?? [])).toEqual(['page-changed: /a changed']);
  });

  it('say why there are none, at once where a comparison takes too much', async () => {
    const row = await twice();
    const { tickets, find } = watchdog();

    await find(row, subscribed({}));
    await compared(tickets[0], true);
    const items = await find(row, subscribed({}));

    expect(items).toMatchObject([
      { name: 'new-pages', pages: { count: 0, notCompared: 'it takes longer than a function may run' } },
      { name: 'page-changed', pages: { count: 0, notCompared: 'it takes longer than a function may run' } },
    ]);
  });

  it('say so after three functions that ended without a word', async () => {
    const row = await twice();
    const { tickets, find } = watchdog();
    const told: unknown[] = [];
    for (let i = 0; i <= MOST_BUILDS; i++) {
      told.push(await find(row, subscribed({})));
      clock.at += BUILD_MS + TOLD_MS;
    }

    expect([tickets.length, told.slice(0, MOST_BUILDS)]).toEqual([MOST_BUILDS, Array(MOST_BUILDS).fill(null)]);
    expect(told.at(-1)).toMatchObject([
      { pages: { notCompared: expect.stringContaining('ended without a result') } },
      { name: 'page-changed' },
    ]);
  });
});
