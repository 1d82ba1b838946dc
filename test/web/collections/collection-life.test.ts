import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answered, type SurfClient } from '#api/client/client.ts';
import type { WorkflowDefinition } from '#api/client/schema.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { ShopInTwoStates } from '#test/site/sites/shop-in-two-states.ts';
import { CHROMIUM, type ConsoleUnderTest, settled, startConsole } from '#test/web/console/console-under-test.ts';
import { endOf, finishedCrawl } from '#test/web/console/finished-crawl.ts';
import { whenPresent } from '#test/when-present.ts';

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => {
  describe('the life of a collection in the console', () => {
    const shop = new ShopInTwoStates();
    let site: Site;
    let surf: ConsoleUnderTest;
    beforeAll(async () => {
      site = await startSite({
        handler: (exchange) =>
          exchange.url.pathname === '/partners'
            ? exchange.send(200, { 'content-type': 'text/html' }, '<a href="http://partner.test/">Partner</a>')
            : shop.handler(exchange),
      });
      surf = await startConsole();
    });
    afterAll(async () => {
      await surf?.close();
      await site?.close();
    });

    it('has its next run, its freshness, its runs and the last changes on one page', async () => {
      const { client } = surf;
      const body = {
        name: 'Shop',
        seeds: ['/', '/partners'].map((path) => `${site.origin(0)}${path}`),
        retry: { attempts: 1 },
        politeness: { delaySeconds: 0 },
        revisit: { policy: 'adaptive' },
        external: { keep: true, allowed: ['partner.test'] },
      } as unknown as WorkflowDefinition;
      const { id } = answered(await client.POST('/v1/workflows', { body }));
      const params = { path: { id } };
      const schedule = { when: 'rate(7 days)' } as never;
      await client.PUT('/v1/workflows/{id}/schedules/{name}', {
        params: { path: { id, name: 'weekly' } },
        body: schedule,
      });
      for (let run = 0; run < 3; run++) {
        const settings = { allowPrivateNetwork: true, connectTo: [] };
        const started = answered(await client.POST('/v1/workflows/{id}/executions', { params, body: { settings } }));
        await endOf(client, started.execution);
      }

      const life = answered(await client.GET('/v1/workflows/{id}/collection', { params }));
      await checkLinks(client, life.ticks[0]?.execution ?? '');

      const { page, faults, visit } = await surf.open(`workflows/${id}`);
      await page.getByRole('link', { name: 'See its life' }).waitFor();
      await visit(`workflows/${id}/collection`);
      await settled(page);
      const figures = (await page.locator('.figures').first().innerText()).replace(/\s+/g, ' ');
      const chart = await page.getByRole('img', { name: /^Share of fresh pages in 2 runs: 100 % at first/ }).count();
      const runs = await page.getByRole('table', { name: 'Runs' }).getByRole('row').allInnerTexts();
      await page.getByText('No page differs.').waitFor();
      const external = await page.getByRole('table', { name: 'External links' }).innerText();
      const missed = await page.getByText('did not reach everything').count();
      const widths: number[] = [];
      for (const [scheme, width] of [
        ['light', 1280],
        ['dark', 1280],
        ['light', 360],
      ] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: 900 });
        widths.push(await page.evaluate(() => document.documentElement.scrollWidth));
        const path = process.env.SCREENSHOT;
        if (path !== undefined) await page.screenshot({ path: `${path}-${scheme}-${width}.png`, fullPage: true });
      }

      expect(figures).toMatch(
        /Next run \d+ \w+ \d{4} at [\d:]+, policy adaptive Known addresses 13 0 due, 0 gone when the last run began Fresh 100 % .* Out of date (?:\d+ minutes?|under 1 minute) mean/,
      );
      expect(external).toMatch(
        /http:\/\/partner\.test\/\s+live\s+in a new tab: \S+\s+· on http:\S+\/partners\s+allowed\s+partner\.test\s+dead dns\s+since \d/,
      );
      expect([chart, missed]).toEqual([1, 0]);
      expect(widths).toEqual([1280, 1280, 360]);
      expect(runs).toHaveLength(4);
      expect(runs[1]?.replace(/\s+/g, ' ')).toMatch(/succeeded 0 0 0 13 100 %/);
      expect(await checkedByButton(page)).toMatch(/Alive 0 .* Dead 1 .* Unknown 0 .* Not asked 0 of 1; 0 are banned/);

      await page.getByRole('button', { name: 'Crawl everything once' }).click();
      await page.waitForURL(/executions\/x/);
      const [, started = ''] = /executions\/(x\w+)/.exec(page.url()) ?? [];
      const { counts } = await endOf(client, started);
      expect(counts.kept).toBeUndefined();
      expect(counts.stored + counts.notModified).toBeGreaterThan(0);
      const slow = { ...body, politeness: { delaySeconds: 30 } } as unknown as WorkflowDefinition;
      const header = { 'if-match': '"1"' };
      answered(await client.PUT('/v1/workflows/{id}', { params: { ...params, header }, body: slow }));
      const whole = { settings: { allowPrivateNetwork: true, connectTo: [] }, full: true };
      answered(await client.POST('/v1/workflows/{id}/executions', { params, body: whole }));
      await visit(`workflows/${id}/collection`);
      await expectDisabled(page, ['Run now', 'Crawl everything once']);
      await visit(`executions/${started}`);
      await page.getByRole('button', { name: 'Crawl again' }).click();
      await expectDisabled(page, ['Only changed pages', 'All pages']);
      expect(faults).toEqual([]);
      await page.context().close();
    });
  });
});

/** Has the external links of an execution checked: none is on this machine. */
async function checkLinks(client: SurfClient, execution: string): Promise<void> {
  const list = async () => {
    const params = { path: { id: execution } };
    return answered(await client.GET('/v1/executions/{id}/external', { params })).items;
  };
  const seeds = (await list()).map(({ url }) => url);
  await finishedCrawl(client, { name: 'check', seeds, limits: { depth: 0 }, external: { checks: execution } });
  while ((await list()).some(({ check }) => check === null)) await sleep(100);
}

/** Asks all links again, and waits for the end. @returns the figures of the register */
async function checkedByButton(page: Page): Promise<string> {
  const panel = page.locator('section', { hasText: 'Are the external links alive?' });
  await panel.getByText('No link is due.').waitFor();
  await panel.getByRole('button', { name: 'Check now', disabled: true }).waitFor();
  await panel.getByLabel('Links without an answer for').selectOption('0');
  await panel.getByText(/^1 link at 1 host is due\..* 2 to 3 requests, in 1\.0 s or more, at no cost/).waitFor();
  await panel.getByRole('button', { name: 'Check now' }).click();
  await panel.getByText(/^A check is (?:queued|running|succeeded): \d+ of \d+ addresses are done/).waitFor();
  await panel.getByText('The last check: succeeded.').waitFor();
  return (await panel.locator('.figures').innerText()).replace(/\s+/g, ' ');
}

/** A run beside the one under way would request the same pages. */
async function expectDisabled(page: Page, buttons: readonly string[]): Promise<void> {
  await page.getByText(/^The run of .* is (?:queued|running): another one can begin when it has ended\.$/).waitFor();
  const disabled = buttons.map((name) => page.getByRole('button', { name, exact: true, disabled: true }).count());
  expect(await Promise.all(disabled)).toEqual(buttons.map(() => 1));
}
