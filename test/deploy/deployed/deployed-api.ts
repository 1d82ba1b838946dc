import { createClient, type SurfClient } from '#api/client/client.ts';
import { EmulatedDeployment, type EmulationOptions } from '#test/deploy/deployed/emulated-deployment.ts';

/**
 * A Surf that was deployed into the emulator, for suites that do not care how: the command line,
 * the console in a browser, the fuzzer.
 *
 *     const api = await openDeployedApi();   // 20 to 60 s
 *     … surf --api ${api.url} …, SURF_API_KEY=${api.key}; the console is at api.url, too
 *     await api.close();                     // nothing is left, even after a failure
 *
 * Its workers run on this machine and may ask sites on 127.0.0.1 (`test/site`), without any setting
 * of the start. One deployment serves as many tests as like to: make it in beforeAll, and name
 * things so that they do not meet.
 */
export interface DeployedApi {
  /**
   * `http://127.0.0.1:<port>/<stage>/`, as API Gateway has it: the API is at `${url}v1/…`, the
   * console's page at `url`.
   */
  readonly url: string;
  /** The first key, for `X-Api-Key`: an administrator's. */
  readonly key: string;
  /** With the first key. */
  readonly client: SurfClient;
  /** What else a deployment can be asked and told to. */
  readonly deployment: EmulatedDeployment;
  close(): Promise<void>;
}

/** @param options a different configuration; usually none */
export async function openDeployedApi(options: EmulationOptions = {}): Promise<DeployedApi> {
  const deployment = await EmulatedDeployment.create(options);
  const { url, key } = deployment;
  return { url, key, deployment, client: createClient({ address: url, apiKey: key }), close: () => deployment.close() };
}
