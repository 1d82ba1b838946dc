import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import type { Walks } from '#core/frontier/walks.ts';
import { RandomSteps } from '#core/sample/random-steps.ts';
import type { Sample } from '#core/sample/sample.ts';
import type { SampleLinks } from '#engine/level/sample/sample-links.ts';

/** A longer chain is a circle, or was refused. */
const MOST_HOPS = 20;

export interface WalkingParts {
  readonly sample: Sample;
  /** Keys of the seeds, in the order of the workflow, each once. */
  readonly seeds: readonly string[];
  readonly links: SampleLinks;
  /** Targets of redirects, by the key of the page that redirected. */
  readonly hops: ReadonlyMap<string, string>;
}

/** All walks, as they are between two steps. */
export class Walking {
  readonly #steps: RandomSteps;
  readonly #most: number;
  readonly #links: SampleLinks;
  readonly #hops: ReadonlyMap<string, string>;
  readonly #visits: Map<string, number>;
  #at: string[];
  steps: number;
  done = false;

  constructor(before: Walks | null, { sample, seeds, links, hops }: WalkingParts) {
    this.#steps = new RandomSteps(sample, seeds);
    this.#most = sample.steps;
    this.#links = links;
    this.#hops = hops;
    this.#visits = new Map(before?.visits);
    this.#at = before?.at ?? Array.from({ length: sample.walks }, (_, walk) => this.#steps.seedOf(walk, 0));
    this.steps = before?.step ?? 0;
  }

  get state(): Walks {
    return { v: 1, step: this.steps, at: this.#at, visits: [...this.#visits] };
  }

  /**
   * Counts where the walks have come to, and takes each on.
   * @returns the links that they followed
   */
  step(): Candidate[] {
    this.#at = this.#at.map((key) => this.#endOf(key));
    for (const key of this.#at) this.#visits.set(key, (this.#visits.get(key) ?? 0) + 1);
    this.done = this.steps === this.#most;
    if (this.done) return [];
    this.steps += 1;
    const followed = new Map<string, Candidate>();
    this.#at = this.#at.map((page, walk) => {
      const links = this.#steps.jumps(walk, this.steps) ? [] : (this.#links.get(page) ?? []);
      const link = this.#steps.linkOf(walk, this.steps, links);
      if (link === null) return this.#steps.seedOf(walk, this.steps);
      const place = { by: page as Candidate['by'], level: this.steps - 1, rank: walk + 1, position: 0, reason: null };
      if (!followed.has(link.key)) followed.set(link.key, { ...link, ...place });
      return link.key;
    });
    return [...followed.values()];
  }

  /** Last target of a page's redirects. */
  #endOf(key: string): string {
    let end = key;
    for (let hop = 0; hop < MOST_HOPS; hop++) end = this.#hops.get(end) ?? end;
    return end;
  }
}
