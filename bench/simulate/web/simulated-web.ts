import { HostSizes } from '#bench/simulate/untidy/host-sizes.ts';
import { type HostAnswer, latencyOf, noise, TIDY, TIMEOUT_MS } from '#bench/simulate/untidy/untidiness.ts';
import type { WebShape } from '#bench/simulate/web/web-shape.ts';

/** One page: its place in its level. */
interface PagePlace {
  readonly level: number;
  readonly index: number;
}

/** Pages of which `largestHostSeconds` takes the mean. */
const SAMPLE = 10_000;

/** Addresses and links of a shape: each page's are computed from its place, nothing is kept. */
export class SimulatedWeb {
  readonly shape: WebShape;
  readonly #sizes: HostSizes;

  constructor(shape: WebShape) {
    this.shape = shape;
    this.#sizes = new HostSizes(shape.hosts, this.#untidy.zipf);
  }

  get pages(): number {
    return this.shape.levels.reduce((sum, size) => sum + size, 0);
  }

  get seeds(): string[] {
    return Array.from({ length: this.shape.levels[0] ?? 0 }, (_, index) => this.urlOf({ level: 0, index }));
  }

  /** What politeness alone makes the crawl last: all pages of the largest host, one by one. */
  get largestHostSeconds(): number {
    let ms = 0;
    for (let index = 0; index < SAMPLE; index++) {
      const first = this.#latency({ level: this.shape.levels.length - 1, index }, 1);
      ms += Math.max(this.shape.delaySeconds * 1_000, first.ms);
    }
    return Math.max(1, this.pages * this.#sizes.largest) * (ms / SAMPLE / 1_000);
  }

  urlOf({ level, index }: PagePlace): string {
    const host = `http://host-${this.#hostOf({ level, index })}.simulated.test`;
    return level === 0 ? `${host}/` : `${host}/section-${index % 97}/a-page-of-usual-length-${level}-${index}.html`;
  }

  placeOf(url: string): PagePlace {
    const [, level, index] = /-(\d+)-(\d+)\.html$/.exec(url) ?? [];
    if (level !== undefined) return { level: Number(level), index: Number(index) };
    return { level: 0, index: Number(/^http:\/\/host-(\d+)\./.exec(url)?.[1]) };
  }

  /** Does the page answer 404? Only pages of the last level, so that all others are found. */
  isError({ level, index }: PagePlace): boolean {
    const { errorsEvery, levels } = this.shape;
    return errorsEvery > 0 && level > 0 && level === levels.length - 1 && index % errorsEvery === errorsEvery - 1;
  }

  /** Does its host never answer? */
  isDead(place: PagePlace): boolean {
    return this.#isDeadHost(this.#hostOf(place));
  }

  /** How the host answers a request. @param attempt counts from 1 */
  answerOf(place: PagePlace, attempt: number): HostAnswer {
    return this.isDead(place) ? { ms: TIMEOUT_MS, ok: false } : this.#latency(place, attempt);
  }

  /**
   * What it links: the pages that it alone finds, also those of the dead pages behind it, then some
   * of the same level.
   */
  linksOf({ level, index }: PagePlace): string[] {
    const { levels, repeats } = this.shape;
    const here = levels[level] ?? 1;
    const below = levels[level + 1] ?? 0;
    const links: string[] = [];
    let last = index + 1;
    while (last < here && this.isDead({ level, index: last })) last += 1;
    const end = Math.floor((last * below) / here);
    for (let next = Math.floor((index * below) / here); next < end; next++)
      links.push(this.urlOf({ level: level + 1, index: next }));
    const more = Math.floor((index + 1) * repeats) - Math.floor(index * repeats);
    for (let i = 1; i <= more; i++) links.push(this.urlOf({ level, index: (index * 7_919 + i * 104_729) % here }));
    return links;
  }

  /** Pages of the last level are all of hosts that answer. */
  #hostOf({ level, index }: PagePlace): number {
    if (level === 0) return index;
    const host = this.#sizes.hostOf(index);
    const isLast = level === this.shape.levels.length - 1;
    return isLast && this.#isDeadHost(host) ? host - 1 : host;
  }

  /** The first host always answers. */
  #isDeadHost(host: number): boolean {
    const { deadEvery } = this.#untidy;
    return deadEvery > 1 && host % deadEvery === deadEvery - 1;
  }

  #latency({ level, index }: PagePlace, attempt: number): HostAnswer {
    const { latencyMs } = this.shape;
    const { latencySigma, timeoutEvery } = this.#untidy;
    const page = level * 100_003 + index;
    if (attempt === 1 && timeoutEvery > 0 && noise(page, 0) * timeoutEvery < 1) return { ms: TIMEOUT_MS, ok: false };
    const seeds = [noise(page, attempt), noise(page, -attempt)] as const;
    return { ms: latencySigma === 0 ? latencyMs : latencyOf(latencyMs, latencySigma, seeds), ok: true };
  }

  get #untidy() {
    return this.shape.untidy ?? TIDY;
  }
}
