import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_HOSTS, demoSite } from '#demo/demo-site.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { ALIKE, markAlikeRows } from '#test/web/console/alike-rows.ts';
import { type ConsolePlace, consolePlaces, PLACE_NAMES } from '#test/web/console/console-places.ts';
import { type ConsoleUnderTest, type OpenPage, settled } from '#test/web/console/console-under-test.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Those that look at colours: nothing else differs in the other theme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Axe itself, as the builder would inject it: twice for each look, half a megabyte each time. */
const BUILDER = fileURLToPath(import.meta.resolve('@axe-core/playwright'));
const AXE = readFileSync(createRequire(BUILDER).resolve('axe-core/axe.min.js'), 'utf8');
const IS_THERE = '"axe" in window';
const NOTHING = 'void 0';

type Rules = (axe: AxeBuilder) => AxeBuilder;
const ALL: Rules = (axe) => axe.withTags(TAGS);
const WITHOUT_COLOURS: Rules = (axe) => axe.withTags(TAGS).disableRules(OF_COLOURS);
const COLOURS: Rules = (axe) => axe.withRules(OF_COLOURS).exclude(`[${ALIKE}]`);

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

      const found = [...(await foundIn(opened.page, 'light')), ...(await foundIn(opened.page, 'dark'))];

      expect(found).toEqual([]);
    });
  });
}

/**
 * All that axe finds in the light theme, its colours in the dark one. Axe takes 6 ms for the
 * colours of each text, a minute for the lists of issues: it sees one row of each shape.
 * @returns theme, rule and first element of each finding
 */
export async function foundIn(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await settled(page);
  const hasAlike = (await markAlikeRows(page)) > 0;
  const ofLight = hasAlike ? [WITHOUT_COLOURS, COLOURS] : [ALL];
  const found: string[] = [];
  for (const rules of colorScheme === 'light' ? ofLight : [COLOURS]) found.push(...(await foundByAxe(page, rules)));
  return found.map((fault) => `${colorScheme}: ${fault}`);
}

async function foundByAxe(page: Page, withRules: Rules): Promise<string[]> {
  // In the frame is a stranger's page, and axe would wait for ever for scripts in it. With no frame
  // to look into, the legacy mode finds the same and opens no second page for each look.
  // Axe would write selectors of each element that passes, which takes it as long as its checks.
  if (!(await page.evaluate(IS_THERE))) await page.evaluate(AXE);
  const axe = new AxeBuilder({ page, axeSource: NOTHING })
    .options({ resultTypes: ['violations'] })
    .exclude('iframe')
    .setLegacyMode(true);
  const { violations } = await withRules(axe).analyze();
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target.join(' ')}`);
}
