import { OpenIdProvider, signingKey } from '#test/identity/open-id-provider.ts';
import { CHROMIUM, startConsole } from '#test/web/console/console-under-test.ts';
import { signInSuite } from '#test/web/suites/sign-in-suite.ts';
import { whenPresent } from '#test/when-present.ts';

whenPresent({ name: 'Chromium', path: CHROMIUM }, () =>
  signInSuite('at surf serve', async () => {
    const provider = await OpenIdProvider.start(await signingKey('first'));
    const surf = await startConsole(['--issuer', provider.issuer, '--client-id', 'surf', '--administrator', 'anna']);
    return {
      ...surf,
      async close() {
        await surf.close();
        await provider.stop();
      },
    };
  }),
);
