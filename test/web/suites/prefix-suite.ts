import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_HOSTS, demoSite } from '#demo/demo-site.ts';
import { type Site, startSite } from '#test/site/site.ts';
import type { ConsoleUnderTest } from '#test/web/console/console-under-test.ts';
import { finishedCrawl } from '#test/web/console/finished-crawl.ts';

/** A console whose address has a path. @param where for the report */
export function prefixSuite(where: string, open: () => Promise<ConsoleUnderTest>): void {
  describe(`a prefix, ${where}`, () => {
    let site: Site;
    let surf: ConsoleUnderTest;

    beforeAll(async () => {
      site = await startSite({ hosts: DEMO_HOSTS, handler: demoSite().handler });
      surf = await open();
    });

    afterAll(async () => {
      await surf?.close();
      await site?.close();
    });

    it('works below a prefix: views, files, the API, links and reloads', async () => {
      const { execution } = await finishedCrawl(surf.client, { seeds: [`${site.origin(0)}/`], limits: { pages: 3 } });
      const { page, faults, reload } = await surf.open();
      const { origin, pathname: prefix } = new URL(surf.address);
      const outside: string[] = [];
      page.on('request', (request) => {
        const asked = new URL(request.url());
        if (asked.origin === origin && !asked.pathname.startsWith(prefix)) outside.push(asked.pathname);
      });

      await page.getByRole('link', { name: 'Executions', exact: true }).click();
      await page.getByRole('table', { name: 'Executions' }).getByRole('link').first().click();
      await page.getByRole('link', { name: 'Records' }).click();
      await reload();
      await page.getByRole('link', { name: 'Harbour Lamps', exact: true }).click();
      await page.getByRole('region', { name: 'Text of the page' }).waitFor();
      await page.goBack();
      await page.getByRole('table', { name: 'Records' }).waitFor();

      expect(prefix).not.toBe('/');
      expect(page.url()).toBe(`${surf.address}executions/${execution}/records`);
      expect(outside).toEqual([]);
      expect(faults).toEqual([]);
      await page.context().close();
    });
  });
}
