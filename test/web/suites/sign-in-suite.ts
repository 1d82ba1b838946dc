import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConsoleUnderTest } from '#test/web/console/console-under-test.ts';

/**
 * The way through a real OpenID provider.
 * @param where for the report
 * @param open whose issuer knows anna as administrator
 */
export function signInSuite(where: string, open: () => Promise<ConsoleUnderTest>): void {
  describe(`sign-in ${where}`, () => {
    let surf: ConsoleUnderTest;

    beforeAll(async () => {
      surf = await open();
    });

    afterAll(async () => {
      await surf?.close();
    });

    it('signs in at the provider with PKCE, returns to the requested view, and keeps no token (S15)', async () => {
      const { page } = await surf.open('settings', { key: null });

      await signIn(page, 'anna');
      await page.getByText('anna@example.org').first().waitFor();
      const kept = await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
      );

      expect(page.url()).toBe(`${surf.address}settings`);
      expect(kept).toBe('[{},{},""]');
      await page.getByRole('link', { name: 'Users' }).click();
      await page.getByRole('table', { name: 'Users' }).getByText('anna@example.org').waitFor();
      const right = page.getByLabel('anna@example.org may crawl private networks');
      await right.click();
      await page.getByRole('row', { name: 'anna@example.org' }).getByText('by hand').waitFor();
      expect(await right.isChecked()).toBe(true);
      await page.context().close();
    });

    it('shows a standard user only what the role allows, and asks for a sign-in after a 401', async () => {
      const { page } = await surf.open('settings', { key: null });
      await signIn(page, 'bert');
      await page.getByText('bert@example.org').waitFor();
      expect(await page.getByRole('link', { name: /^(?:Users|Blocklist|Audit)$/ }).count()).toBe(0);

      const refusal = {
        status: 401,
        contentType: 'application/problem+json',
        body: '{"title":"expired","status":401}',
      };
      await page.route('**/v1/**', (route) => route.fulfill(refusal));
      await page.getByRole('link', { name: 'Workflows' }).click();

      await page.getByText('Your sign-in has expired.').waitFor();
      await page.context().close();
    });

    it('asks for a sign-in when the tokens have expired, and returns to the requested view', async () => {
      const { page } = await surf.open('settings', { key: null });
      await signIn(page, 'bert');
      await page.getByText('bert@example.org').waitFor();

      await page.clock.setFixedTime(Date.now() + 24 * 60 * 60_000);
      await page.getByRole('link', { name: 'Workflows' }).click();
      await page.getByText('Your sign-in has expired.').waitFor();
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.locator('button[type=submit]').click(); // the provider still has a session for bert, and asks for consent
      await page.getByRole('heading', { name: 'Workflows', exact: true }).waitFor();

      expect(page.url()).toBe(`${surf.address}workflows`);
      await page.context().close();
    });

    it('accepts an API key, and rejects an invalid one', async () => {
      const { page } = await surf.open('executions', { key: null });

      await page.getByLabel('API key').fill('surf_no_such_key');
      await page.getByRole('button', { name: 'Use this key' }).click();

      await page.getByText('The key was rejected').waitFor();
      await page.context().close();
    });
  });
}

/** Fills in the provider's forms for name and consent. */
async function signIn(page: Page, login: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.locator('button[type=submit]').click();
}
