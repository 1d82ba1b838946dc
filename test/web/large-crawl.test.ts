import { CHROMIUM, startConsole } from '#test/web/console/console-under-test.ts';
import { largeCrawlSuite } from '#test/web/suites/large-crawl-suite.ts';
import { whenPresent } from '#test/when-present.ts';

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => largeCrawlSuite('at surf serve', startConsole));
