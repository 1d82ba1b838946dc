import { sha256Hex } from '#core/bytes/digest.ts';
import type { HostStore } from '#core/politeness/hosts/host-store.ts';
import type { ProxyValue } from '#core/secrets/proxy-value.ts';

/**
 * Knowledge of robots.txt that only crawls of one owner through one proxy share: a proxy can change
 * the answers of a host over http, and a host can give a proxy other answers. All crawls still
 * share their leases (ADR 105).
 */
export function robotsThroughProxy(
  hosts: HostStore,
  { owner, proxy }: { readonly owner: string; readonly proxy: ProxyValue | null },
): Pick<HostStore, 'robots' | 'saveRobots'> {
  if (proxy === null) return hosts;
  const name = sha256Hex(JSON.stringify([owner, proxy])).slice(0, 32);
  const own = (origin: string): string => `proxy-${name} ${origin}`;
  return {
    robots: async (origin) => {
      const pointer = await hosts.robots(own(origin));
      return pointer === null ? null : { ...pointer, origin };
    },
    saveRobots: (pointer) => hosts.saveRobots({ ...pointer, origin: own(pointer.origin) }),
  };
}
