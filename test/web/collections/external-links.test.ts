import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, startSite } from '#test/site/site.ts';
import { CHROMIUM, type ConsoleUnderTest } from '#test/web/console/console-under-test.ts';
import { finishedCrawl } from '#test/web/console/finished-crawl.ts';
import { shareConsole } from '#test/web/console/shared-console.ts';
import { whenPresent } from '#test/when-present.ts';

const PAGE = '<title>Partners</title><a href="http://partner.test/">Partner</a>';

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => {
  describe('the external links of an execution in the console', () => {
    let site: Site;
    let surf: ConsoleUnderTest;
    beforeAll(async () => {
      site = await startSite({ handler: (exchange) => exchange.send(200, { 'content-type': 'text/html' }, PAGE) });
      surf = await shareConsole();
    });
    afterAll(async () => {
      await surf?.close();
      await site?.close();
    });

    it('are a tab, also reached from the outcomes, with the archived page that has the link', async () => {
      const seed = `${site.origin(0)}/`;
      const { execution } = await finishedCrawl(surf.client, { seeds: [seed], external: { keep: true } });
      const { page, faults } = await surf.open(`executions/${execution}`);
      await page.getByRole('link', { name: 'Near copies' }).click();
      await page.getByText('No two pages have this much text in common.').waitFor();
      await page.goBack();
      await page.getByRole('link', { name: 'Exact copies' }).click();
      await page.getByText('No issue matches.').waitFor();
      await page.getByRole('link', { name: 'Check them', exact: true }).click();
      await page.getByRole('button', { name: 'Check now' }).waitFor();
      await page.goBack();
      await page.goBack();

      await page.getByRole('link', { name: 'External links' }).last().click();
      const row = page.getByRole('table', { name: 'External links' }).getByRole('row').nth(1);
      await row.getByText('http://partner.test/', { exact: true }).waitFor();
      await row.getByRole('link', { name: seed, exact: true }).click();

      await page.getByRole('heading', { name: 'Archived page' }).waitFor();
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('say how to keep them where the workflow keeps none', async () => {
      const { execution } = await finishedCrawl(surf.client, { seeds: [`${site.origin(0)}/`] });
      const { page } = await surf.open(`executions/${execution}/external`);

      await page.getByText('This execution keeps no register of external links.').waitFor();

      expect(await page.locator('main').innerText()).toContain('Set external.keep in the workflow');
      await page.context().close();
    });
  });
});
