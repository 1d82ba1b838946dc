import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Handler } from '#test/site/exchange.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { type ConsoleUnderTest, isFenceOfFrame, settled } from '#test/web/console/console-under-test.ts';
import { finishedCrawl, firstKey } from '#test/web/console/finished-crawl.ts';

const SCRIPT = '<img src=x onerror=alert(1)><script>alert(2)</script>';
const TURNED = '\u202Egnp.exe\u200B';
const LONG = 'w'.repeat(3_000);
const TITLE = `${SCRIPT} ${TURNED} ${LONG}`;
const NAME = `"><svg onload=alert(3)> ${'m'.repeat(150)}`;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const page = `<!doctype html><title>${escaped(TITLE)}</title><meta http-equiv="refresh" content="1;url=http://evil.example/">
<h1>${escaped(SCRIPT)}</h1>${SCRIPT}<a href="/${'d'.repeat(1_500)}">long</a><a href="/%22%3E%3Cscript%3Ealert(4)%3C/script%3E">x</a><a href="http://evil.example/'%3E<script>alert(5)</script>">y</a>`;

const hostile: Handler = ({ response }) => {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'X-Odd': SCRIPT });
  response.end(page);
};

/** A site whose every word is an attack. @param where for the report */
export function hostileStringsSuite(where: string, open: () => Promise<ConsoleUnderTest>): void {
  describe(`strings of strangers ${where}`, () => {
    let site: Site;
    let surf: ConsoleUnderTest;
    let places: readonly string[];

    beforeAll(async () => {
      site = await startSite({ handler: hostile });
      surf = await open();
      const selection = { fields: { [SCRIPT]: { selector: 'h1' } } };
      const { execution: id } = await finishedCrawl(surf.client, {
        name: NAME,
        seeds: [`${site.origin(0)}/`],
        limits: { pages: 5 },
        selection,
        external: { keep: true },
      });
      const at = `executions/${id}`;
      const key = await firstKey(surf.client, id);
      const parts = ['text', 'markdown', 'facts', 'source', 'rendered', 'headers'].map(
        (part) => `${at}/pages/${key}?part=${part}`,
      );
      const url = encodeURIComponent(`${site.origin(0)}/`);
      places = [
        '',
        'workflows',
        'executions',
        at,
        `${at}/tasks`,
        `${at}/records`,
        `${at}/picture`,
        `${at}/explain?url=${url}`,
        `${at}/issues`,
        `${at}/external`,
        `${at}/pages?url=${encodeURIComponent('javascript:alert(6)')}`,
        ...parts,
      ];
    });

    afterAll(async () => {
      await surf?.close();
      await site?.close();
    });

    it.each([1280, 360])(
      'strings of strangers are text in a window of %d pixels: nothing runs, nothing breaks out',
      async (width) => {
        const { page: view, faults, visit } = await surf.open('', { viewport: { width, height: 800 } });
        const wide: string[] = [];
        for (const place of places) {
          await visit(place);
          await settled(view);
          if (await view.evaluate(() => document.documentElement.scrollWidth > globalThis.innerWidth)) wide.push(place);
        }

        expect(places).toHaveLength(17);
        expect(wide).toEqual([]);
        expect(
          await view.evaluate(() => document.querySelectorAll('main script, main img, main [onerror]').length),
        ).toBe(0);
        expect(faults.filter((fault) => !isFenceOfFrame(fault))).toEqual([]);
        await view.context().close();
      },
    );

    it('shows characters that turn text around as what they are', async () => {
      const { page: view } = await surf.open(places[5]);

      await view.getByRole('table', { name: 'Records' }).waitFor();
      const text = await view.locator('main').innerText();

      expect(text).toContain('<script>alert(2)</script>');
      expect(text).not.toContain('\u202E');
      await view.context().close();
    });
  });
}
