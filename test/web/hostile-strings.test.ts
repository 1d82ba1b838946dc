import { CHROMIUM, startConsole } from '#test/web/console/console-under-test.ts';
import { hostileStringsSuite } from '#test/web/suites/hostile-strings-suite.ts';
import { whenPresent } from '#test/when-present.ts';

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => hostileStringsSuite('at surf serve', startConsole));
