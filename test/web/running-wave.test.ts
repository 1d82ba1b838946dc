import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HELD, HeldSite, PAGES } from '#test/e2e/crawls/running-wave.ts';
import { CHROMIUM, type ConsoleUnderTest, settled, startConsole } from '#test/web/console/console-under-test.ts';
import { startCrawl } from '#test/web/console/finished-crawl.ts';
import { whenPresent } from '#test/when-present.ts';

/** The seed, and what the running wave has stored. */
const STORED = String(1 + HELD);

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => {
  describe('the console in the middle of a wave', () => {
    let held: HeldSite;
    let surf: ConsoleUnderTest;
    beforeAll(async () => {
      held = await HeldSite.start();
      surf = await startConsole();
    });
    afterAll(async () => {
      held?.letGo();
      await surf?.close();
      await held?.site.close();
    });

    it('shows the same count of stored pages in overview, levels, outcomes and lists', async () => {
      const { execution } = await startCrawl(surf.client, { name: 'held', ...held.workflow });
      await held.waits();
      const { page, faults, visit } = await surf.open(`executions/${execution}`);
      const cells = (table: string) => page.getByRole('table', { name: table }).getByRole('row');

      await expect.poll(() => page.locator('.figures dd').first().innerText()).toBe(STORED);
      const levels = await cells('Levels').allInnerTexts();
      const outcomes = await cells('Outcomes').allInnerTexts();
      await visit('executions');
      await settled(page);
      const listed = await cells('Executions').nth(1).getByRole('cell').allInnerTexts();
      await visit('');
      await settled(page);
      const home = await page.locator('.figures dd').nth(1).innerText();
      await visit(`executions/${execution}/records`);
      await settled(page);
      const records = await page.getByText('Not final yet: the page can turn out to be a duplicate.').count();
      await visit(`executions/${execution}/tasks?state=succeeded`);
      await settled(page);
      const tasks = await page.getByText('not final yet').count();

      const figures = (row: string | undefined): string[] => row?.match(/\d+/g) ?? [];
      expect(levels.map(figures)).toContainEqual(expect.arrayContaining([String(HELD), String(PAGES - HELD)]));
      expect(outcomes.map(figures)).toEqual([[], [STORED], [String(PAGES - HELD)]]);
      expect(listed).toContain(STORED);
      expect(home).toBe(STORED);
      expect([records > 20, tasks > 20]).toEqual([true, true]);
      expect(faults).toEqual([]);
      await page.context().close();
    });
  });
});
