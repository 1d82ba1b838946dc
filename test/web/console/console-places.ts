import { answered, type SurfClient } from '#api/client/client.ts';
import { type OpenPage, OWN_NETWORK } from '#test/web/console/console-under-test.ts';
import { finishedCrawl, firstKey, startCrawl } from '#test/web/console/finished-crawl.ts';
import { answerManyTasks } from '#test/web/console/many-tasks.ts';

/** A view with something in it. */
export interface ConsolePlace {
  /** Of its screenshot. */
  readonly name: string;
  /** Below the console's address. */
  readonly place: string;
  /** Steps before the check of the view. */
  readonly prepare?: (opened: OpenPage) => Promise<void>;
}

/** Addresses of what `crawlForPlaces` made. */
interface Crawled {
  /** A finished execution's view. */
  readonly at: string;
  /** A stored page's view. */
  readonly page: string;
  readonly workflow: string;
  /** Another finished execution. */
  readonly other: string;
  readonly live: string;
  /** What robots.txt closes, and a seed: each a parameter of a query. */
  readonly closed: string;
  readonly seed: string;
}

const PLACES: Readonly<Record<string, (crawled: Crawled) => string>> = {
  home: () => '',
  'new-crawl': () => 'new',
  workflows: () => 'workflows',
  'new-workflow': () => 'workflows/new',
  workflow: ({ workflow }) => `workflows/${workflow}`,
  'workflow-tried': ({ workflow }) => `workflows/${workflow}`,
  executions: () => 'executions',
  execution: ({ at }) => at,
  'execution-live': ({ live }) => `executions/${live}`,
  tasks: ({ at }) => `${at}/tasks`,
  explain: ({ at, closed }) => `${at}/explain?url=${closed}`,
  records: ({ at }) => `${at}/records`,
  changes: ({ at }) => `${at}/changes`,
  search: ({ at }) => `${at}/search?q=lamp`,
  topics: ({ at }) => `${at}/search`,
  issues: ({ at }) => `${at}/issues`,
  'issues-compared': ({ at, other }) => `${at}/issues?severity=warning&compare=${other}`,
  duplicates: ({ at }) => `${at}/duplicates?threshold=0.7`,
  canonicals: ({ at }) => `${at}/duplicates?by=canonical`,
  'issues-unknown': ({ at }) => `${at}/issues?kind=ugly`,
  external: ({ at }) => `${at}/external`,
  'external-none': ({ other }) => `executions/${other}/external`,
  picture: ({ at }) => `${at}/picture`,
  'picture-10000': ({ at }) => `${at}/picture`,
  downloads: ({ at }) => `${at}/files`,
  'page-text': ({ page }) => page,
  'page-markdown': ({ page }) => `${page}?part=markdown`,
  'page-markdown-full': ({ page }) => `${page}?part=markdown&mode=full`,
  'page-facts': ({ page }) => `${page}?part=facts`,
  'page-source': ({ page }) => `${page}?part=source`,
  'page-rendered': ({ page }) => `${page}?part=rendered`,
  'page-headers': ({ page }) => `${page}?part=headers`,
  'try-it': ({ seed }) => `try?url=${seed}`,
  settings: () => 'settings',
  keys: () => 'settings/keys',
  notifications: () => 'settings/notifications',
  usage: () => 'settings/usage',
  users: () => 'settings/users',
  blocklist: () => 'settings/blocklist',
  audit: () => 'settings/audit',
  'crawl-again': ({ at }) => at,
  'sign-in': () => '',
  nowhere: () => 'nowhere',
  'missing-execution': () => 'executions/x000000000000000000',
};

export const PLACE_NAMES: readonly string[] = Object.keys(PLACES);

/** Crawls what the views are to show, and names them all. @param origins of the demo sites */
export async function consolePlaces(client: SurfClient, origins: readonly string[]): Promise<ConsolePlace[]> {
  const crawled = await crawlForPlaces(client, origins);
  return Object.entries(PLACES).map(([name, placeOf]) => {
    const prepare = PREPARATIONS[name];
    const place = placeOf(crawled);
    return prepare === undefined ? { name, place } : { name, place, prepare };
  });
}

async function crawlForPlaces(client: SurfClient, origins: readonly string[]): Promise<Crawled> {
  const seeds = origins.map((origin) => `${origin}/`);
  const selection = { fields: { heading: { selector: 'h1' }, price: { selector: '.price' } } };
  const done = await finishedCrawl(client, {
    name: 'Shops and blogs',
    seeds: seeds.slice(0, 6),
    limits: { budgetUsd: 0.5 },
    selection,
    external: { keep: true },
  });
  const few = { name: 'Harbour Lamps, first pages', seeds: seeds.slice(0, 1), limits: { pages: 10 } };
  const { execution: other } = await finishedCrawl(client, few);
  const live = await startCrawl(client, { name: 'All sites, politely', seeds, politeness: { delaySeconds: 8 } });
  await settings(client);
  const at = `executions/${done.execution}`;
  return {
    at,
    page: `${at}/pages/${await firstKey(client, done.execution)}`,
    workflow: done.workflow.id,
    other,
    live: live.execution,
    closed: encodeURIComponent(`${origins[1]}/admin/`),
    seed: encodeURIComponent(seeds[0] ?? ''),
  };
}

const RATES_MS = 7_000;

const PREPARATIONS: Readonly<Record<string, (opened: OpenPage) => Promise<void>>> = {
  'execution-live': ({ page }) => page.waitForTimeout(RATES_MS),
  'picture-10000': async ({ page, reload }) => {
    await page.route('**/v1/executions/*/tasks?*', answerManyTasks);
    await reload();
    await page.getByText('10,000 URLs').waitFor();
    await page.unroute('**/v1/executions/*/tasks?*');
  },
  topics: async ({ page }) => {
    await page.getByRole('button', { name: 'Group pages by topic' }).click();
    await page.locator('ol.found li').first().waitFor();
  },
  'crawl-again': ({ page }) => page.getByRole('button', { name: 'Crawl again' }).click(),
  'sign-in': async ({ page }) => {
    const config = {
      issuer: 'https://login.example.org/',
      clientId: 'surf',
      stage: 'prod',
      version: '0.1.0',
      demo: null,
    };
    await page.route('**/config.json', (route) => route.fulfill({ json: config }));
    await page.route('**/v1/**', (route) => route.fulfill({ status: 401, json: {} }));
    await page.reload();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.unrouteAll();
  },
  'workflow-tried': async ({ page }) => {
    await page.getByLabel(OWN_NETWORK).check();
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByLabel('URL to try').press('Enter');
    await page.getByText('A crawl would store it.').waitFor();
  },
  'try-it': async ({ page }) => {
    await page.getByLabel(OWN_NETWORK).check();
    await page.locator('main').getByRole('button', { name: 'Try it' }).click();
    await page.getByText('A crawl would store it.').waitFor();
    await page.getByLabel('Values to extract').fill('heading: h1\nprice: .price');
    await page.locator('dl').getByText('heading').waitFor();
  },
};

/** What only administrators see, and a key. */
async function settings(client: SurfClient): Promise<void> {
  answered(await client.POST('/v1/keys', { body: { name: 'nightly report' } }));
  answered(await client.POST('/v1/blocklist', { body: { pattern: 'ads.example', note: 'Nobody likes to read it.' } }));
  answered(
    await client.POST('/v1/blocklist', { body: { pattern: '*.tracker.example', note: 'By request of its owner.' } }),
  );
}
