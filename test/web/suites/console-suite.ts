import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_HOSTS, demoSite } from '#demo/demo-site.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { type ConsoleUnderTest, OWN_NETWORK, settled } from '#test/web/console/console-under-test.ts';
import { finishedCrawl, startCrawl } from '#test/web/console/finished-crawl.ts';

/** Buttons of an execution's downloads, and what the names of their files end with. */
const FILES: Readonly<Record<string, string>> = {
  'Pages (CSV)': '-csv.csv',
  'Pages (CSV) with their text': '-csv.csv',
  'Pages (JSON lines)': '-jsonl.jsonl',
  'Pages (Parquet)': '-parquet.parquet',
  'Archive (WARC)': '-warc.warc.gz',
  'Archive (WACZ)': '-wacz.wacz',
  'Text (Markdown)': '-markdown.md',
  'Text (Markdown), folder': '-markdown.zip',
  'Text (Markdown) of whole pages': '-markdown-full.md',
};
/**
 * What users do with the console, from the first crawl to administration.
 * @param where for the report
 */
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

    it('shows live progress until the crawl ends', async () => {
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

    it('filters tasks, explains one, and verifies the execution', async () => {
      const { execution } = await finishedCrawl(surf.client, { name: 'blog', seeds: [`${site.origin(1)}/`] });
      const { page, faults } = await surf.open(`executions/${execution}/tasks`);

      await page.getByLabel('Reason').selectOption('robots');
      await page.getByRole('button', { name: 'Filter' }).click();
      const rows = page.getByRole('table', { name: 'Tasks' }).getByRole('row');
      await expect.poll(() => rows.count()).toBe(2);
      await rows.nth(1).getByRole('link').click();
      await page.getByText('It was skipped (robots): robots.txt of the host forbids it').waitFor();

      expect(await page.getByText('Disallow: /admin/').count()).toBe(1);
      expect(new URL(page.url()).search).toContain(encodeURIComponent('/admin/'));
      await page.getByRole('link', { name: 'Downloads' }).click();
      await page.getByRole('button', { name: 'Verify' }).click();
      await page.getByText('verified', { exact: true }).waitFor();
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('previews a URL, and a selector while it is typed', async () => {
      const { page, faults } = await surf.open('try');

      await page.getByLabel('URL', { exact: true }).fill(`${site.origin(0)}/`);
      await page.getByLabel(OWN_NETWORK).check();
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.getByText('A crawl would store it.').waitFor();
      await page.getByLabel('Values to extract').fill('heading: h1');
      await page.locator('dl').getByText('heading').waitFor();

      expect(await page.getByRole('table', { name: 'Links' }).getByRole('row').count()).toBeGreaterThan(3);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('previews a selector that was typed while a response was pending', async () => {
      const { page } = await surf.open('try');
      const held = Promise.withResolvers<void>();
      const late = async (route: Route): Promise<void> => {
        await held.promise;
        await route.continue();
      };
      await page.route('**/v1/preview', late, { times: 1 });

      await page.getByLabel('URL', { exact: true }).fill(`${site.origin(0)}/`);
      await page.getByLabel(OWN_NETWORK).check();
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.getByLabel('Values to extract').fill('heading: h1');
      held.resolve();
      await page.locator('dl').getByText('heading').waitFor();

      await page.context().close();
    });

    it('shows the private-network checkbox only after its default is known', async () => {
      const { page } = await surf.open('');
      await settled(page);
      const held = Promise.withResolvers<void>();
      await page.route('**/config.json', async (route: Route) => {
        await held.promise;
        await route.continue();
      });

      await page.getByRole('link', { name: 'Try it', exact: true }).first().click(); // a reloaded page would ask for the sign-in first
      await page.getByLabel('URL', { exact: true }).fill(`${site.origin(0)}/`);
      const before = await page.getByLabel(OWN_NETWORK).count();
      held.resolve();
      await page.getByLabel(OWN_NETWORK).waitFor();

      expect(before).toBe(0);
      await page.context().close();
    });

    it('previews a URL under the unsaved rules of the editor, and again when they change', async () => {
      const { page, faults } = await surf.open('workflows/new');

      await page.getByLabel('Seeds').fill(`${site.origin(1)}/`);
      await page.getByLabel(OWN_NETWORK).check();
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.getByLabel('URL to try').press('Enter');
      await page.getByText('A crawl would store it.').waitFor();
      await page.getByLabel('Scope').selectOption('path');
      await page.getByText('Order, workers, selection, retention').click();
      await page.getByLabel('Selection').fill('{ "fields": { "heading": { "selector": "h1" } } }');
      await page.locator('dl').getByText('heading').waitFor();

      expect(await page.getByText('1 change', { exact: true }).count()).toBe(1);
      expect(await page.locator('.help code').getByText('surf crawl').count()).toBe(1);
      expect(await page.getByText('This server has none. plugins').count()).toBe(1);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('says when it deletes an execution, and which one keeps a base longer', async () => {
      const workflow = { name: 'kept for days', limits: { pages: 2 }, retentionDays: 30 };
      const { execution } = await finishedCrawl(surf.client, { ...workflow, seeds: [`${site.origin(0)}/`] });
      const { page, faults } = await surf.open(`executions/${execution}`);
      await page.getByText(/^Surf deletes it \d/).waitFor();
      await page.getByRole('link', { name: 'Executions', exact: true }).click(); // a load would forget the key
      const row = page.getByRole('row').filter({ hasText: 'kept for days' });
      const listed = await row.getByText('expires').innerText();
      await page.route('**/v1/executions/*', async (route) => {
        const json = await (await route.fetch()).json();
        await route.fulfill({ json: { ...json, expiresAt: '2026-11-01T00:00:00.000Z', keptFor: execution } });
      });
      await row.getByRole('link').click();
      await page.getByText('expired 1').waitFor();

      const keeper = page.getByRole('link', { name: 'an execution based on it' });
      expect(await keeper.getAttribute('href')).toContain(execution);
      expect(listed).toMatch(/^expires .*20\d\d$/);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('estimates a crawl under the unsaved rules of the editor', async () => {
      const { page, faults } = await surf.open('workflows/new');

      await page.getByLabel('Seeds').fill(`${site.origin(1)}/`);
      await page.getByLabel(OWN_NETWORK).check();
      await page.getByRole('button', { name: 'Estimate' }).click();
      await page.getByRole('heading', { name: 'Estimate' }).waitFor();

      expect(await page.locator('dl').getByText('from the sample').count()).toBeGreaterThan(3);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('crawls only changed pages again, and deletes an execution that is not a base of another', async () => {
      const { execution } = await finishedCrawl(surf.client, {
        name: 'base',
        seeds: [`${site.origin(0)}/`],
        limits: { pages: 3 },
      });
      const { page, visit } = await surf.open(`executions/${execution}`);

      await page.getByRole('button', { name: 'Crawl again' }).click();
      await page.getByRole('button', { name: 'Only changed pages' }).click();
      await page.waitForURL((url) => !url.pathname.endsWith(execution));
      await page.getByText('limited', { exact: true }).waitFor();
      const next = page.url().slice(surf.address.length);
      await visit(`executions/${execution}`);
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete permanently' }).click();
      await page.getByRole('alert').getByText('STATE_CONFLICT').waitFor();

      await visit(next);
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete permanently' }).click();
      await page.getByText('The execution and its data are deleted.').waitFor();
      await page.context().close();
    });

    it('downloads each result file', async () => {
      const { execution } = await finishedCrawl(surf.client, {
        name: 'files',
        seeds: [`${site.origin(0)}/`],
        limits: { pages: 3 },
      });
      const { page, faults } = await surf.open(`executions/${execution}/files`);
      const names: string[] = [];
      for (const name of Object.keys(FILES)) {
        const button = page.getByRole('button', { name, exact: true });
        const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
        names.push(file.suggestedFilename());
      }

      expect(names).toEqual(Object.values(FILES).map((suffix) => `${execution}${suffix}`));
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('names each result file within its button, in a narrow window, too', async () => {
      const { execution } = await finishedCrawl(surf.client, {
        name: 'names of files',
        seeds: [`${site.origin(0)}/`],
        limits: { pages: 1 },
      });
      const wide: string[] = [];
      let count = 0;
      for (const width of [1280, 360]) {
        const { page } = await surf.open(`executions/${execution}/files`, { viewport: { width, height: 800 } });
        const buttons = page.locator('.exports .button');
        await buttons.first().waitFor();
        for (const button of await buttons.all()) {
          count += 1;
          const isWide = await button.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
          if (isWide) wide.push(`${width}: ${await button.innerText()}`);
        }
        await page.context().close();
      }

      expect(wide).toEqual([]);
      expect(count).toBeGreaterThan(2 * Object.keys(FILES).length);
    });

    it('shows administrators the usage by day and the audit log', async () => {
      const { page, faults } = await surf.open('settings/keys');

      await page.getByLabel('Purpose of the key').fill('tests');
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByText('Copy the key now: it is shown once.').waitFor();
      await page.getByRole('link', { name: 'Audit' }).click();
      await page.getByRole('table', { name: 'Audit' }).getByText('key created').first().waitFor();
      await page.getByRole('link', { name: 'Usage' }).click();
      await page.getByRole('table', { name: 'Usage by day' }).getByRole('row').nth(1).waitFor();

      expect(await page.locator('.figures dd').first().innerText()).toMatch(/^[1-9]/);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('saves a workflow, shows a validation message at its field, and deletes the workflow', async () => {
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

    it('says in words that an address has no id, why a crawl failed, and which sitemap was not read', async () => {
      const nothing = `${site.origin(0)}/nothing.xml`;
      const failed = await finishedCrawl(surf.client, { name: 'gone', seeds: [nothing] });
      const unread = { name: 'unread', seeds: [`${site.origin(0)}/`], sitemaps: [nothing], limits: { pages: 5 } };
      const limited = await finishedCrawl(surf.client, unread);
      const { page, visit } = await surf.open('executions/abc');

      await page.getByText('"abc" is not an id of an execution').waitFor();
      await visit(`executions/${failed.execution}`);
      await page.getByText('The crawl failed: no seed led to a page.').waitFor();
      await visit(`executions/${limited.execution}`);
      await page.getByText('The crawl reached its limit of pages. Resume it with a higher one.').waitFor();
      await page.getByRole('note').getByText('1 sitemap could not be read, so pages may be missing.').waitFor();
      await page.getByRole('note').getByText('check the address in a browser').waitFor();
      await visit('executions');
      await page.getByRole('row').filter({ hasText: 'gone' }).getByText('no seed led to a page').waitFor();

      await page.context().close();
    });

    it('works with the keyboard alone', async () => {
      const { page, faults } = await surf.open('new', { key: null });

      await page.locator('main h1').waitFor();
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
      await page.keyboard.press('Enter');
      if (surf.key !== null) await type(page, 'API key', `${surf.key}\n`);
      await type(page, 'URL', `${site.origin(2)}/`);
      await type(page, 'Maximum pages', '3');
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

/** Replaces the text of the field. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, label);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}
