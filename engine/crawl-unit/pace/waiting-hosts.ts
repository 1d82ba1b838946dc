import type { UnitLive } from '#core/execution/unit-store.ts';
import type { Clock } from '#core/model/clock.ts';
import type { AddressGate } from '#engine/crawl-unit/hosts/address-gate.ts';
import type { HostFetcher } from '#engine/crawl-unit/hosts/host-fetcher.ts';

/** Most waiting hosts that a unit reports. */
const MOST_SHOWN = 20;

/** The hosts that wait now, and why: first for themselves, then for their address. */
export function waitingHosts(
  clock: Clock,
  hosts: readonly HostFetcher[],
  addresses: AddressGate | null,
): UnitLive['waiting'] {
  const epoch = clock.now() - clock.monotonic();
  const waiting: UnitLive['waiting'] = [];
  for (const { host, waiting: wait } of hosts) {
    if (wait === null) continue;
    waiting.push({ host, cause: `${wait.reason}: ${wait.cause}`.slice(0, 200), until: Math.ceil(wait.at + epoch) });
    if (waiting.length === MOST_SHOWN) break;
  }
  for (const { host, cause, until } of addresses?.waits() ?? []) {
    if (waiting.length === MOST_SHOWN || until === Number.NEGATIVE_INFINITY) break;
    const shown = { host: originHost(host), cause: `address: ${cause}`.slice(0, 200) };
    waiting.push({ ...shown, until: Math.ceil(until + epoch) });
  }
  return waiting;
}

/** Host and port of an origin, as hosts are shown. */
const originHost = (origin: string): string => origin.slice(origin.indexOf('//') + 2);
