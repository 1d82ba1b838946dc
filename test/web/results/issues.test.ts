import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, startSite } from '#test/site/site.ts';
import { FaultySite } from '#test/site/sites/faulty-site.ts';
import { CHROMIUM, type ConsoleUnderTest, settled } from '#test/web/console/console-under-test.ts';
import { finishedCrawl, startCrawl } from '#test/web/console/finished-crawl.ts';
import { shareConsole } from '#test/web/console/shared-console.ts';
import { whenPresent } from '#test/when-present.ts';

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => {
  describe('the issues of an execution in the console', () => {
    const faulty = new FaultySite();
    let site: Site;
    let surf: ConsoleUnderTest;
    let before: string;
    let after: string;
    beforeAll(async () => {
      site = await startSite({ handler: faulty.handler, hosts: 2 });
      surf = await shareConsole();
      const definition = { name: 'Faulty', seeds: [`${site.origin(0)}/`], sitemaps: 'auto', retry: { attempts: 1 } };
      before = (await finishedCrawl(surf.client, definition)).execution;
      faulty.isMended = true;
      after = (await finishedCrawl(surf.client, definition)).execution;
    });
    afterAll(async () => {
      await surf?.close();
      await site?.close();
    });

    it('are counted by severity, listed by kind with how to fix them, and filtered by a click', async () => {
      const { page, faults, visit } = await surf.open('');
      await visit(`executions/${before}/issues`);
      await settled(page);
      const figures = await page.locator('.figures').first().innerText();
      await page.getByText('Links to other hosts that are not judged: 1. See how to check them').waitFor();
      await page.getByRole('link', { name: 'Broken internal links' }).click();
      await page.getByText('Correct the link on each source').waitFor();
      const rows = await rowsOf(page, 2);
      const kinds = page.getByRole('table', { name: 'Kinds of issues' });

      expect(figures.replace(/\s+/g, ' ')).toMatch(/errors 11 warnings 18 notices 7/);
      expect(rows[1]).toMatch(
        /\/gone live .*error Broken internal links 404 · broken-internal-link .*\/broken-source “a dead end” · live/,
      );
      expect(await kinds.count()).toBe(0);
      await page.getByRole('link', { name: 'All kinds' }).click();
      await kinds.waitFor();
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('are filtered by severity beside the kind, in a URL that can be shared', async () => {
      const { page, faults } = await surf.open(`executions/${before}/issues?kind=thin-page`);
      await rowsOf(page, 1);

      await page.getByLabel('Severity').selectOption('warnings and errors');
      await page.waitForURL(/\/issues\?kind=thin-page&severity=warning$/);
      await page.getByLabel('Severity').selectOption('errors');
      await page.waitForURL(/\/issues\?severity=error$/);
      const rows = await rowsOf(page, 11);
      await page.getByRole('heading', { name: 'Errors', exact: true }).waitFor();
      const options = await page.getByLabel('Kind', { exact: true }).getByRole('option').allInnerTexts();
      await page.reload();

      expect(await rowsOf(page, 11)).toEqual(rows);
      expect(rows.filter((row) => !row.includes(' error '))).toEqual([]);
      expect(options).toEqual(expect.arrayContaining(['all', 'Redirect loops']));
      expect(options).not.toContain('Pages with few words');
      await page.goto(`${surf.address}executions/${before}/issues?severity=error&kind=thin-page`);
      await page.getByText('No issue matches.').waitFor();
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('lead to the archived page of each source, and apart to the live one, which learns of nothing', async () => {
      const { page, faults } = await surf.open(`executions/${before}/issues?kind=broken-internal-link`);
      await rowsOf(page, 2);
      const source = `${site.origin(0)}/broken-source`;
      const live = page.getByRole('link', { name: `live in a new tab: ${source}`, exact: true });

      expect(await live.evaluate((link) => ['href', 'target', 'rel'].map((name) => link.getAttribute(name)))).toEqual([
        source,
        '_blank',
        'noopener noreferrer nofollow',
      ]);
      await page.getByRole('link', { name: source, exact: true }).click();
      await page.getByLabel('Text of the page').getByText('a dead end').waitFor();
      await page.getByRole('link', { name: 'Source', exact: true }).click();
      await page.getByLabel('Source of the page').getByText('<a href="/gone">a dead end</a>').waitFor();
      await page.goto(`${surf.address}executions/${before}/issues?kind=missing-title`);
      await page.getByRole('link', { name: 'the page itself' }).click();
      await page
        .getByText(`${site.origin(0)}/untitled`)
        .first()
        .waitFor();
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('name a source that has no archived page, and say why it can have none', async () => {
      const place = (url: string) => `executions/${before}/pages?url=${encodeURIComponent(url)}`;
      const { page, faults, visit } = await surf.open(place(`${site.origin(0)}/nobody-links-it`));
      await page.getByText('This execution has no archived page of this URL.').waitFor();

      expect(await page.getByRole('link', { name: 'live' }).count()).toBe(1);
      await visit(place('javascript:alert(1)'));
      await page.getByText('This execution has no archived page of this URL.').waitFor();
      expect(await page.getByRole('link', { name: 'live' }).count()).toBe(0);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('are compared with an earlier execution: new, remaining, mended', async () => {
      const { page, faults } = await surf.open(`executions/${after}/issues?severity=error`);
      await rowsOf(page, 9);

      await page.getByLabel('Compare with the execution of').selectOption({ index: 1 });
      await page.waitForURL(new RegExp(`/issues\\?severity=error&compare=${before}$`));
      await page.getByText('Compared with').waitFor();
      const figures = await page.locator('.figures').nth(1).innerText();
      const rows = await rowsOf(page, 11);

      expect(figures.replace(/\s+/g, ' ')).toMatch(/^new 1 .* remaining \d+ in both mended 7 .* unknown 0 /);
      expect(rows.find((row) => row.includes('missing-title'))).toMatch(/mended$/);
      expect(rows.find((row) => row.includes('/fault'))).toMatch(/remaining$/);
      await page.getByText(`surf audit ${after} --compare ${before} -o report.html`).waitFor();
      await page.getByLabel('Compare with the execution of').selectOption('none');
      await page.getByText(`surf audit ${after} -o report.html`).waitFor();
      await page.goto(`${surf.address}executions/${before}/issues`);
      await page.getByText('there is no earlier one').waitFor({ state: 'attached' });
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('in one state of a comparison are listed alone, in a URL that can be shared', async () => {
      const { page, faults } = await surf.open(`executions/${after}/issues?severity=error&compare=${before}`);
      await rowsOf(page, 11);

      await page.getByLabel('State').selectOption('mended');
      await page.waitForURL(/&state=mended$/);
      const rows = await rowsOf(page, 2);
      await page.reload();

      expect(await rowsOf(page, 2)).toEqual(rows);
      expect(rows.filter((row) => !row.endsWith('mended'))).toEqual([]);
      await page.getByLabel('Compare with the execution of').selectOption('none');
      await page.waitForURL(/\/issues\?severity=error$/);
      expect(await page.getByLabel('State').count()).toBe(0);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('of texts are listed as groups of near copies, by a threshold and against an earlier execution', async () => {
      const { page, faults } = await surf.open(`executions/${before}/issues?kind=near-duplicate`);
      await page.getByRole('link', { name: 'All groups' }).click();
      const groups = page.getByRole('table', { name: 'Near duplicates' });
      await groups.getByText('first of the group').first().waitFor();
      const [, first, second] = await groups.getByRole('row').allInnerTexts();

      await page.getByLabel('Text in common').selectOption('100 %: the same words');
      await page.waitForURL(/duplicates\?threshold=1$/);
      await page.getByText('No two pages have this much text in common.').waitFor();
      await page.goto(`${surf.address}executions/${after}/duplicates`);
      await page.getByLabel('Only pages that are new since the execution of').selectOption({ index: 1 });
      await page.waitForURL(new RegExp(`\\?threshold=0.9&against=${before}$`));
      await page.getByText('new pages').waitFor();

      expect(first?.replace(/\s+/g, ' ')).toMatch(/^1 \S+\/near-a live .*first of the group$/);
      expect(second?.replace(/\s+/g, ' ')).toMatch(/^ \S+\/near-b live .*9\d(?:\.\d)? %$/);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('of canonicals and language versions are shown in the groups of pages that they are in', async () => {
      const { page, faults } = await surf.open(`executions/${before}/duplicates`);
      await page.getByLabel('Pages with').selectOption('one canonical address');
      await page.waitForURL(/duplicates\?by=canonical$/);
      const canonicals = page.getByRole('table', { name: 'Canonical addresses' });
      const unread = (await canonicals.getByRole('row').filter({ hasText: '/unread' }).first().innerText()).split(
        /\s+/,
      );
      const named = canonicals.getByRole('row').filter({ hasText: 'Canonicals that lead to no indexable page' });
      const wrong = await named.count();
      await page.getByLabel('Pages with').selectOption('language versions');
      await page.waitForURL(/duplicates\?by=hreflang$/);
      const versions = page.getByRole('table', { name: 'Language versions' });
      await versions.getByText('Language versions that do not link back').waitFor();
      const rows = await versions.getByRole('row').allInnerTexts();

      expect(unread.join(' ')).toMatch(/the canonical address · not crawled/);
      expect(wrong).toBe(4);
      expect(rows.map((row) => row.replace(/\s+/g, ' ')).join('\n')).toMatch(/ de \S+\/de /);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('whose page the later execution did not read lead to the page of the earlier one', async () => {
      const severities = { error: 0, warning: 0, notice: 0 };
      const compared = { with: before, new: 0, remaining: 0, mended: 0, unknown: 1 };
      const externalLinks = { notJudged: 0, isRegistered: false, checks: before };
      const summary = { type: 'summary', complete: false, pages: 7, severities, counts: {}, compared, externalLinks };
      const source = `${site.origin(0)}/untitled`;
      const issue = { type: 'issue', code: 'broken-internal-link', url: source, detail: '404', from: source, text: '' };
      const lines = [summary, { ...issue, state: 'unknown' }, { ...issue, state: 'remaining' }];
      const { page, faults } = await surf.open('');
      await page.route('**/audit?*', (route) =>
        route.fulfill({ contentType: 'application/jsonl', body: lines.map((line) => JSON.stringify(line)).join('\n') }),
      );
      await page.goto(`${surf.address}executions/${after}/issues?compare=${before}`);
      await rowsOf(page, 2);
      const pages = page.locator('a[href*="/pages?url="]');

      expect(await pages.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
        [before, after].map((id) => `/executions/${id}/pages?url=${encodeURIComponent(source)}`),
      );
      await page.getByText('This run of a collection kept pages that were not due').waitFor();
      await page.getByRole('link', { name: 'The issues of the site that has them' }).click();
      await page.waitForURL(new RegExp(`/executions/${before}/issues$`));
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('put into the command to copy no text of a URL that is not an id', async () => {
      const { page } = await surf.open(`executions/${after}/issues?compare=${encodeURIComponent('x1; rm -rf ~ #')}`);

      await page.getByText('is not an id of an execution').waitFor();

      expect(await page.getByText('The whole report').innerText()).toMatch(/: surf audit \w+ -o report\.html$/);
      await page.context().close();
    });

    it('say that a crawl has no pages, and that a crawl still runs', async () => {
      const seeds = [`${site.origin(0)}/not-there`];
      const { execution: empty } = await finishedCrawl(surf.client, { name: 'Nothing', seeds });
      const slow = { name: 'Slow', seeds: [`${site.origin(0)}/`], politeness: { delaySeconds: 20 } };
      const { execution: running } = await startCrawl(surf.client, slow);
      const { page, faults, visit } = await surf.open(`executions/${empty}/issues?kind=thin-page`);
      await page.getByText('There is no HTML page to audit.').waitFor();
      await page.getByText('The crawl ended early').waitFor();

      await visit(`executions/${running}/issues`);
      await page.getByText('The crawl has not ended: the audit is of the pages that it has stored.').waitFor();
      await page.getByRole('button', { name: 'Audit again' }).waitFor();
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByText('The crawl ended early').waitFor();

      expect(await page.getByRole('button', { name: 'Audit again' }).count()).toBe(0);
      expect(faults).toEqual([]);
      await page.context().close();
    });
  });
});

/** The issues, one line each, when there are `count`. */
async function rowsOf(page: Page, count: number): Promise<string[]> {
  const rows = page.getByRole('table', { name: 'Issues', exact: true }).getByRole('row');
  await expect.poll(() => rows.count()).toBe(count + 1);
  return (await rows.allInnerTexts()).slice(1).map((row) => row.replace(/\s+/g, ' '));
}
