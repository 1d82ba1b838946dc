import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_HOSTS, demoSite } from '#demo/demo-site.ts';
import { type Site, startSite } from '#test/site/site.ts';
import type { ConsoleUnderTest } from '#test/web/console/console-under-test.ts';
import { finishedCrawl, firstKey } from '#test/web/console/finished-crawl.ts';

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

/** A view of one list of the API. */
interface ListView {
  /** Below the console's address; `@` is the execution. */
  readonly place: string;
  /** Path of the list below `/v1/`. */
  readonly list: string;
  /** The text of the empty list. */
  readonly empty: string;
  /** Name of the table, if the list has pages. */
  readonly table?: string;
}

const LISTS: readonly ListView[] = [
  { place: '', list: 'executions?', empty: 'Crawl your first site' },
  { place: 'workflows', list: 'workflows?', empty: 'No workflows yet.', table: 'Workflows' },
  { place: 'executions', list: 'executions?', empty: 'No executions yet.', table: 'Executions' },
  { place: '@', list: 'events?', empty: 'No events yet.' },
  { place: '@/tasks', list: 'tasks?', empty: 'No task yet', table: 'Tasks' },
  { place: '@/records', list: 'records?', empty: 'No pages stored yet.', table: 'Records' },
  { place: '@/picture', list: 'tasks?', empty: 'No URLs to draw yet.' },
  { place: '@/files', list: 'downloads?', empty: 'No files yet.', table: 'Files' },
  { place: 'settings/keys', list: 'keys?', empty: 'No API keys yet.', table: 'API keys' },
  { place: 'settings/notifications', list: 'me/subscriptions', empty: 'You get no notifications yet.' },
  { place: 'settings/usage', list: 'usage?', empty: 'No usage yet.' },
  { place: 'settings/users', list: 'users?', empty: 'No users yet.', table: 'Users' },
  { place: 'settings/blocklist', list: 'blocklist', empty: 'The blocklist is empty.' },
  { place: 'settings/audit', list: 'audit?', empty: 'No changes yet.', table: 'Audit' },
];

/** Views of one thing; `@` is the execution, `#` an archived page. */
const SINGLE = [
  '@/explain?url=http%3A%2F%2Fa.example%2F',
  '@/pages/#',
  '@/pages?url=http%3A%2F%2Fa.example%2F',
  '@/issues',
  '@/duplicates',
  '@/external',
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

/** The server's response with a full page of rows and a cursor to the next page. */
async function answerFull(route: Route): Promise<void> {
  const url = new URL(route.request().url());
  const query = new URLSearchParams(url.search);
  url.searchParams.delete('next'); // the server has no second page
  const response = await route.fetch({ url: url.href });
  if (!response.ok()) return await route.fulfill({ response }); // nobody has signed in yet
  const real = (await response.json()) as { items: readonly object[] };
  const [first = USER] = real.items;
  const from = Number(query.get('next') ?? 0);
  const items = Array.from({ length: Number(query.get('limit')) }, (_, i) => numbered(first, from + i));
  await route.fulfill({ json: { ...real, items, next: String(from + items.length) } });
}

/** A copy of a row with unique names. */
function numbered(row: object, i: number): object {
  const own = ['id', 'execution', 'url', 'key', 'name', 'user'];
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, own.includes(name) ? `${value}${i}` : value]),
  );
}

