import type { Politeness } from '#core/politeness/politeness.ts';

/** The load that one address bears under all of its names. */
export interface AddressBound {
  /** Milliseconds between two requests. */
  readonly spacingMs: number;
  readonly connections: number;
}

/**
 * The bound of a workflow; null: none. It never makes a single host slower than the host's own
 * rules: the requests a second are at least what `delaySeconds` allows one host, without a bound
 * where that is 0, and the connections at least `connectionsPerHost`.
 */
export function addressBoundOf({
  perAddress,
  delaySeconds,
  connectionsPerHost,
}: Pick<Politeness, 'perAddress' | 'delaySeconds' | 'connectionsPerHost'>): AddressBound | null {
  const { requestsPerSecond, connections } = perAddress;
  if (requestsPerSecond === null || delaySeconds === 0) return null;
  return {
    spacingMs: Math.min(1_000 / requestsPerSecond, delaySeconds * 1_000),
    connections: Math.max(connections, connectionsPerHost),
  };
}
