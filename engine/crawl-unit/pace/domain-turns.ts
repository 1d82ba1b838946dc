import { RequestPace } from '#core/politeness/request-pace.ts';
import type { HostWait } from '#engine/crawl-unit/hosts/host-fetcher-parts.ts';
import { HostSlots, type SlotQueue } from '#engine/crawl-unit/hosts/host-slots.ts';

/**
 * A domain in a unit (`politeness.delayPer: domain`): its hosts have one pace, and are in flight
 * one after another. A host that pauses makes room for the next.
 */
export class DomainTurns {
  readonly pace: RequestPace;
  readonly #turn = new HostSlots(1);

  constructor(domain: string) {
    this.pace = new RequestPace(domain);
  }

  /**
   * The slots of the unit as a host of the domain takes them: first its turn, then a slot.
   * @param until when the unit starts no more requests (monotonic ms)
   */
  slots(shared: SlotQueue, until: number): SlotQueue & { readonly wait: HostWait } {
    const turn = this.#turn;
    return {
      wait: { at: until, reason: 'delay', cause: `another host of ${this.pace.domain} has its turn` },
      take: async (isLast) => {
        await turn.take(isLast);
        await shared.take(isLast);
      },
      give: () => {
        shared.give();
        turn.give();
      },
    };
  }
}
