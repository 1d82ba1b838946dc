import { setTimeout } from 'node:timers/promises';
import type { EmulatedDeployment } from '#test/deploy/deployed/emulated-deployment.ts';
import type { DeployedRoles, Grant } from '#test/deploy/grants/deployment-grants.ts';
import type { Check } from '#test/deploy/grants/deployment-grants-checks.ts';

/** The outcome of a grant's removal. */
export interface Finding {
  readonly grant: Grant;
  /** The check that noticed, and how; null: none did. */
  readonly noticed: { readonly check: string; readonly how: string } | null;
}

/** Checks of a function, and what is between two grants. */
export interface Campaign {
  readonly surf: EmulatedDeployment;
  readonly roles: DeployedRoles;
  readonly checks: Readonly<Record<string, readonly Check[]>>;
}

/**
 * The checks of a function hold while nothing is missing; what they need is made.
 * @throws what does not hold
 */
export async function baseline({ checks }: Campaign, name: string): Promise<void> {
  for (const check of checks[name] ?? []) await check.run().catch((error) => fail(`${name}, ${check.name}`, error));
}

/** Takes one grant away and runs the checks of its function until one fails. */
export async function findingOf({ surf, roles, checks }: Campaign, grant: Grant): Promise<Finding> {
  if (grant.function === 'api') await freshApi(surf);
  const noticed = await roles.without(grant, async () => {
    for (const check of checks[grant.function ?? ''] ?? []) {
      try {
        await check.run();
      } catch (error) {
        return { check: check.name, how: String((error as Error).message) };
      }
    }
    return null;
  });
  return { grant, noticed };
}

/** A separate process remembers keys for seconds, and would not request them. */
async function freshApi(surf: EmulatedDeployment): Promise<void> {
  surf.killApi();
  for (let look = 0; look < 100; look++) {
    if ((await surf.ask('GET', 'health', { key: null })).status === 200) return;
    await setTimeout(100);
  }
  throw new Error('the API does not come back');
}

function fail(name: string, error: unknown): never {
  throw new Error(`${name} fails with all grants: ${(error as Error).message}`, { cause: error });
}
