import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, type ConsoleUnderTest, settled, startConsole } from '#test/web/console/console-under-test.ts';
import { whenPresent } from '#test/when-present.ts';

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => {
  describe('notifications in the console (S24)', () => {
    const received: string[] = [];
    const receiver = createServer((request, response) => {
      received.push(String(request.headers['webhook-id']));
      request.resume().on('end', () => response.writeHead(204).end());
    });
    let surf: ConsoleUnderTest;
    beforeAll(async () => {
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
      surf = await startConsole(['--allow-private-network']);
    });
    afterAll(async () => {
      await surf?.close();
      receiver.close();
    });

    it('show a secret once, send a test, and list messages with their outcome', async () => {
      const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
      const body = { name: 'Docs', seeds: ['http://127.0.0.1:9/'] };
      const { data } = await surf.client.POST('/v1/workflows', { body });
      const { page, faults } = await surf.open(`workflows/${data?.id}`);
      const panel = page.locator('section', { hasText: 'Save subscription' }).last();
      await page.getByText('Nobody gets notifications of its executions.').waitFor();

      await page.getByText('This server sends no e-mail: mail.json in its data folder enables it').waitFor();
      const others = await page.getByLabel(/Or (?:e-mail to|SNS topic)/).count();
      await page.getByLabel('Webhook').fill('http://169.254.169.254/');
      await page.getByRole('button', { name: 'Save subscription' }).click();
      await page.getByText(/169\.254\.169\.254 is metadata/).waitFor();
      await page.getByLabel('Webhook').fill(hook);
      await page.getByLabel('A page changed').check();
      await page.getByLabel('Appears or vanishes').fill('sold out');
      await page.getByRole('button', { name: 'Save subscription' }).click();
      await page.getByText('Copy the secret of ops now: it is shown once.').waitFor();
      const secret = await panel.locator('code').filter({ hasText: 'whsec_' }).innerText();
      await page.getByRole('button', { name: 'Send a test to ops' }).click();
      const log = page.getByRole('table', { name: 'Messages of ops' });
      await log.getByText('delivered').waitFor({ timeout: 300_000 });
      await settled(page);
      const row = await page.getByRole('table', { name: 'Subscriptions' }).getByRole('row').nth(1).innerText();
      for (const [scheme, width] of [
        ['light', 1280],
        ['dark', 1280],
        ['light', 400],
      ] as const) {
        if (process.env.SCREENSHOT === undefined) break;
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: 900 });
        await panel.screenshot({ path: `${process.env.SCREENSHOT}-${scheme}-${width}.png` });
      }
      const message = await log.getByRole('row').nth(1).innerText();
      await page.getByRole('button', { name: /^Send msg_\w+ again$/ }).click();
      await expect.poll(() => received.length, { timeout: 300_000 }).toBe(2);
      await log.getByText('delivered').waitFor({ timeout: 300_000 });
      // The log is hidden before the answer: a poll of it in between would be a 404.
      await page.route('**/subscriptions/ops', async (route) => {
        const response = await route.fetch();
        await log.waitFor({ state: 'detached' });
        await route.fulfill({ response });
      });
      await page.getByRole('button', { name: 'Remove ops' }).click();
      await page.getByText('Nobody gets notifications of its executions.').waitFor();
      await surf.client.PUT('/v1/me/subscriptions/{name}', {
        params: { path: { name: 'mine' } },
        body: { url: hook, events: ['failed'], allowPrivateNetwork: true },
      });
      const own = await surf.open('settings/notifications');
      await own.page.getByRole('button', { name: 'Send a test to mine' }).click();
      await own.page
        .getByRole('table', { name: 'Messages of mine' })
        .getByText('delivered')
        .waitFor({ timeout: 300_000 });
      if (process.env.SCREENSHOT !== undefined)
        await own.page.screenshot({ path: `${process.env.SCREENSHOT}-mine.png`, fullPage: true });
      await own.page.context().close();

      expect(others).toBe(0);
      expect(secret).toMatch(/^whsec_.{44}$/);
      expect(row.replace(/\s+/g, ' ')).toContain('ended, page-changed word: sold out');
      expect(message.replace(/\s+/g, ' ')).toMatch(/test msg_\w+ delivered 1 try answered 204/);
      expect(new Set(received).size).toBe(2);
      expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
      await page.context().close();
    });
  });
});
