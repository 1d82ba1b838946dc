import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, startSite } from '#test/site/site.ts';
import { FaultySite } from '#test/site/sites/faulty-site.ts';
import { CHROMIUM, type ConsoleUnderTest, settled, startConsole } from '#test/web/console/console-under-test.ts';
import { finishedCrawl } from '#test/web/console/finished-crawl.ts';
import { whenPresent } from '#test/when-present.ts';

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => {
  describe('the issues of an execution in the console', () => {
    let site: Site;
    let surf: ConsoleUnderTest;
    beforeAll(async () => {
      site = await startSite({ handler: new FaultySite().handler, hosts: 2 });
      surf = await startConsole();
    });
    afterAll(async () => {
      await surf?.close();
      await site?.close();
    });

    it('are counted by severity, listed by kind with how to mend them, and filtered by a click', async () => {
      const definition = { name: 'Faulty', seeds: [`${site.origin(0)}/`], sitemaps: 'auto', retry: { attempts: 1 } };
      const { execution } = await finishedCrawl(surf.client, definition);

      const scheme = process.env.SCREENSHOT_DARK === undefined ? 'light' : 'dark';
      const width = Number(process.env.SCREENSHOT_WIDTH ?? 1280);
      const { page, faults, visit } = await surf.open('', { colorScheme: scheme, viewport: { width, height: 800 } });
      await visit(`executions/${execution}/issues`);
      await settled(page);
      const figures = await page.locator('.figures').first().innerText();
      if (process.env.SCREENSHOT !== undefined) await page.screenshot({ path: process.env.SCREENSHOT, fullPage: true });
      await page.getByRole('link', { name: 'Broken internal links' }).click();
      await page.getByRole('link', { name: 'All kinds' }).waitFor();
      await settled(page);
      const rows = await page.getByRole('table', { name: 'Issues', exact: true }).getByRole('row').allInnerTexts();

      expect(figures.replace(/\s+/g, ' ')).toMatch(/errors 12 warnings 15 notices 5/);
      expect(rows.length).toBe(3);
      expect(rows[2]?.replace(/\s+/g, ' ')).toMatch(/\/gone .*broken-internal-link 404 .*\/broken-source a dead end$/);
      expect(faults).toEqual([]);
      await page.context().close();
    });
  });
});
