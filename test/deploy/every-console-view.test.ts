import { afterAll, beforeAll } from 'vitest';
import { type DeployedConsole, deployConsole } from '#test/deploy/deployed/deployed-console.ts';
import { CHROMIUM, type ConsoleUnderTest } from '#test/web/console/console-under-test.ts';
import { accessibilitySuite } from '#test/web/suites/accessibility-suite.ts';
import { largeCrawlSuite } from '#test/web/suites/large-crawl-suite.ts';
import { statesSuite } from '#test/web/suites/states-suite.ts';
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
