import type { WebShape } from '#bench/experiments/web.ts';

/** A crawl whose time is measured against its parallelism. */
export interface Experiment {
  /** Name of its picture. */
  readonly name: string;
  readonly title: string;
  readonly subtitle: string;
  readonly web: WebShape;
  /** Pages that its limits leave. */
  readonly pages: number;
  workflow(seeds: readonly string[], parallelism: number): object;
}

const LATENCY_MS = 200;
const HOSTS = 32;

/**
 * What all have in common: no spacing, so that the workers alone bound the speed, and one host at a
 * time in each.
 */
const common = (seeds: readonly string[], parallelism: number) => ({
  name: 'experiment',
  seeds,
  scope: { mode: 'any' },
  parallelism,
  hostsPerWorker: 1,
  politeness: { delaySeconds: 0 },
});

const web = (levels: number, pagesPerHost: number): WebShape => ({
  hosts: HOSTS,
  pagesPerHost,
  levels,
  latencyMs: LATENCY_MS,
});

/** The two of S25, and one with as many pages a level as hosts have work for. */
export const EXPERIMENTS: readonly Experiment[] = [
  {
    name: 'depth-5-pages-30',
    title: 'Depth 5, 30 pages per level, 40 s a unit',
    subtitle: `${HOSTS} hosts, ${LATENCY_MS} ms latency, no delay, one host at a time in a worker`,
    web: web(5, 3),
    pages: 6 * 30,
    workflow: (seeds, parallelism) => ({
      ...common(seeds, parallelism),
      unitSeconds: 40,
      limits: { depth: 5, pagesPerLevel: 30 },
    }),
  },
  {
    name: 'depth-3-pages-100',
    title: 'Depth 3, 100 pages per level',
    subtitle: `${HOSTS} hosts, ${LATENCY_MS} ms latency, no delay, one host at a time in a worker`,
    web: web(3, 5),
    pages: HOSTS + 3 * 100,
    workflow: (seeds, parallelism) => ({ ...common(seeds, parallelism), limits: { depth: 3, pagesPerLevel: 100 } }),
  },
  {
    name: 'depth-3-hosts-32',
    title: 'Depth 3, 64 pages per level on 32 hosts, unlimited',
    subtitle: `two pages of each of ${HOSTS} hosts on every level, ${LATENCY_MS} ms latency, no delay`,
    web: web(3, 2),
    pages: HOSTS + 3 * 2 * HOSTS,
    workflow: (seeds, parallelism) => ({ ...common(seeds, parallelism), limits: { depth: 3 } }),
  },
];
