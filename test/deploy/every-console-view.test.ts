import { afterAll, beforeAll } from 'vitest';
import { type DeployedConsole, deployConsole } from '#test/deploy/deployed-console.ts';
import { accessibilitySuite } from '#test/web/accessibility-suite.ts';
import { CHROMIUM, type ConsoleUnderTest } from '#test/web/console-under-test.ts';
import { largeCrawlSuite } from '#test/web/large-crawl-suite.ts';
import { statesSuite } from '#test/web/states-suite.ts';
import { whenPresent } from '#test/when-present.ts';

const MINUTES = 60_000;

/**
 * `npm run test:web:deployed`, with deployment-console.test.ts; not in CI, where surf serve shows
 * the same views.
 */
whenPresent({ name: 'Chromium', path: CHROMIUM }, () => {
  let deployed: DeployedConsole;
  const open = (): Promise<ConsoleUnderTest> => deployed.open();

  beforeAll(async () => {
    deployed = await deployConsole();
  }, 5 * MINUTES);
  afterAll(() => deployed?.close(), MINUTES);

  accessibilitySuite('deployed', open);
  largeCrawlSuite('deployed', open);
  statesSuite('deployed', open);
});
