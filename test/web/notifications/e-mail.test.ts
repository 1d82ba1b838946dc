import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answered } from '#api/client/client.ts';
import { type SmtpTestServer, startSmtpServer } from '#test/smtp/smtp-server.ts';
import { CHROMIUM, type ConsoleUnderTest, settled, startConsole } from '#test/web/console/console-under-test.ts';
import { whenPresent } from '#test/when-present.ts';

const REFUSED = 'gone@example.org';

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => {
  describe('e-mail in the console, where the data folder has mail.json (S24)', () => {
    let smtp: SmtpTestServer;
    let surf: ConsoleUnderTest;
    beforeAll(async () => {
      smtp = await startSmtpServer({
        recipientReply: (address) => (address === REFUSED ? '550 no such mailbox' : '250 ok'),
      });
      const settings = { host: '127.0.0.1', port: smtp.port, tls: 'none', from: 'surf@example.org' };
      surf = await startConsole([], { 'mail.json': JSON.stringify(settings) });
    });
    afterAll(async () => {
      await surf?.close();
      await smtp?.close();
    });

    it('is offered; a stranger is refused, a test arrives, and the log shows what the server replied', async () => {
      const body = { name: 'Docs', seeds: ['http://127.0.0.1:9/'] };
      const { id } = answered(await surf.client.POST('/v1/workflows', { body }));
      const { page, faults } = await surf.open(`workflows/${id}`);
      const panel = page.locator('section', { hasText: 'Save subscription' }).last();
      const save = page.getByRole('button', { name: 'Save subscription' });

      await page.getByLabel('Or e-mail to').fill('eve@example.com');
      await save.click();
      await page.getByText(/eve@example\.com/).waitFor();
      const params = { path: { id } };
      const { items: strangers } = answered(await surf.client.GET('/v1/workflows/{id}/subscriptions', { params }));
      await page.getByLabel('Or e-mail to').fill(`anna@example.org, ${REFUSED}`);
      await save.click();
      await page.getByRole('button', { name: 'Send a test to ops' }).click();
      const log = page.getByRole('table', { name: 'Messages of ops' });
      await log.getByText('delivered').waitFor({ timeout: 300_000 });
      await settled(page);
      const row = await page.getByRole('table', { name: 'Subscriptions' }).getByRole('row').nth(1).innerText();
      const message = (await log.getByRole('row').nth(1).innerText()).replace(/\s+/g, ' ');
      const beyond: number[] = [];
      const remove = page.getByRole('button', { name: 'Remove ops' });
      for (const [scheme, width] of [
        ['light', 1280],
        ['dark', 1280],
        ['light', 400],
        ['dark', 400],
      ] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: 900 });
        for (const shown of [remove, log.getByText('delivered')]) {
          const box = await shown.boundingBox();
          beyond.push(Math.max(0, (box?.x ?? width) + (box?.width ?? width) - width));
        }
        if (process.env.SCREENSHOT === undefined) continue;
        await panel.screenshot({ path: `${process.env.SCREENSHOT}-${scheme}-${width}.png` });
      }
      const missing = await page.getByText('This server sends no e-mail').count();
      const secrets = await page.getByText('whsec_').count();

      const [, sent = ''] = /test (msg_\w+) delivered 1 try/.exec(message) ?? [];
      expect(strangers).toEqual([]);
      expect(row.replace(/\s+/g, ' ')).toContain(`ops anna@example.org, ${REFUSED} ended`);
      expect(smtp.received.map(({ from, to }) => ({ from, to }))).toEqual([
        { from: 'surf@example.org', to: ['anna@example.org'] },
      ]);
      expect(smtp.received[0]?.raw).toContain(`Message-ID: <${sent}@`);
      expect(message).toContain('answered 250');
      expect(message).toContain(`refused ${REFUSED}`);
      expect(beyond).toEqual(Array(8).fill(0)); // in sight without scrolling
      expect([missing, secrets]).toEqual([0, 0]);
      expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
      await page.context().close();
    });
  });
});
