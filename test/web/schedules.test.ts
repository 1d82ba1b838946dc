import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, type ConsoleUnderTest, settled } from '#test/web/console/console-under-test.ts';
import { shareConsole } from '#test/web/console/shared-console.ts';
import { whenPresent } from '#test/when-present.ts';

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => {
  describe('schedules in the console (S23)', () => {
    let surf: ConsoleUnderTest;
    beforeAll(async () => {
      surf = await shareConsole();
    });
    afterAll(() => surf?.close());

    it('show their next times before they are saved, then their outcomes, and can be removed', async () => {
      const body = { name: 'Docs', seeds: ['http://127.0.0.1:9/'] };
      const { data } = await surf.client.POST('/v1/workflows', { body });
      const { page, faults } = await surf.open(`workflows/${data?.id}`);
      const panel = page.locator('section', { hasText: 'Save schedule' }).last();
      await page.getByText('It runs only when you start it.').waitFor();
      await page.getByText(/^Next, in your time zone: .* 08:00:00/).waitFor();

      await page.getByLabel('Expression').fill('every day');
      await page.getByText(/when is "every day".*rate\(6 hours\)/).waitFor();
      await page.getByLabel('Starts').selectOption('cron(0 8 ? * MON-FRI *)');
      await page.getByText(/^Next, in your time zone/).waitFor();
      await page.getByLabel('Name', { exact: true }).last().fill('weekdays');
      await page.getByRole('button', { name: 'Save schedule' }).click();
      const table = page.getByRole('table', { name: 'Schedules' });
      await table.waitFor();
      await settled(page);
      const row = await table.getByRole('row').nth(1).innerText();
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
      await page.getByRole('button', { name: 'Remove weekdays' }).click();
      await page.getByText('It runs only when you start it.').waitFor();

      expect(row.replace(/\s+/g, ' ')).toMatch(
        /^weekdays cron\(0 8 \? \* MON-FRI \*\), \S+ \d+ \w+ \d{4}, 08:00:00 Not yet Edit ?Remove$/,
      );
      expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
      await page.context().close();
    });

    it('keep all that they have when one of their fields is edited, and warn before one replaces another', async () => {
      const { data } = await surf.client.POST('/v1/workflows', {
        body: { name: 'Rare', seeds: ['http://127.0.0.1:9/'] },
      });
      const params = { path: { id: data?.id ?? '', name: 'daily' } };
      const kept = {
        zone: 'UTC',
        from: '2030-01-05T00:00:00.000Z',
        until: '2030-01-08T00:00:00.000Z',
        jitterSeconds: 90,
        catchUp: 'one',
        enabled: false,
      } as const;
      const body = { ...kept, when: 'cron(0 8 * * ? *)' };
      await surf.client.PUT('/v1/workflows/{id}/schedules/{name}', { params, body });
      const { page, faults } = await surf.open(`workflows/${data?.id}`, { timezoneId: 'Europe/Berlin' });
      const name = page.getByLabel('Name', { exact: true }).last();
      await page.getByRole('table', { name: 'Schedules' }).waitFor();

      const proposed = await name.inputValue();
      await name.fill('daily');
      await page.getByText('There is a schedule daily: saving replaces all of it.').waitFor();
      await page.getByRole('button', { name: 'Edit daily' }).click();
      const first = await page.getByLabel('Not before').inputValue();
      await page.getByLabel('Not after').fill('2030-01-08T12:30');
      await page.getByText(/^Next, in your time zone: .* Jan 2030.* Jan 2030.* Jan 2030[^·]*$/).waitFor();
      await page.getByLabel('Expression').fill('cron(30 9 * * ? *)');
      await page.getByRole('button', { name: 'Save schedule' }).click();
      await page.getByText('cron(30 9 * * ? *), UTC').waitFor();
      const row = await page.getByRole('table', { name: 'Schedules' }).getByRole('row').nth(1).innerText();

      const after = await surf.client.GET('/v1/workflows/{id}/schedules', { params: { path: { id: data?.id ?? '' } } });
      expect([proposed, first]).toEqual(['daily-2', '2030-01-05T01:00']); // an hour later than UTC in Berlin
      expect(after.data?.items).toMatchObject([
        { ...kept, name: 'daily', when: 'cron(30 9 * * ? *)', until: '2030-01-08T11:30:00.000Z', overlap: 'skip' },
      ]);
      expect(row).toContain('up to 90 seconds later');
      expect(row).toContain('one execution for all missed times');
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('tell the time that waits and those that were missed beside the last outcome', async () => {
      const { data } = await surf.client.POST('/v1/workflows', {
        body: { name: 'Late', seeds: ['http://127.0.0.1:9/'] },
      });
      const params = { path: { id: data?.id ?? '', name: 'daily' } };
      await surf.client.PUT('/v1/workflows/{id}/schedules/{name}', { params, body: { when: 'rate(1 day)' } });
      const { page, faults } = await surf.open('', { timezoneId: 'UTC' });
      const told = {
        queued: '2030-01-05T08:00:00.000Z',
        last: { scheduledAt: '2030-01-05T07:00:00.000Z', outcome: 'started', execution: 'x00000000000000', why: null },
        missed: { from: '2030-01-04T01:00:00.000Z', until: '2030-01-04T09:00:00.000Z', times: 9, execution: null },
      };
      await page.route('**/v1/workflows/*/schedules', async (route) => {
        const answer = await route.fetch(); // an outage would take eleven minutes
        const { items } = (await answer.json()) as { items: object[] };
        await route.fulfill({ json: { items: items.map((item) => ({ ...item, ...told })) } });
      });
      await page.goto(`${surf.address}workflows/${data?.id}`);
      const table = page.getByRole('table', { name: 'Schedules' });
      await table.waitFor();
      const row = await table.getByRole('row').nth(1).innerText();

      expect(row.replace(/\s+/g, ' ')).toContain(
        'started 5 Jan 2030, 07:00:00 5 Jan 2030, 08:00:00 waits for the previous one missed: 9 times, 4 Jan 2030, 01:00:00 to 4 Jan 2030, 09:00:00; none started',
      );
      expect(faults).toEqual([]);
      await page.context().close();
    });
  });
});
