import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answered } from '#api/client/client.ts';
import { CHROMIUM, type ConsoleUnderTest, startConsole } from '#test/web/console/console-under-test.ts';
import { whenPresent } from '#test/when-present.ts';

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => {
  describe('a URL of the console that names no view', () => {
    let surf: ConsoleUnderTest;
    const ids = { workflow: '', execution: '' };
    beforeAll(async () => {
      surf = await startConsole();
      const body = { name: 'Docs', seeds: ['http://127.0.0.1:9/'] };
      const { id } = answered(await surf.client.POST('/v1/workflows', { body }));
      const params = { path: { id } };
      const started = answered(await surf.client.POST('/v1/workflows/{id}/executions', { params, body: {} }));
      Object.assign(ids, { workflow: id, execution: started.execution });
    });
    afterAll(() => surf?.close());

    it.each([
      ['nowhere', () => 'nowhere'],
      ['settings/xyz', () => 'settings/xyz'],
      ['workflows/ID/xyz', () => `workflows/${ids.workflow}/xyz`],
      ['executions/ID/xyz', () => `executions/${ids.execution}/xyz`],
    ])('says so: %s', async (_, place) => {
      const { page, faults } = await surf.open(place());

      await page.getByText('The console has no view at this URL.').waitFor();

      expect(await page.getByRole('link', { name: 'Back to home' }).count()).toBe(1);
      expect(faults).toEqual([]);
      await page.context().close();
    });
  });
});
