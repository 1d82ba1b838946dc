import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoSite } from '#demo/demo-site.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { CHROMIUM, type ConsoleUnderTest, startConsole } from '#test/web/console/console-under-test.ts';
import { consoleSuite } from '#test/web/suites/console-suite.ts';
import { whenPresent } from '#test/when-present.ts';

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => {
  consoleSuite('at surf serve', startConsole);

  /**
   * Only here: a deployment suggests no demo site. test/deploy/deployment-console.test.ts has its
   * first crawl.
   */
  describe('the first crawl at surf serve', () => {
    let site: Site;
    let surf: ConsoleUnderTest;

    beforeAll(async () => {
      site = await startSite({ handler: demoSite().handler });
      surf = await startConsole(['--demo', `${site.origin(0)}/`]);
    });

    afterAll(async () => {
      await surf?.close();
      await site?.close();
    });

    it.each(['', 'new'])('keeps each label of its form on one line: %j', async (place) => {
      const { page } = await surf.open(place, { viewport: { width: 1280, height: 800 } });
      const labels = page.locator('.bounds label');
      await labels.first().waitFor();

      const heights = await labels.evaluateAll((all) =>
        all.map((label) => label.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(label).fontSize)),
      );

      expect(heights).toHaveLength(4);
      for (const lines of heights) expect(lines).toBeLessThan(2);
      await page.context().close();
    });

    it('leads in three clicks from the empty state to extracted records (U5, S19)', async () => {
      const { page, faults } = await surf.open();

      await page.getByRole('heading', { name: 'Crawl your first site' }).waitFor();
      await page.getByRole('button', { name: 'Use the demo shop' }).click();
      expect(await page.getByLabel('URL', { exact: true }).inputValue()).toBe(`${site.origin(0)}/`);
      await page.getByRole('button', { name: 'Start crawl' }).click();
      await page.getByText('Every URL in scope was processed.').waitFor();
      await page.getByRole('link', { name: 'Records' }).click();
      const records = page.getByRole('table', { name: 'Records' });
      await records.waitFor();
      expect(await records.getByRole('columnheader').allInnerTexts()).toEqual(
        expect.arrayContaining(['Page', 'heading', 'price']),
      );
      expect(await records.getByText(/^€ \d/).count()).toBeGreaterThan(5);
      await page.getByRole('link', { name: 'Harbour Lamps', exact: true }).click();
      await page.getByRole('region', { name: 'Text of the page' }).waitFor();

      expect(await page.getByRole('region', { name: 'Text of the page' }).innerText()).toContain('Harbour Lamps');
      expect(faults).toEqual([]);
      await page.context().close();
    });
  });
});
