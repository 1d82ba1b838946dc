import type { Fetcher, FetchFailure, FetchRequest, FetchResult } from '#core/fetch/fetcher.ts';
import type { Clock } from '#core/model/clock.ts';
import { addressKeyOf } from '#core/politeness/hosts/address-key.ts';
import { originOf } from '#core/url/origin.ts';
import type { AddressGate } from '#engine/crawl-unit/hosts/address-gate.ts';

/** A name that answers another address each time is given up. */
const MOST_ADDRESSES = 4;

/**
 * Makes every request wait for its address: pages, HEADs, robots.txt and its redirects, sitemaps,
 * retries.
 */
export const politeToAddresses = (fetcher: Fetcher, gate: AddressGate, clock: Pick<Clock, 'now'>): Fetcher => ({
  fetch: (request, connections) => new AddressedRequest({ fetcher, gate, clock, request, connections }).fetch(),
  close: () => fetcher.close(),
});

interface AddressedParts {
  readonly fetcher: Fetcher;
  readonly gate: AddressGate;
  readonly clock: Pick<Clock, 'now'>;
  readonly request: FetchRequest;
  readonly connections: number;
}

class AddressedRequest {
  readonly #parts: AddressedParts;
  /** Address of the connection, if it is not the one that was waited for. */
  #other: string | null = null;

  constructor(parts: AddressedParts) {
    this.#parts = parts;
  }

  async fetch(): Promise<FetchResult> {
    const { fetcher, request, connections } = this.#parts;
    const startedAt = this.#parts.clock.now();
    const first = await fetcher.address?.(request.url);
    let address = first === undefined || first === null ? null : addressKeyOf(first);
    if (address === null) return await fetcher.fetch(request, connections); // it says itself why it cannot connect
    for (let tried = 0; tried < MOST_ADDRESSES; tried += 1) {
      const result = await this.#ask(address, startedAt);
      if (this.#other === null) return result;
      address = this.#other;
    }
    return this.#unsent('its name resolves to another address each time', startedAt);
  }

  async #ask(address: string, startedAt: number): Promise<FetchResult> {
    const { fetcher, gate, request, connections } = this.#parts;
    const host = originOf(request.url);
    this.#other = null;
    const admission = await gate.enter(address, host, request.slotWanted);
    if (!admission.admitted) {
      if (admission.reason !== 'crowded') return this.#unsent(admission.cause, startedAt);
      const crowded = this.#unsent(`too many hosts use its address ${address}`, startedAt);
      return { ...crowded, reason: 'no-room', gaveWay: true };
    }
    try {
      return await fetcher.fetch({ ...request, ...this.#checked(address), close: admission.close }, connections);
    } finally {
      gate.leave(address, admission.close ? null : host);
    }
  }

  #unsent(message: string, startedAt: number): FetchFailure {
    const endedAt = this.#parts.clock.now();
    return { ok: false, reason: 'timeout', message, startedAt, endedAt, unsent: true };
  }

  /** Lets the request start only at the address that was waited for. */
  #checked(address: string): Pick<FetchRequest, 'mayStart' | 'sent'> {
    const { gate, request } = this.#parts;
    return {
      mayStart: (peer) => {
        const key = peer === null ? address : (addressKeyOf(peer) ?? address);
        if (key !== address) {
          this.#other = key;
          return false;
        }
        return request.mayStart?.(peer) ?? true;
      },
      sent: () => {
        gate.sent(address);
        request.sent?.();
      },
    };
  }
}
