import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DeployedApi, openDeployedApi } from '#test/deploy/deployed-api.ts';
import { DEMO_HOSTS, demoSite } from '#test/site/demo/demo-site.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { CHROMIUM, type ConsoleBrowser, openBrowser } from '#test/web/console-under-test.ts';
import { whenPresent } from '#test/when-present.ts';

const MINUTES = 60_000;

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => {
  let site: Site;
  let surf: DeployedApi;
  let browser: ConsoleBrowser;

  beforeAll(async () => {
    site = await startSite({ hosts: DEMO_HOSTS, handler: demoSite().handler });
    surf = await openDeployedApi();
    browser = await openBrowser(surf.url);
  }, 5 * MINUTES);

  afterAll(async () => {
    await browser?.close();
    await surf?.close();
    await site?.close();
  }, MINUTES);

  it(
    'U5, S19: the deployed console leads from the first key to records, and explains an address',
    async () => {
      const { page, faults } = await browser.open('', { ignoreHTTPSErrors: true });
      page.setDefaultTimeout(MINUTES);

      await page.getByLabel('API key').fill(surf.key);
      await page.getByRole('button', { name: 'Use this key' }).click();
      await page.getByRole('heading', { name: 'Crawl your first site' }).waitFor();
      expect(await page.getByRole('button', { name: 'Use the demo shop' }).count()).toBe(0);
      await page.getByLabel('Address', { exact: true }).fill(`${site.origin(0)}/`);
      await page.getByLabel('Most pages').fill('12');
      await page.getByLabel('Delay in seconds').fill('0.3');
      await page.getByLabel('Allow addresses of my own network').check();
      await page.getByRole('button', { name: 'Start crawl' }).click();
      await page.getByText('running', { exact: true }).waitFor();
      await page.getByText('limited', { exact: true }).waitFor();
      expect(await page.locator('.figures dd').first().innerText()).toBe('12');

      await page.getByRole('link', { name: 'Records' }).click();
      await page.getByRole('link', { name: 'Harbour Lamps', exact: true }).click();
      const text = page.getByRole('region', { name: 'Text of the page' });
      await text.waitFor();
      expect(await text.innerText()).toContain('Harbour Lamps');
      await page.getByRole('link', { name: 'Why is it here?' }).click();
      await page.getByText('It was stored.').waitFor();
      expect(await page.getByText('a seed, level 0').count()).toBe(1);

      await page.getByRole('link', { name: 'Downloads' }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Archive (WARC)' }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/\.warc\.gz$/);
      expect(new URL(page.url()).pathname.startsWith(new URL(surf.url).pathname)).toBe(true);
      expect(faults.filter((fault) => !REFUSED.test(fault))).toEqual([]);
      await page.context().close();
    },
    4 * MINUTES,
  );
});

/** The first request has no key, and a file lies in the bucket. */
const REFUSED = /status of 401|^asked https?:\/\/127\.0\.0\.1:\d+$/;
