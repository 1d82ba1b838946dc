import { CHROMIUM, startConsole } from '#test/web/console/console-under-test.ts';
import { statesSuite } from '#test/web/suites/states-suite.ts';
import { whenPresent } from '#test/when-present.ts';

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => statesSuite('at surf serve', startConsole));
