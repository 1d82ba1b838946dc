import { eventualReadUnits, itemBytes, readUnits, writeUnits } from '#core/cost/dynamo-units.ts';
import type { Meter } from '#core/cost/meter.ts';
import type { HostStore } from '#core/politeness/hosts/host-store.ts';

/**
 * Counts what each call costs on DynamoDB: rows are below 1 KB, so one unit a write, but pointers
 * that have a robots.txt. A refused
 * lease is a refused condition, the mark that it leaves, and a look whether the holder is noted as
 * dead.
 */
export function meteredHostStore(store: HostStore, meter: Meter): HostStore {
  return {
    async lease(host, owner, now, delayMs) {
      const answer = await store.lease(host, owner, now, delayMs);
      meter.add(answer.granted ? { writeUnits: 1 } : { writeUnits: 2, readUnits: readUnits(0) });
      return answer;
    },
    release(host, owner, nextAllowedAt) {
      meter.add({ writeUnits: 1 });
      return store.release(host, owner, nextAllowedAt);
    },
    endLeases(owner, now) {
      meter.add({ writeUnits: 1 });
      return store.endLeases(owner, now);
    },
    async robots(origin) {
      const pointer = await store.robots(origin);
      meter.add({ readUnits: eventualReadUnits(pointer === null ? 0 : itemBytes(pointer)) });
      return pointer;
    },
    saveRobots(pointer) {
      meter.add({ writeUnits: writeUnits(itemBytes(pointer)) });
      return store.saveRobots(pointer);
    },
  };
}
