import type { HostLease, LeaseRefusal, RequestLease } from '#engine/crawl-unit/hosts/host-lease.ts';

/**
 * The leases of a host and of its domain as one: a request needs both. The host's keeps the
 * distance to executions that space requests by host, the domain's to those that space them by
 * domain. When one is refused, the other is returned.
 */
export class DomainLease implements RequestLease {
  readonly #domain: HostLease;
  readonly #host: HostLease;

  constructor(domain: HostLease, host: HostLease) {
    this.#domain = domain;
    this.#host = host;
  }

  covers(now: number): boolean {
    return this.#domain.covers(now) && this.#host.covers(now);
  }

  allows(now: number): boolean {
    return this.#domain.allows(now) && this.#host.allows(now);
  }

  async take(): Promise<LeaseRefusal | null> {
    const refusal = (await this.#domain.take()) ?? (await this.#host.take());
    if (refusal !== null) await this.release();
    return refusal;
  }

  async release(): Promise<void> {
    await this.#host.release();
    await this.#domain.release();
  }
}
