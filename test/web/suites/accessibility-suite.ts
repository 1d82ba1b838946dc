import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_HOSTS, demoSite } from '#demo/demo-site.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { type ConsolePlace, consolePlaces } from '#test/web/console/console-places.ts';
import { type ConsoleUnderTest, settled } from '#test/web/console/console-under-test.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Those that look at colours: nothing else differs in the other theme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
const THEMES = [
  ['light', (axe: AxeBuilder) => axe.withTags(TAGS)],
  ['dark', (axe: AxeBuilder) => axe.withRules(OF_COLOURS)],
] as const;

/** Looks at every view with axe. @param where for the report */
export function accessibilitySuite(where: string, open: () => Promise<ConsoleUnderTest>): void {
  describe(`accessibility ${where}`, () => {
    let site: Site;
    let surf: ConsoleUnderTest;
    let places: readonly ConsolePlace[];

    beforeAll(async () => {
      site = await startSite({ hosts: DEMO_HOSTS, handler: demoSite().handler });
      surf = await open();
      places = await consolePlaces(surf.client, site.origins);
    });

    afterAll(async () => {
      await surf?.close();
      await site?.close();
    });

    it('every view is free of what axe finds, in light and in dark', async () => {
      const opened = await surf.open('', { colorScheme: 'light' });
      const { page } = opened;
      const found: string[] = [];
      for (const { name, place, prepare } of places) {
        await opened.visit(place);
        await settled(page);
        if (name !== 'execution-live') await prepare?.(opened); // which only waits
        for (const [colorScheme, withRules] of THEMES) {
          await page.emulateMedia({ colorScheme });
          await settled(page);
          // in the frame is a stranger's page, and axe would wait for ever for scripts in it
          const { violations } = await withRules(new AxeBuilder({ page }).exclude('iframe')).analyze();
          found.push(
            ...violations.map(({ id, nodes }) => `${name}, ${colorScheme}: ${id} ${nodes[0]?.target.join(' ')}`),
          );
        }
      }

      expect(places.length).toBeGreaterThan(14);
      expect(found).toEqual([]);
      await page.context().close();
    }, 400_000);
  });
}
