import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answered } from '#api/client/client.ts';
import { ISSUE_CODES } from '#core/audit/issue-kinds.ts';
import { CHROMIUM, type ConsoleUnderTest } from '#test/web/console/console-under-test.ts';
import { shareConsole } from '#test/web/console/shared-console.ts';
import { whenPresent } from '#test/when-present.ts';

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => {
  describe('a URL of the console that names no view', () => {
    let surf: ConsoleUnderTest;
    const ids = { workflow: '', execution: '' };
    beforeAll(async () => {
      surf = await shareConsole();
      const body = { name: 'Docs', seeds: ['http://127.0.0.1:9/'] };
      const { id } = answered(await surf.client.POST('/v1/workflows', { body }));
      const params = { path: { id } };
      const started = answered(await surf.client.POST('/v1/workflows/{id}/executions', { params, body: {} }));
      Object.assign(ids, { workflow: id, execution: started.execution });
    });
    afterAll(() => surf?.close());

    it.each([
      ['nowhere', () => 'nowhere', 'Page not found'],
      ['settings/xyz', () => 'settings/xyz', 'Settings'],
      ['workflows/ID/xyz', () => `workflows/${ids.workflow}/xyz`, 'Page not found'],
      ['executions/ID/xyz', () => `executions/${ids.execution}/xyz`, 'Docs'],
    ])('says so, and its tab has the title of the page: %s', async (_, place, title) => {
      const { page, faults } = await surf.open(place());

      await page.getByText('The console has no view at this URL.').waitFor();

      expect(await page.title()).toBe(`${title} · Surf`);
      expect(await page.getByRole('link', { name: 'Back to home' }).count()).toBe(1);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it.each([
      [
        'issues?kind=xyz',
        'There is no kind “xyz”.',
        ISSUE_CODES.length,
        ['broken-internal-link', 'Correct the link on each source'],
      ],
      ['issues?severity=xyz', 'There is no severity “xyz”.', 3, ['error', 'There is no HTML page to audit.']],
      ['issues?compare=x1&state=xyz', 'There is no state “xyz”.', 4, ['new', 'There is no HTML page to audit.']],
      ['duplicates?threshold=0.5', 'There is no threshold “0.5”.', 7, ['0.8', 'No two pages have this much text']],
      ['duplicates?by=xyz', 'There is no grouping “xyz”.', 3, ['canonical', 'No page names another one']],
      ['tasks?state=xyz', 'There is no state “xyz”.', 6, ['active', 'No task matches.']],
      ['tasks?reason=xyz', 'There is no reason “xyz”.', 36, ['dns', 'No task matches.']],
    ] as const)('says so of a value, and lists those there are: %s', async (place, words, count, [known, then]) => {
      const { page, faults } = await surf.open(`executions/${ids.execution}/${place}`);

      await page.getByText(words).waitFor();
      const links = page.getByRole('list', { name: /^Every / }).getByRole('link');
      expect(await links.count()).toBe(count);
      await links.getByText(known, { exact: true }).click();
      await page.getByText(then).first().waitFor();

      expect(await page.getByText(words).count()).toBe(0);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('shows a value that turns text around, or is long, as what it is', async () => {
      const { page } = await surf.open(`executions/${ids.execution}/issues?kind=a%E2%80%AEb${'c'.repeat(200)}`);

      const title = await page.getByText('There is no kind').innerText();

      expect(title).toMatch(/^There is no kind “a␣u202ebc+…”\.$/);
      expect(title.length).toBeLessThan(90);
      await page.context().close();
    });
  });
});
