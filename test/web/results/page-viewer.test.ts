import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, startSite } from '#test/site/site.ts';
import { CHROMIUM, type ConsoleUnderTest } from '#test/web/console/console-under-test.ts';
import { finishedCrawl, firstKey } from '#test/web/console/finished-crawl.ts';
import { shareConsole } from '#test/web/console/shared-console.ts';
import { whenPresent } from '#test/when-present.ts';

const PAGE = `<!doctype html><title>Lamps</title><nav><a href="/sale">Sale</a></nav><main><h1>Lamps</h1>
<p>A [link](javascript:alert(1)) and &lt;img src=x onerror=alert(2)&gt; and \u202Egnp.exe</p>
<ul><li>brass</li></ul></main>`;

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => {
  describe('an archived page in the console', () => {
    let site: Site;
    let surf: ConsoleUnderTest;
    let place: string;
    let key: string;
    beforeAll(async () => {
      site = await startSite({
        handler: (exchange) => exchange.send(200, { 'content-type': 'text/html; charset=utf-8' }, PAGE),
      });
      surf = await shareConsole();
      const { execution } = await finishedCrawl(surf.client, { seeds: [`${site.origin(0)}/`] });
      key = await firstKey(surf.client, execution);
      place = `executions/${execution}/pages/${key}`;
    });
    afterAll(async () => {
      await surf?.close();
      await site?.close();
    });

    it('has its main text as Markdown, which stays text, to copy and to save', async () => {
      const { page, faults } = await surf.open(place, { permissions: ['clipboard-read', 'clipboard-write'] });
      await page.getByRole('link', { name: 'Markdown' }).click();
      const shown = page.getByLabel('Markdown of the page');
      await shown.waitFor();
      const text = await shown.innerText();
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Markdown' }).click();
      const file = await saved;
      const markdown = await readFile(await file.path(), 'utf8');
      await page.getByRole('button', { name: 'Copy' }).click();
      await page.getByText('Copied.').waitFor();

      expect(text).toContain('title: "Lamps"');
      expect(text).toMatch(/# Lamps\n\nA .*javascript:alert\(1\).*\n\n- brass/);
      expect(text).toContain('\\u202egnp.exe');
      expect(await shown.locator('a, img, script').count()).toBe(0);
      expect(file.suggestedFilename()).toBe(`${key}.md`);
      expect(markdown.trimEnd()).toBe(text.trimEnd());
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(markdown);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('has the whole page as Markdown, with its menus, at a separate URL', async () => {
      const { page, faults } = await surf.open(`${place}?part=markdown`);
      const shown = page.getByLabel('Markdown of the page');
      await shown.getByText('text: "main"').waitFor();
      const main = await shown.innerText();
      await page.getByLabel('Markdown of', { exact: true }).selectOption('the whole page, with its menus');
      await shown.getByText('text: "full"').waitFor();
      const text = await shown.innerText();
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Markdown' }).click();
      const file = await saved;

      expect(main).not.toContain('Sale');
      expect(text).toMatch(/\[Sale\]\(.*\/sale\)[\s\S]*# Lamps/);
      expect(page.url()).toMatch(/\?part=markdown&mode=full$/);
      expect(file.suggestedFilename()).toBe(`${key}-full.md`);
      expect((await readFile(await file.path(), 'utf8')).trimEnd()).toBe(text.trimEnd().replace('␣u202e', '\u202E'));
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('says so of a mode that Markdown does not have, and lists those there are', async () => {
      const { page, faults } = await surf.open(`${place}?part=markdown&mode=xyz`);
      await page.getByText('There is no mode “xyz”.').waitFor();
      const modes = page.getByRole('list', { name: 'Every mode' }).getByRole('link');

      expect(await modes.allInnerTexts()).toEqual(['main', 'full']);
      await modes.getByText('main').click();
      await page.getByLabel('Markdown of the page').getByText('text: "main"').waitFor();
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('shows what the page says of itself, and its structured data, as text', async () => {
      const { page, faults } = await surf.open(`${place}?part=facts`);
      const facts = page.locator('dl.facts');
      await facts.waitFor();
      const text = (await facts.innerText()).replace(/\s+/g, ' ');

      expect(text).toMatch(/Title .*Language versions .*Digest of the main text \d+\.[0-9a-f]{32}/);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('says what to do where the browser does not let a page copy', async () => {
      const { page } = await surf.open('');
      await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
      await page.goto(`${surf.address}${place}?part=markdown`);

      await page.getByRole('button', { name: 'Copy' }).click();

      await page.getByText('The browser does not allow it here. Save the file instead.').waitFor();
      await page.context().close();
    });

    it('opens each part by its URL, and lists all parts where the URL names an unknown one', async () => {
      const { page, faults } = await surf.open(`${place}?part=xyz`);
      await page.getByText('There is no part “xyz”.').waitFor();
      const parts = page.getByRole('list', { name: 'Every part' }).getByRole('link');

      expect(await parts.allInnerTexts()).toEqual(['text', 'markdown', 'facts', 'source', 'rendered', 'headers']);
      await parts.getByText('source').click();
      const source = page.getByLabel('Source of the page');
      await source.getByText('<li>brass</li>').waitFor();
      expect((await source.innerText()).trimEnd()).toBe(PAGE.replace('\u202E', '␣u202e'));
      expect(faults).toEqual([]);
      await page.context().close();
    });
  });
});
