import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_HOSTS, demoSite } from '#test/site/demo/demo-site.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { CHROMIUM, type ConsoleUnderTest, startConsole } from '#test/web/console-under-test.ts';
import { finishedCrawl, startCrawl } from '#test/web/finished-crawl.ts';
import { whenPresent } from '#test/when-present.ts';

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => {
  let site: Site;
  let surf: ConsoleUnderTest;

  beforeAll(async () => {
    site = await startSite({ hosts: DEMO_HOSTS, handler: demoSite().handler });
    surf = await startConsole();
  }, 120_000);

  afterAll(async () => {
    await surf?.close();
    await site?.close();
  });

  it('U5, S19: leads from the empty state to records', async () => {
    const { page, faults } = await surf.open();

    await page.getByRole('heading', { name: 'Crawl your first site' }).waitFor();
    await page.getByRole('button', { name: 'Use the demo shop' }).click();
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe('http://127.0.0.2:8200/');
    await page.getByLabel('Address', { exact: true }).fill(`${site.origin(0)}/`);
    await page.getByLabel('Seconds between requests').fill('0');
    await page.getByRole('button', { name: 'Start crawl' }).click();
    await page.getByText('Everything in scope was visited.').waitFor();
    await page.getByRole('link', { name: 'Records' }).click();
    await page.getByRole('link', { name: 'Harbour Lamps', exact: true }).click();
    await page.getByRole('region', { name: 'Text of the page' }).waitFor();

    expect(await page.getByRole('region', { name: 'Text of the page' }).innerText()).toContain('Harbour Lamps');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('shows progress without a reload, to the end', async () => {
    const { execution } = await startCrawl(surf.client, {
      name: 'slow',
      seeds: [`${site.origin(1)}/`],
      limits: { pages: 12 },
      politeness: { delaySeconds: 0.5 },
    });
    const { page, faults } = await surf.open(`executions/${execution}`);

    const stored = page.locator('.figures dd').first();
    await page.getByText('running', { exact: true }).waitFor();
    const before = Number(await stored.innerText());
    await page.getByText('limited', { exact: true }).waitFor();

    expect(before).toBeLessThan(12);
    expect(await stored.innerText()).toBe('12');
    expect(await page.getByRole('table', { name: 'Levels' }).getByRole('row').count()).toBeGreaterThan(2);
    expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(1);
    expect(faults).toEqual([]);
    await page.context().close();
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
    await page.getByRole('link', { name: 'Files' }).click();
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('it holds').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('tries an address, with a selector while it is typed', async () => {
    const { page, faults } = await surf.open('try');

    await page.getByLabel('Address', { exact: true }).fill(`${site.origin(0)}/`);
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('It would be stored.').waitFor();
    await page.getByLabel('Values to take').fill('heading: h1');
    await page.locator('dl').getByText('heading').waitFor();

    expect(await page.getByRole('table', { name: 'Links' }).getByRole('row').count()).toBeGreaterThan(3);
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
    const { page, faults } = await surf.open('new');
    await page.getByLabel('Address', { exact: true }).waitFor();

    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab'); // the link of the lead
    await page.keyboard.press('Tab');
    await page.keyboard.type(`${site.origin(2)}/`);
    await page.keyboard.press('Tab'); // the demo's button
    await page.keyboard.press('Tab'); // scope
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await page.getByText('limited', { exact: true }).waitFor();

    expect(await page.locator('.figures dd').first().innerText()).toBe('3');
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
