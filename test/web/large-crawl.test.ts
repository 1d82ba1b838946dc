import { CHROMIUM, startConsole } from '#test/web/console-under-test.ts';
import { largeCrawlSuite } from '#test/web/large-crawl-suite.ts';
import { whenPresent } from '#test/when-present.ts';

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => largeCrawlSuite('at surf serve', startConsole));
