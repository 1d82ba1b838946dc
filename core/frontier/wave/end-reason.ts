import type { Exemption } from '#core/execution/execution.ts';
import type { WayOut } from '#core/frontier/waits/way-fault.ts';
import type { SecretRefusal } from '#core/secrets/secrets.ts';

/** Reason of a crawl that failed without a page: every seed failed or was refused. */
export const NO_SEED = 'no-seed';

/** Reason of a pause: no worker began any unit. */
export const NO_WORKER = 'workers-not-started';

/**
 * Reasons of a pause: nothing comes through the proxy, or there is no network. Without a page the
 * first is that of a failure.
 */
export const NO_WAY: Readonly<Record<WayOut, string>> = {
  proxy: 'proxy-unreachable',
  network: 'network-unreachable',
};

/** Reason of a failure: no call of `advance` could close the wave. The frontier is kept. */
export const GIVEN_UP = 'advance';

/** Reasons of a pause: the owner lost a right that the crawl uses. */
export const WITHDRAWN: Readonly<Record<Exemption, string>> = {
  ignoreRobots: 'ignoreRobots-withdrawn',
  allowPrivateNetwork: 'allowPrivateNetwork-withdrawn',
};

/** Reasons of a pause: the crawl cannot use a secret of one of its headers. */
export const SECRET_PAUSE: Readonly<Record<SecretRefusal, string>> = {
  missing: 'secret-missing',
  exposed: 'secret-exposed',
  invalid: 'secret-invalid',
  bound: 'secret-bound',
  literal: 'secret-literal',
};
