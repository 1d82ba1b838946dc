import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_HOSTS, demoSite } from '#demo/demo-site.ts';
import { type Site, startSite } from '#test/site/site.ts';
import type { ConsoleUnderTest } from '#test/web/console-under-test.ts';
import { finishedCrawl, firstKey } from '#test/web/finished-crawl.ts';

const PROBLEM = {
  type: 'about:blank',
  title: 'it is broken',
  status: 500,
  code: 'INTERNAL',
  remedy: null,
  requestId: 'r1',
};
const REQUESTS = /\/(?:v1\/|openapi\.json)/;
const requestsOf = (list: string) => (url: URL) => url.pathname.includes('/v1/') && url.href.includes(`/${list}`);

/** A view whose rows come from one list of the API. */
interface ListView {
  /** Below the console's address; `@` is the execution. */
  readonly place: string;
  /** Of the list, below `/v1/`. */
  readonly list: string;
  /** What it says without rows. */
  readonly empty: string;
  /** Of the table, where the list comes by pages. */
  readonly table?: string;
}

const LISTS: readonly ListView[] = [
  { place: '', list: 'executions?', empty: 'Crawl your first site' },
  { place: 'workflows', list: 'workflows?', empty: 'No workflow is saved yet.', table: 'Workflows' },
  { place: 'executions', list: 'executions?', empty: 'Nothing has run yet.', table: 'Executions' },
  { place: '@', list: 'events?', empty: 'Nothing has happened yet.' },
  { place: '@/tasks', list: 'tasks?', empty: 'No task yet', table: 'Tasks' },
  { place: '@/records', list: 'records?', empty: 'No page is stored yet.', table: 'Records' },
  { place: '@/picture', list: 'tasks?', empty: 'There is nothing to draw yet.' },
  { place: '@/files', list: 'downloads?', empty: 'Nothing is written yet.', table: 'Files' },
  { place: 'settings/keys', list: 'keys?', empty: 'No key was made yet.', table: 'API keys' },
  { place: 'settings/usage', list: 'usage?', empty: 'Nothing was used yet.' },
  { place: 'settings/users', list: 'users?', empty: 'Nobody has signed in yet.', table: 'Users' },
  { place: 'settings/blocklist', list: 'blocklist', empty: 'Nothing is blocked.' },
  { place: 'settings/audit', list: 'audit?', empty: 'Nothing was changed yet.', table: 'Audit' },
];

/** Views of one thing; `@` is the execution, `#` an archived page. */
const SINGLE = [
  '@/explain?url=http%3A%2F%2Fa.example%2F',
  '@/pages/#',
  'workflows/new',
  'try?url=a.example',
  'settings',
];

const USER = {
  user: 'anna',
  email: null,
  role: 'standard',
  assigned: 'hand',
  rights: { ignoreRobots: false, allowPrivateNetwork: true },
  createdAt: '2026-11-21T10:00:00Z',
};

/** As the server answers, but with as many rows as a page can have and more behind it. */
async function answerFull(route: Route): Promise<void> {
  const url = new URL(route.request().url());
  const query = new URLSearchParams(url.search);
  url.searchParams.delete('next'); // the server knows no second page
  const response = await route.fetch({ url: url.href });
  if (!response.ok()) return await route.fulfill({ response }); // nobody has signed in yet
  const real = (await response.json()) as { items: readonly object[] };
  const [first = USER] = real.items;
  const from = Number(query.get('next') ?? 0);
  const items = Array.from({ length: Number(query.get('limit')) }, (_, i) => numbered(first, from + i));
  await route.fulfill({ json: { ...real, items, next: String(from + items.length) } });
}

/** A row like another one, with names of its own. */
function numbered(row: object, i: number): object {
  const own = ['id', 'execution', 'url', 'key', 'name', 'user'];
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, own.includes(name) ? `${value}${i}` : value]),
  );
}

/** Each view waits, fails, is empty and is full. @param where for the report */
export function statesSuite(where: string, open: () => Promise<ConsoleUnderTest>): void {
  describe(`each view ${where}`, () => {
    let site: Site;
    let surf: ConsoleUnderTest;
    let page: Page;
    let visit: (place: string) => Promise<void>;

    beforeAll(async () => {
      site = await startSite({ hosts: DEMO_HOSTS, handler: demoSite().handler });
      surf = await open();
      const { execution } = await finishedCrawl(surf.client, { seeds: [`${site.origin(0)}/`], limits: { pages: 3 } });
      const key = await firstKey(surf.client, execution);
      await surf.client.POST('/v1/keys', { body: { name: 'tests' } });
      const opened = await surf.open();
      page = opened.page;
      visit = (place) => opened.visit(place.replace('@', `executions/${execution}`).replace('#', key));
    });

    afterAll(async () => {
      await surf?.close();
      await site?.close();
    });

    it('every view has a loading state, and an error that says what is wrong and can be tried again', async () => {
      const missing: string[] = [];
      for (const place of [...LISTS.map((view) => view.place), ...SINGLE]) {
        let answer: (route: Route) => Promise<void> = () => new Promise(() => undefined);
        await page.route(REQUESTS, (route) => answer(route));
        await visit(place);
        await seen(page.getByText('Loading').first()).catch(() => missing.push(`${place}: loading`));
        answer = (route) => route.fulfill({ status: 500, contentType: 'application/problem+json', json: PROBLEM });
        await visit(place);
        await seen(page.getByText('It is broken').first()).catch(() => missing.push(`${place}: error`));
        await forget(page);
      }

      expect(missing).toEqual([]);
    });

    it('every list says so when it is empty, and what to do then', async () => {
      const missing: string[] = [];
      for (const { place, list, empty } of LISTS) {
        const requests = requestsOf(list);
        await page.route(requests, (route) =>
          route.fulfill({ json: { items: [], days: [], whole: [], user: 'local', next: null } }),
        );
        await visit(place);
        await seen(page.getByText(empty).first()).catch(() => missing.push(place));
        await forget(page);
      }

      expect(missing).toEqual([]);
    });

    it('every long list comes page by page, never wider than the window', async () => {
      const odd: string[] = [];
      for (const { place, list, table } of LISTS) {
        if (table === undefined) continue;
        const requests = requestsOf(list);
        await page.route(requests, answerFull);
        await visit(place);
        const rows = page.getByRole('table', { name: table }).getByRole('row');
        await rows.nth(50).waitFor();
        await page.getByRole('button', { name: 'Next' }).click();
        await page.getByText('Page 2', { exact: true }).waitFor();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > globalThis.innerWidth);
        if (wide || (await rows.count()) > 51) odd.push(place);
        await forget(page);
      }

      expect(odd).toEqual([]);
    });
  });
}

const seen = (text: ReturnType<Page['getByText']>): Promise<void> =>
  text.waitFor({ state: 'attached', timeout: 60_000 });

/** The server answers again; questions of a view that is left may still be under way. */
const forget = (page: Page): Promise<void> => page.unrouteAll({ behavior: 'ignoreErrors' });
