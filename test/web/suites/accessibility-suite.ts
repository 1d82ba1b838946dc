import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_HOSTS, demoSite } from '#demo/demo-site.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { type ConsolePlace, consolePlaces, PLACE_NAMES } from '#test/web/console/console-places.ts';
import { type ConsoleUnderTest, type OpenPage, settled } from '#test/web/console/console-under-test.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Those that look at colours: nothing else differs in the other theme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
const THEMES = [
  ['light', (axe: AxeBuilder) => axe.withTags(TAGS)],
  ['dark', (axe: AxeBuilder) => axe.withRules(OF_COLOURS)],
] as const;

/** Places of the console that two files look at side by side: axe takes seconds for each. */
export const HALVES = [0, 1].map((half) => PLACE_NAMES.filter((_, n) => n % 2 === half));

/**
 * Looks at views with axe.
 * @param where for the report
 * @param names of the places. @default all
 */
export function accessibilitySuite(
  where: string,
  open: () => Promise<ConsoleUnderTest>,
  names: readonly string[] = PLACE_NAMES,
): void {
  describe(`accessibility ${where}`, () => {
    let site: Site;
    let surf: ConsoleUnderTest;
    let opened: OpenPage;
    let places: ReadonlyMap<string, ConsolePlace>;

    beforeAll(async () => {
      site = await startSite({ hosts: DEMO_HOSTS, handler: demoSite().handler });
      surf = await open();
      places = new Map((await consolePlaces(surf.client, site.origins)).map((place) => [place.name, place]));
      opened = await surf.open('', { colorScheme: 'light' });
    });

    afterAll(async () => {
      await opened?.page.context().close();
      await surf?.close();
      await site?.close();
    });

    it.each(names)('%s is free of what axe finds, in light and in dark', async (name) => {
      const { place, prepare } = places.get(name) as ConsolePlace;
      await opened.visit(place);
      await settled(opened.page);
      if (name !== 'execution-live') await prepare?.(opened); // which only waits

      const found: string[] = [];
      for (const theme of THEMES) found.push(...(await foundByAxe(opened.page, theme)));

      expect(found).toEqual([]);
    });
  });
}

async function foundByAxe(page: Page, [colorScheme, withRules]: (typeof THEMES)[number]): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await settled(page);
  // In the frame is a stranger's page, and axe would wait for ever for scripts in it. With no frame
  // to look into, the legacy mode finds the same and opens no second page for each look.
  // Axe would write selectors of each element that passes, which takes it as long as its checks.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .exclude('iframe')
    .setLegacyMode(true);
  const { violations } = await withRules(axe).analyze();
  return violations.map(({ id, nodes }) => `${colorScheme}: ${id} ${nodes[0]?.target.join(' ')}`);
}
