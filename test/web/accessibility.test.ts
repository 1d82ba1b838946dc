import { describe, expect, it } from 'vitest';
import { CHROMIUM, startConsole } from '#test/web/console/console-under-test.ts';
import { SharedBrowser } from '#test/web/console/shared-browser.ts';
import { accessibilitySuite, foundIn, HALVES } from '#test/web/suites/accessibility-suite.ts';
import { whenPresent } from '#test/when-present.ts';

/** Rows of one shape. Two others differ: by a class of a part, and by text where none was. */
const ROWS = `
  <tr><td><a href="/a" title="A">First</a></td><td><span></span></td></tr>
  <tr><td><a href="/b" title="B">Second</a></td><td><span></span></td></tr>
  <tr><td><a href="/c" title="C">Third</a></td><td><span></span></td></tr>`;
const PALE_LINK = '<tr><td><a href="/d" class="pale">Fourth</a></td><td><span></span></td></tr>';
const PALE_TEXT = '<tr><td><a href="/e">Fifth</a></td><td><span>pale</span></td></tr>';

const pageOf = (rows: string): string => `<!doctype html><html lang="en"><title>Rows</title>
  <style>* { background: #fff; color: #000 } a { display: block; padding: 20px } .pale, span { color: #ddd }</style>
  <main><h1>Rows</h1><table><tr><th>Link</th><th>Text</th></tr>${rows}</table></main></html>`;

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => {
  accessibilitySuite('at surf serve', startConsole, HALVES[0]);

  describe('a look at rows', () => {
    it('finds the colours of the one row that is made in another way, in both themes', async () => {
      const browser = await SharedBrowser.open(CHROMIUM);
      const page = await (await browser.newContext({})).newPage();
      const found: string[][] = [];
      for (const rows of [ROWS, ROWS + PALE_LINK, ROWS + PALE_TEXT]) {
        await page.setContent(pageOf(rows));
        found.push([...(await foundIn(page, 'light')), ...(await foundIn(page, 'dark'))]);
      }
      const marked = await page.locator('[data-alike]').count();
      await browser.close();

      const of = (place: string): string[] => [`light: color-contrast ${place}`, `dark: color-contrast ${place}`];
      expect(found).toEqual([[], of('.pale'), of('tr:nth-child(5) > td:nth-child(2) > span')]);
      expect(marked).toBe(2);
    });
  });
});
