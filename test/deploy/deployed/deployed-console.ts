import { type DeployedApi, openDeployedApi } from '#test/deploy/deployed/deployed-api.ts';
import { ALL_CHANNELS } from '#test/deploy/deployed/deployed-channels.ts';
import { OpenIdProvider, signingKey } from '#test/identity/open-id-provider.ts';
import { type ConsoleUnderTest, openBrowser } from '#test/web/console/console-under-test.ts';

/**
 * A deployment whose people sign in at a real OpenID provider, for the suites of `test/web`: one
 * for all of them, with a browser for each.
 */
export interface DeployedConsole extends DeployedApi {
  /**
   * Who uses it signs in with the first key. Closing it ends the browser, and leaves the
   * deployment.
   */
  readonly open: () => Promise<ConsoleUnderTest>;
}

/** The provider's `anna` is an administrator. */
export async function deployConsole(): Promise<DeployedConsole> {
  const provider = await OpenIdProvider.start(await signingKey('first'));
  const { issuer } = provider;
  const identity = { issuer, clientId: 'surf', administrators: ['anna'] };
  const api = await openDeployedApi({ ...ALL_CHANNELS, config: { ...ALL_CHANNELS.config, identity } });
  const { url: address, key, client } = api;
  const allowed = [issuer, new URL(api.deployment.endpoint).origin]; // files are in the bucket
  return {
    ...api,
    open: async () => ({ address, client, key, ...(await openBrowser(address, { key, allowed })) }),
    async close() {
      await api.close();
      await provider.stop();
    },
  };
}
