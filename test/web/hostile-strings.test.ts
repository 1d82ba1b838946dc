import { CHROMIUM } from '#test/web/console/console-under-test.ts';
import { shareConsole } from '#test/web/console/shared-console.ts';
import { hostileStringsSuite } from '#test/web/suites/hostile-strings-suite.ts';
import { whenPresent } from '#test/when-present.ts';

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => hostileStringsSuite('at surf serve', shareConsole));