/** Each view in its states: loading, error, empty, full. @param where for the report */
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

    it('every view has a loading state, and an error state with the message and a retry button', async () => {
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

    it('every empty list says so', async () => {
      const missing: string[] = [];
      for (const { place, list, empty } of LISTS) {
        const requests = requestsOf(list);
        await page.route(requests, (route) =>
          route.fulfill({ json: { items: [], days: [], quotas: [], whole: [], user: 'local', next: null } }),
        );
        await visit(place);
        await seen(page.getByText(empty).first()).catch(() => missing.push(place));
        await forget(page);
      }

      expect(missing).toEqual([]);
    });

    it('the search waits while a deployment builds the index, and then has the answer', async () => {
      const building = { ...PROBLEM, status: 409, code: 'INDEX_BUILDING', title: 'the index is being built' };
      const facets = { host: [], type: [], language: [] };
      const found = { match: 'all', total: 0, indexed: 1, complete: true, results: [], facets };
      const answers = [building, building, found];
      await page.route(requestsOf('search?'), (route) => {
        const json = answers.length > 1 ? answers.shift() : found;
        return route.fulfill({ status: json === found ? 200 : 409, json });
      });
      await visit('@/search?q=lamp');

      await seen(page.getByText('builds the index of this execution').first());
      await seen(page.getByText('No page has these words.').first());
      expect(answers).toEqual([found]);
      await forget(page);
    });

    it('the changes wait while a deployment compares, and then are there', async () => {
      const comparing = { ...PROBLEM, status: 409, code: 'COMPARISON_RUNNING', title: 'it is being compared' };
      const counts = { added: 0, removed: 0, moved: 0, changed: 0, unknown: 0, unchanged: 7, byBytes: 0, unread: 2 };
      const found = { type: 'summary', before: 'x0000000000000000001', after: 'x1', complete: true, counts };
      let looks = 0;
      await page.route(requestsOf('changes?'), (route) => {
        looks += 1;
        if (looks < 3) return route.fulfill({ status: 409, contentType: 'application/problem+json', json: comparing });
        return route.fulfill({ contentType: 'application/jsonl', body: `${JSON.stringify(found)}\n` });
      });
      await visit('@/changes?since=x0000000000000000001');

      await seen(page.getByText('The deployment compares the two executions.').first());
      await seen(page.getByText('The server did not read 2 of the pages').first());
      await seen(page.getByText('No page differs.').first());
      expect(looks).toBe(3);
      await forget(page);
    });

    it('the issues wait while a deployment audits, and then are there', async () => {
      const auditing = { ...PROBLEM, status: 409, code: 'AUDIT_RUNNING', title: 'it is being audited' };
      const severities = { error: 0, warning: 0, notice: 0 };
      const found = { type: 'summary', schema: 1, execution: 'x1', complete: true, pages: 7, severities, counts: {} };
      let looks = 0;
      await page.route(requestsOf('audit'), (route) => {
        looks += 1;
        if (looks < 3) return route.fulfill({ status: 409, contentType: 'application/problem+json', json: auditing });
        return route.fulfill({ contentType: 'application/jsonl', body: `${JSON.stringify(found)}\n` });
      });
      await visit('@/issues');

      await seen(page.getByText('The deployment audits the execution.').first());
      await seen(page.getByText('HTML pages').first());
      expect(looks).toBe(3);
      await forget(page);
    });

    it('the near duplicates wait while a deployment compares texts, and then are there', async () => {
      const comparing = { ...PROBLEM, status: 409, code: 'DUPLICATES_RUNNING', title: 'it is being made' };
      const counts = { threshold: 0.9, pages: 7, complete: true, groups: 0, duplicates: 0 };
      let looks = 0;
      await page.route(requestsOf('duplicates?'), (route) => {
        looks += 1;
        if (looks < 3) return route.fulfill({ status: 409, contentType: 'application/problem+json', json: comparing });
        const body = `${JSON.stringify({ type: 'summary', schema: 1, execution: 'x1', ...counts })}\n`;
        return route.fulfill({ contentType: 'application/jsonl', body });
      });
      await visit('@/duplicates');

      await seen(page.getByText('The deployment searches for groups.').first());
      await seen(page.getByText('No two pages have this much text in common.').first());
      expect(looks).toBe(3);
      await forget(page);
    });

    it('the issues of a crawl that a deployment cannot audit yet come at its end', async () => {
      const early = { ...PROBLEM, status: 409, code: 'STATE_CONFLICT', title: 'a deployment audits ended ones' };
      const severities = { error: 0, warning: 0, notice: 0 };
      const found = { type: 'summary', schema: 1, execution: 'x1', complete: true, pages: 7, severities, counts: {} };
      let status = 'running';
      await page.route(/\/v1\/executions\/x[0-9a-z]+$/, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...((await response.json()) as object), status } });
      });
      await page.route(requestsOf('audit'), (route) =>
        status === 'running'
          ? route.fulfill({ status: 409, contentType: 'application/problem+json', json: early })
          : route.fulfill({ contentType: 'application/jsonl', body: `${JSON.stringify(found)}\n` }),
      );
      await visit('@/issues');

      await seen(page.getByText('The crawl has not ended.').first());
      status = 'succeeded';
      await seen(page.getByText('Surf found no issue.').first());
      await forget(page);
    });

    it('a file comes when the deployment has made it', async () => {
      const making = { ...PROBLEM, status: 409, code: 'EXPORT_RUNNING', title: 'it is being made' };
      let looks = 0;
      await page.route(requestsOf('exports/csv'), (route) => {
        looks += 1;
        if (looks < 3) return route.fulfill({ status: 409, contentType: 'application/problem+json', json: making });
        return route.fulfill({ contentType: 'text/csv', body: 'url\r\n' });
      });
      await visit('@/files');

      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Pages (CSV)', exact: true }).click();
      await seen(page.getByText('The deployment makes the file.').first());
      expect((await saved).suggestedFilename()).toMatch(/-csv\.csv$/);
      expect(looks).toBe(3);
      await forget(page);
    });

    it('every long list has pages, and is never wider than the window', async () => {
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
  text.waitFor({ state: 'attached', timeout: 300_000 });

/** Removes the routes. Requests of the previous view can still be pending. */
const forget = (page: Page): Promise<void> => page.unrouteAll({ behavior: 'ignoreErrors' });
