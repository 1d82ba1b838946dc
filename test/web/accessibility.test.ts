import { accessibilitySuite } from '#test/web/accessibility-suite.ts';
import { CHROMIUM, startConsole } from '#test/web/console-under-test.ts';
import { whenPresent } from '#test/when-present.ts';

whenPresent({ name: 'Chromium', path: CHROMIUM }, () => accessibilitySuite('at surf serve', startConsole));
