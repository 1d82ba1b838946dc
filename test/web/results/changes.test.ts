import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, startSite } from '#test/site/site.ts';
import { ShopInTwoStates } from '#test/site/sites/shop-in-two-states.ts';
import { CHROMIUM, type ConsoleUnderTest, settled } from '#test/web/console/console-under-test.ts';
import { finishedCrawl } from '#test/web/console/finished-crawl.ts';
import { shareConsole } from '#test/web/console/shared-console.ts';
import { whenPresent } from '#test/when-present.ts';

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => {
  describe('the changes of an execution in the console', () => {
    const shop = new ShopInTwoStates();
    let site: Site;
    let surf: ConsoleUnderTest;
    beforeAll(async () => {
      site = await startSite({ handler: shop.handler });
      surf = await shareConsole();
    });
    afterAll(async () => {
      await surf?.close();
      await site?.close();
    });

    it('are compared with the execution before it, each with what happened to the page', async () => {
      const definition = { name: 'Shop', seeds: [`${site.origin(0)}/`], retry: { attempts: 1 } };
      const first = await finishedCrawl(surf.client, definition);
      shop.isLater = true;
      const second = await finishedCrawl(surf.client, definition);

      const { page, faults, visit } = await surf.open(`executions/${first.execution}/changes`);
      await page.getByText('There is no earlier execution to compare with.').waitFor();
      await visit(`executions/${second.execution}/changes`);
      await settled(page);
      const rows = await page.getByRole('table', { name: 'Changes' }).getByRole('row').allInnerTexts();
      const figures = await page.locator('.figures').first().innerText();

      const words = rows.slice(1).map((row) => row.replace(/\s+/g, ' '));
      expect(words).toHaveLength(11);
      expect(words.find((row) => row.includes('/gone'))).toMatch(/removed The server says that it is gone \(410\)$/);
      expect(words.find((row) => row.includes('/here'))).toMatch(/moved from .*\/moved$/);
      expect(words.find((row) => row.includes('/title renamed'))).toMatch(/changed bytes, title$/);
      expect(words.find((row) => row.includes('/broken'))).toMatch(/unknown \S/);
      expect(words.find((row) => row.includes('/sale'))).toMatch(/redirect now .*\/title, before .*\/price$/);
      expect(words.find((row) => row.includes('/lost'))).toMatch(/status now HTTP 404, before 403$/);
      expect(figures.replace(/\s+/g, ' ')).toContain('unchanged 2');

      await page.getByLabel('Compare links, too').check();
      await page.getByText('Changed pages have 2 more links and 1 fewer.').waitFor();
      expect((await page.getByRole('row').filter({ hasText: '/same' }).innerText()).replace(/\s+/g, ' ')).toMatch(
        /changed bytes, links: 1 more, 0 fewer$/,
      );
      if (process.env.SCREENSHOT !== undefined) await page.screenshot({ path: process.env.SCREENSHOT, fullPage: true });

      const changed = page.getByRole('row').filter({ hasText: '/text' });
      await changed.getByRole('link', { name: 'main text' }).click();
      await page.getByText('2 words removed, 4 words added').waitFor();
      await settled(page);
      const [removed, added] = [page.locator('del'), page.locator('ins')];
      expect((await removed.allInnerTexts()).join(' ')).toContain('About');
      expect((await added.allInnerTexts()).join(' ')).toContain('Other words than before');
      expect(faults).toEqual([]);
      await page.context().close();
    });
  });
});
