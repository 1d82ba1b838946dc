import { CHROMIUM, startConsole } from '#test/web/console/console-under-test.ts';
import { accessibilitySuite, HALVES } from '#test/web/suites/accessibility-suite.ts';
import { whenPresent } from '#test/when-present.ts';

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => accessibilitySuite('at surf serve', startConsole, HALVES[0]));
