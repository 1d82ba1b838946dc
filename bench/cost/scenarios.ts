/**
 * A made-up web, and how it is crawled. Everything that is not said here is a workflow's default.
 */
export interface Scenario {
  readonly name: string;
  readonly title: string;
  readonly hosts: number;
  readonly pagesPerHost: number;
  /** Of each page, decoded; bodies are sent as they are. */
  readonly pageBytes: number;
  readonly delaySeconds: number;
  /** From request to the end of the answer. */
  readonly latencyMs: number;
  /** CPU of a page on a whole vCPU; a worker has its memory's share of one. */
  readonly cpuMs: number;
  readonly parallelism: number;
  /** Targets of design.md §8, where it has one. */
  readonly targetUsd?: number;
}

/** What docs/explanation/cost.md shows. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'hundred-hosts',
    title: '100 hosts, one request a second each',
    hosts: 100,
    pagesPerHost: 100,
    pageBytes: 100_000,
    delaySeconds: 1,
    latencyMs: 300,
    cpuMs: 2,
    parallelism: 8,
    targetUsd: 1.5,
  },
  {
    name: 'one-polite-site',
    title: 'One polite site, one request a second',
    hosts: 1,
    pagesPerHost: 3_000,
    pageBytes: 100_000,
    delaySeconds: 1,
    latencyMs: 300,
    cpuMs: 2,
    parallelism: 8,
  },
  {
    name: 'tiny-pages',
    title: 'Many tiny pages of hosts that need no pause',
    hosts: 20,
    pagesPerHost: 1_000,
    pageBytes: 1_000,
    delaySeconds: 0,
    latencyMs: 50,
    cpuMs: 0.5,
    parallelism: 8,
  },
];
