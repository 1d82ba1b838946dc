/** What makes a made-up web unlike a tidy one; all of it is a function of the page, and repeats. */
export interface Untidiness {
  /** Exponent of Zipf's law for the pages of hosts; 0: each host has as many. */
  readonly zipf: number;
  /** Sigma of the log-normal latency, whose median is the shape's `latencyMs`; 0: always that. */
  readonly latencySigma: number;
  /** Of so many pages one has a first request that times out; 0: none. */
  readonly timeoutEvery: number;
  /** Of so many hosts one never answers: each request to it times out; 0: none. */
  readonly deadEvery: number;
}

export const TIDY: Untidiness = { zipf: 0, latencySigma: 0, timeoutEvery: 0, deadEvery: 0 };

/**
 * The web that the targets of docs/explanation/cost.md assume. With a median latency of 0.5 s the
 * mean is 0.82 s, and one answer in twelve takes longer than 2 s.
 */
export const UNTIDY: Untidiness = { zipf: 1, latencySigma: 1, timeoutEvery: 100, deadEvery: 20 };

/** After so long a request has timed out (`fetch.timeoutSeconds`). */
export const TIMEOUT_MS = 30_000;

/** One answer: how long the host takes, and whether it answers at all. */
export interface HostAnswer {
  readonly ms: number;
  readonly ok: boolean;
}

/** A number of [0, 1) that depends on the two, and on nothing else. */
export function noise(a: number, b: number): number {
  let mixed = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x165667b1, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

/** Log-normal by Box and Muller, at most the time-out. @param seeds two numbers of [0, 1) */
export function latencyOf(medianMs: number, sigma: number, seeds: readonly [number, number]): number {
  const normal = Math.sqrt(-2 * Math.log(1 - seeds[0])) * Math.cos(2 * Math.PI * seeds[1]);
  return Math.min(TIMEOUT_MS - 1, medianMs * Math.exp(sigma * normal));
}
