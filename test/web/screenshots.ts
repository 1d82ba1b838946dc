import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions } from 'playwright-core';
import { DEMO_HOSTS, demoSite } from '#demo/demo-site.ts';
import { startSite } from '#test/site/site.ts';
import { type ConsolePlace, consolePlaces } from '#test/web/console/console-places.ts';
import {
  buildConsole,
  type ConsoleUnderTest,
  isFenceOfFrame,
  settled,
  startConsole,
} from '#test/web/console/console-under-test.ts';

/**
 * `npm run screenshots`: every view in light, dark and a narrow window, as files under
 * .screenshots, which Git ignores. Those that the docs show are copied to docs/screenshots.
 */
const FOLDER = fileURLToPath(new URL('../../.screenshots/', import.meta.url));
const SHOWN_FOLDER = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url));
const SHOWN = [
  ...['execution-light', 'execution-narrow', 'explain-dark', 'first-crawl-light'],
  ...['picture-dark', 'records-light', 'tasks-narrow', 'workflow-tried-light'],
];

const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  narrow: { colorScheme: 'light', viewport: { width: 360, height: 740 } },
};

/** A quarter of a PNG; Playwright has no word for it. */
const SMALL = { format: 'webp', quality: 90, captureBeyondViewport: true } as const;

/** Of a page that is longer: what one sees after two turns of the wheel. */
const MOST_HEIGHT = 1_200;

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
buildConsole();
const site = await startSite({ hosts: DEMO_HOSTS, handler: demoSite().handler });
const surf = await startConsole(['--demo', 'http://127.0.0.2:8200/']);
try {
  await shoot(surf, [{ name: 'first-crawl', place: '' }]);
  await shoot(surf, await consolePlaces(surf.client, site.origins));
  for (const name of SHOWN) await copyFile(join(FOLDER, `${name}.webp`), join(SHOWN_FOLDER, `${name}.webp`));
} finally {
  await surf.close();
  await site.close();
}

async function shoot({ open }: ConsoleUnderTest, places: readonly ConsolePlace[]): Promise<void> {
  for (const [look, options] of Object.entries(LOOKS)) {
    const opened = await open('', options);
    const { page, faults } = opened;
    const chromium = await page.context().newCDPSession(page);
    const width = options.viewport?.width ?? 0;
    for (const { name, place, prepare } of places) {
      await opened.visit(place);
      await settled(page);
      await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined); // a live view never rests
      await prepare?.(opened);
      const height = Math.min(MOST_HEIGHT, await page.evaluate(() => document.documentElement.scrollHeight));
      const clip = { x: 0, y: 0, width, height, scale: 1 };
      const { data } = await chromium.send('Page.captureScreenshot', { ...SMALL, clip });
      await writeFile(join(FOLDER, `${name}-${look}.webp`), data, 'base64');
    }
    const odd = new Set(faults.filter((fault) => !isFenceOfFrame(fault) && !/status of 40[14]/.test(fault))); // one view is of nothing, one of nobody
    if (odd.size > 0) process.stderr.write(`${look}: ${[...odd].join('; ')}\n`);
    await page.context().close();
  }
}
