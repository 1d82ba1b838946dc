import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_HOSTS, demoSite } from '#demo/demo-site.ts';
import { type Site, startSite } from '#test/site/site.ts';
import type { ConsoleUnderTest } from '#test/web/console/console-under-test.ts';
import { finishedCrawl } from '#test/web/console/finished-crawl.ts';
import { answerManyTasks } from '#test/web/console/many-tasks.ts';

const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > globalThis.innerWidth);

/** The console with the responses of a large crawl. @param where for the report */
export function largeCrawlSuite(where: string, open: () => Promise<ConsoleUnderTest>): void {
  describe(`a crawl of 10,000 URLs ${where}`, () => {
    let site: Site;
    let surf: ConsoleUnderTest;
    let at: string;

    beforeAll(async () => {
      site = await startSite({ hosts: DEMO_HOSTS, handler: demoSite().handler });
      surf = await open();
      const { execution } = await finishedCrawl(surf.client, { seeds: [`${site.origin(0)}/`], limits: { pages: 3 } });
      at = `executions/${execution}`;
    });

    afterAll(async () => {
      await surf?.close();
      await site?.close();
    });

    it('has fifty rows per page, and buttons for the next and previous page', async () => {
      const { page, visit } = await surf.open();
      await page.route('**/v1/executions/*/tasks?*', answerManyTasks);
      await visit(`${at}/tasks`);
      const rows = page.getByRole('table', { name: 'Tasks' }).getByRole('row');

      await page.getByText('page/49', { exact: false }).last().waitFor();
      expect(await rows.count()).toBe(51);
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText('Page 2', { exact: true }).first().waitFor();
      await page.getByText('/page/99').waitFor();
      await page.getByRole('button', { name: 'Back' }).click();
      await page.getByText('/page/0', { exact: false }).first().waitFor();

      expect(await rows.count()).toBe(51);
      expect(await isTooWide(page)).toBe(false);
      await page.context().close();
    });

    it('has a picture of ten rows and twelve columns', async () => {
      const { page, faults, visit } = await surf.open();
      await page.route('**/v1/executions/*/tasks?*', answerManyTasks);
      await visit(`${at}/picture`);

      await page.getByText('10,000 URLs').waitFor();
      const links = page.getByRole('region', { name: 'Picture of the crawl' }).getByRole('link');

      expect(await links.count()).toBeLessThanOrEqual(120);
      expect(await page.getByText('291 other hosts').count()).toBeGreaterThan(0);
      expect(await isTooWide(page)).toBe(false);
      expect(faults).toEqual([]);
      await page.context().close();
    });
  });
}
