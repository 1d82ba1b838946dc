import { describe, expect, it } from 'vitest';
import { startSite } from '#test/site/site.ts';
import { CHROMIUM, openBrowser } from '#test/web/console/console-under-test.ts';
import { whenPresent } from '#test/when-present.ts';

const ASKS = `<!doctype html><link rel="icon" href="data:,"><h1>asking</h1><script>
Promise.all(['made', 'refused'].map((path) => fetch(path))).then(() => (document.querySelector('h1').innerText = 'asked'));
</script>`;

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => {
  describe('faults of a page of the console', () => {
    it('are each 409 but those of what a deployment makes meanwhile', async () => {
      const site = await startSite({
        handler: ({ path, response }) => {
          if (path === '/') response.writeHead(200, { 'Content-Type': 'text/html' }).end(ASKS);
          else response.writeHead(409, path === '/made' ? { 'Retry-After': '2' } : {}).end();
        },
      });
      const browser = await openBrowser(`${site.origin(0)}/`);

      const { page, faults } = await browser.open();
      await page.getByRole('heading', { name: 'asked' }).waitFor();

      expect(faults).toEqual([`409 of ${site.origin(0)}/refused`]);
      await browser.close();
      await site.close();
    });
  });
});
