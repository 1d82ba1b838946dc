import type { Untidiness } from '#bench/simulate/untidy/untidiness.ts';

/**
 * A made-up web that is only generated, never served: how many pages, where they lie, what they are
 * like.
 */
export interface WebShape {
  readonly name: string;
  readonly hosts: number;
  /** Pages of each level; level 0 has one a host. */
  readonly levels: readonly number[];
  /** Decoded bytes of a page, and bytes of its WARC records. */
  readonly pageBytes: number;
  readonly warcBytes: number;
  /** Candidates of a page beside those that it finds first. */
  readonly repeats: number;
  /** Has each host a robots.txt? Without one it answers 404. */
  readonly robots: boolean;
  /** Of so many pages one answers 404; 0: none. */
  readonly errorsEvery: number;
  readonly delaySeconds: number;
  /** From request to the end of the answer; CPU of a page on a whole vCPU. */
  readonly latencyMs: number;
  readonly cpuMs: number;
  readonly parallelism: number;
  /** @default TIDY */
  readonly untidy?: Untidiness;
}

/** Pages that a page finds. */
const FAN_OUT = 10;
const PAGES_PER_HOST = 1_000;
const LEAST_HOSTS = 100;
/** A workflow has no more. */
const MOST_SEEDS = 10_000;

/**
 * 100-KB pages of at least a hundred hosts, politely: what the cost target of design.md §8 is
 * about.
 */
export function politeWeb(pages: number, parallelism: number): WebShape {
  const hosts = Math.min(pages, Math.max(LEAST_HOSTS, Math.round(pages / PAGES_PER_HOST)));
  return { ...webOf(hosts, pages), name: `${pages} polite pages`, parallelism };
}

/**
 * So many 100-KB pages on so many hosts; each of the first 10,000 hosts is a seed, and a page finds
 * ten.
 */
export function webOf(hosts: number, pages: number): WebShape {
  const levels: number[] = [];
  for (let left = pages, size = Math.min(hosts, MOST_SEEDS); left > 0; size *= FAN_OUT) {
    levels.push(Math.min(size, left));
    left -= size;
  }
  return {
    name: `${hosts} hosts, ${pages} pages`,
    hosts,
    levels,
    pageBytes: 100_000,
    warcBytes: 25_000,
    repeats: 1.5,
    robots: true,
    errorsEvery: 33,
    delaySeconds: 1,
    latencyMs: 300,
    cpuMs: 2,
    parallelism: 40,
  };
}

/**
 * The site of `npm run bench`, as bench/rivals/generate.mjs makes it and a crawl sees it: no delay,
 * no latency worth the name.
 */
export const BENCH_SITE: WebShape = {
  name: 'bench site',
  hosts: 10,
  levels: [10, 363, 2_484, 10_290, 6_853],
  pageBytes: 31_433,
  warcBytes: 11_500,
  repeats: 1.53,
  robots: true,
  errorsEvery: 0,
  delaySeconds: 0,
  latencyMs: 1,
  cpuMs: 0.5,
  parallelism: 8,
};
