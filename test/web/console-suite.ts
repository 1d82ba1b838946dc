import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_HOSTS, demoSite } from '#demo/demo-site.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { type ConsoleUnderTest, OWN_NETWORK, settled } from '#test/web/console-under-test.ts';
import { finishedCrawl, startCrawl } from '#test/web/finished-crawl.ts';

/** What people do with the console, from a first look to an administrator’s. @param where for the report */
export function consoleSuite(where: string, open: () => Promise<ConsoleUnderTest>): void {
  describe(`the console ${where}`, () => {
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

    it('shows progress without a reload, to the end', async () => {
      const watched = Promise.withResolvers<void>();
      const { handler } = demoSite();
      const patient = await startSite({
        handler: async (exchange) => {
          if (exchange.path !== '/' && exchange.path !== '/robots.txt') await watched.promise;
          await handler(exchange);
        },
      });
      const { execution } = await startCrawl(surf.client, {
        name: 'watched',
        seeds: [`${patient.origin(0)}/`],
        limits: { pages: 12 },
      });
      const { page, faults } = await surf.open(`executions/${execution}`);

      const stored = page.locator('.figures dd').first();
      await page.getByText('running', { exact: true }).waitFor();
      const before = Number(await stored.innerText());
      watched.resolve();
      await page.getByText('limited', { exact: true }).waitFor();

      expect(before).toBeLessThan(12);
      expect(await stored.innerText()).toBe('12');
      expect(await page.getByRole('table', { name: 'Levels' }).getByRole('row').count()).toBeGreaterThan(2);
      expect(await page.getByRole('button', { name: 'Resume…' }).count()).toBe(1);
      expect(faults).toEqual([]);
      await page.context().close();
      await patient.close();
    });

    it('filters tasks, explains one, and verifies all', async () => {
      const { execution } = await finishedCrawl(surf.client, { name: 'blog', seeds: [`${site.origin(1)}/`] });
      const { page, faults } = await surf.open(`executions/${execution}/tasks`);

      await page.getByLabel('Reason').selectOption('robots');
      await page.getByRole('button', { name: 'Filter' }).click();
      const rows = page.getByRole('table', { name: 'Tasks' }).getByRole('row');
      await expect.poll(() => rows.count()).toBe(2);
      await rows.nth(1).getByRole('link').click();
      await page.getByText('robots.txt of the host forbids it').waitFor();

      expect(await page.getByText('Disallow: /admin/').count()).toBe(1);
      expect(new URL(page.url()).search).toContain(encodeURIComponent('/admin/'));
      await page.getByRole('link', { name: 'Downloads' }).click();
      await page.getByRole('button', { name: 'Verify' }).click();
      await page.getByText('it holds').waitFor();
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('tries an address, with a selector while it is typed', async () => {
      const { page, faults } = await surf.open('try');

      await page.getByLabel('Address', { exact: true }).fill(`${site.origin(0)}/`);
      await page.getByLabel(OWN_NETWORK).check();
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.getByText('It would be stored.').waitFor();
      await page.getByLabel('Values to take').fill('heading: h1');
      await page.locator('dl').getByText('heading').waitFor();

      expect(await page.getByRole('table', { name: 'Links' }).getByRole('row').count()).toBeGreaterThan(3);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('tries a selector that was typed while another answer was under way', async () => {
      const { page } = await surf.open('try');
      const held = Promise.withResolvers<void>();
      const late = async (route: Route): Promise<void> => {
        await held.promise;
        await route.continue();
      };
      await page.route('**/v1/preview', late, { times: 1 });

      await page.getByLabel('Address', { exact: true }).fill(`${site.origin(0)}/`);
      await page.getByLabel(OWN_NETWORK).check();
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.getByLabel('Values to take').fill('heading: h1');
      held.resolve();
      await page.locator('dl').getByText('heading').waitFor();

      await page.context().close();
    });

    it('shows the box for its own network when it is known whether it is ticked', async () => {
      const { page } = await surf.open('');
      await settled(page);
      const held = Promise.withResolvers<void>();
      await page.route('**/config.json', async (route: Route) => {
        await held.promise;
        await route.continue();
      });

      await page.getByRole('link', { name: 'Try it', exact: true }).first().click(); // a page loaded anew would ask to sign in first
      await page.getByLabel('Address', { exact: true }).fill(`${site.origin(0)}/`);
      const before = await page.getByLabel(OWN_NETWORK).count();
      held.resolve();
      await page.getByLabel(OWN_NETWORK).waitFor();

      expect(before).toBe(0);
      await page.context().close();
    });

    it('tries an address under the rules that stand in the editor, saved or not, and again when they change', async () => {
      const { page, faults } = await surf.open('workflows/new');

      await page.getByLabel('Seeds').fill(`${site.origin(1)}/`);
      await page.getByLabel(OWN_NETWORK).check();
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.getByLabel('Address to try').press('Enter');
      await page.getByText('It would be stored.').waitFor();
      await page.getByLabel('Scope').selectOption('path');
      await page.getByText('Order, workers, selection, retention').click();
      await page.getByLabel('Selection').fill('{ "fields": { "heading": { "selector": "h1" } } }');
      await page.locator('dl').getByText('heading').waitFor();

      expect(await page.getByText('1 change', { exact: true }).count()).toBe(1);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('crawls again, asking only for what has changed, and deletes what nothing stands on', async () => {
      const { execution } = await finishedCrawl(surf.client, {
        name: 'base',
        seeds: [`${site.origin(0)}/`],
        limits: { pages: 3 },
      });
      const { page, visit } = await surf.open(`executions/${execution}`);

      await page.getByRole('button', { name: 'Crawl again' }).click();
      await page.getByRole('button', { name: 'Only what has changed' }).click();
      await page.waitForURL((url) => !url.pathname.endsWith(execution));
      await page.getByText('limited', { exact: true }).waitFor();
      const next = page.url().slice(surf.address.length);
      await visit(`executions/${execution}`);
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete for good' }).click();
      await page.getByRole('alert').getByText('STATE_CONFLICT').waitFor();

      await visit(next);
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete for good' }).click();
      await page.getByText('It is deleted, with everything it kept.').waitFor();
      await page.context().close();
    });

    it('gives what came out as files, each a download', async () => {
      const { execution } = await finishedCrawl(surf.client, {
        name: 'files',
        seeds: [`${site.origin(0)}/`],
        limits: { pages: 3 },
      });
      const { page, faults } = await surf.open(`executions/${execution}/files`);
      const names: string[] = [];
      for (const name of ['Pages (CSV)', 'Pages (JSON lines)', 'Archive (WARC)']) {
        const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
        names.push(file.suggestedFilename());
      }

      expect(names).toEqual([`${execution}.csv`, `${execution}.jsonl`, `${execution}.warc.gz`]);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('shows administrators usage by day, and who changed what', async () => {
      const { page, faults } = await surf.open('settings/keys');

      await page.getByLabel('What the key is for').fill('tests');
      await page.getByRole('button', { name: 'Make a key' }).click();
      await page.getByText('Copy the key now: it is shown once.').waitFor();
      await page.getByRole('link', { name: 'Audit' }).click();
      await page.getByRole('table', { name: 'Audit' }).getByText('key created').first().waitFor();
      await page.getByRole('link', { name: 'Usage' }).click();
      await page.getByRole('table', { name: 'Usage by day' }).getByRole('row').nth(1).waitFor();

      expect(await page.locator('.figures dd').first().innerText()).toMatch(/^[1-9]/);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('saves a workflow, shows the API’s message at the field that it is about, and deletes it', async () => {
      const { page } = await surf.open('workflows/new');

      await page.getByLabel('Name', { exact: true }).fill('mine');
      await page.getByLabel('Seeds').fill(`${site.origin(0)}/`);
      await page.getByLabel('Pages', { exact: true }).fill('-5');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.locator('.field .fault').waitFor();
      expect(await page.getByLabel('Pages', { exact: true }).getAttribute('aria-invalid')).toBe('true');
      await page.getByLabel('Pages', { exact: true }).fill('5');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText(/^Version 1\./).waitFor();
      await page.getByRole('link', { name: 'Workflows' }).click();
      await page.getByRole('button', { name: 'Delete mine' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('link', { name: 'mine', exact: true }).waitFor({ state: 'detached' });

      await page.context().close();
    });

    it('can be used by keyboard alone', async () => {
      const { page, faults } = await surf.open('new', { key: null });

      await page.locator('main h1').waitFor();
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
      await page.keyboard.press('Enter');
      if (surf.key !== null) await type(page, 'API key', `${surf.key}\n`);
      await type(page, 'Address', `${site.origin(2)}/`);
      await type(page, 'Most pages', '3');
      await tabTo(page, OWN_NETWORK);
      if (!(await page.getByLabel(OWN_NETWORK).isChecked())) await page.keyboard.press('Space');
      await page.keyboard.press('Enter');
      await page.getByText('limited', { exact: true }).waitFor();

      expect(await page.locator('.figures dd').first().innerText()).toBe('3');
      expect(faults).toEqual([]);
      await page.context().close();
    });
  });
}

const MOST_STEPS = 40;

async function tabTo(page: Page, label: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await field.waitFor();
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    await page.keyboard.press('Tab');
    if (await field.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`no way to ${label}`);
}

/** In place of what the field has. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, label);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}
