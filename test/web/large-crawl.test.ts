import { CHROMIUM } from '#test/web/console/console-under-test.ts';
import { shareConsole } from '#test/web/console/shared-console.ts';
import { largeCrawlSuite } from '#test/web/suites/large-crawl-suite.ts';
import { whenPresent } from '#test/when-present.ts';

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => largeCrawlSuite('at surf serve', shareConsole));
