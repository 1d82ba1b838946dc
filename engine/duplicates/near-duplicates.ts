import { PageGroups } from '#core/content/near/page-groups.ts';
import { PageSketches } from '#core/content/near/page-sketches.ts';
import { sharedPart, shinglesOf } from '#core/content/near/shingles.ts';
import type { ItemList, Scratch } from '#core/export/scratch.ts';
import { candidatePairs } from '#engine/duplicates/candidate-pairs.ts';

/** Pages that are compared, the first of the crawl: 128 MB of sketches. */
export const MOST_PAGES = 1_000_000;
/** Distance below the threshold at which an estimate is still checked: four standard errors. */
const MARGIN = 0.15;
/** Sets of shingles in memory. */
const MOST_CACHED = 64;

/** A page with its text, to be compared. */
export interface ComparedPage {
  readonly url: string;
  /** Main text as Surf writes it. */
  readonly markdown: string;
}

/** Two pages, by their places, the earlier first. */
export interface NearPair {
  readonly pair: readonly [number, number];
  /** Exact share of common shingles, 0 to 1. */
  readonly similarity: number;
}

/** A page of a group of near duplicates. */
export interface GroupedPage {
  readonly url: string;
  /** Exact share of the shingles that it has in common with the first page of the group. */
  readonly similarity: number;
  /** True for pages that were added as earlier ones. */
  readonly isEarlier: boolean;
}

/**
 * Finds pages with nearly the same text: sketches in memory, their bands sorted, the pairs that
 * agree in one compared exactly by their shingles, which are in the scratch.
 */
export class NearDuplicates {
  readonly #sketches = new PageSketches();
  readonly #items: ItemList;
  readonly #cache = new Map<number, StoredPage>();
  #earlier = 0;

  constructor(scratch: Pick<Scratch, 'items'>) {
    this.#items = scratch.items();
  }

  get pages(): number {
    return this.#sketches.count;
  }

  /**
   * Adds a page; one without words is left out. When there are earlier pages, they come first, and
   * others are compared with them only.
   */
  async add({ url, markdown }: ComparedPage, { isEarlier = false } = {}): Promise<void> {
    const shingles = shinglesOf(markdown);
    if (shingles.length === 0) return;
    await this.#items.add(bytesOf({ url, shingles }));
    this.#sketches.add(shingles);
    if (isEarlier) this.#earlier = this.#sketches.count;
  }

  /** @param isNeeded false: a pair that is not looked at */
  async *pairs(threshold: number, isNeeded: (x: number, y: number) => boolean = () => true): AsyncGenerator<NearPair> {
    for (const pair of candidatePairs(this.#sketches, this.#earlier)) {
      const [x, y] = pair;
      if (!isNeeded(x, y) || this.#sketches.likeness(x, y) < threshold - MARGIN) continue;
      const similarity = await this.#similarity(x, y);
      if (similarity >= threshold) yield { pair, similarity };
    }
  }

  /**
   * Groups of pages, each linked to another one of its group by a similarity of `threshold` or
   * more; the first page of the crawl is first.
   */
  async groups(threshold: number): Promise<(readonly number[])[]> {
    const groups = new PageGroups(this.#sketches.count);
    const isApart = (x: number, y: number): boolean => groups.firstOf(x) !== groups.firstOf(y);
    for await (const { pair } of this.pairs(threshold, isApart)) groups.join(...pair);
    return [...groups.groups()];
  }

  /** @param group places, the first one first */
  async *pagesOf(group: readonly number[]): AsyncGenerator<GroupedPage> {
    const [first = 0] = group;
    for (const place of group) {
      const similarity = place === first ? 1 : await this.#similarity(first, place);
      yield { url: (await this.#page(place)).url, similarity, isEarlier: place < this.#earlier };
    }
  }

  async close(): Promise<void> {
    await this.#items.close();
  }

  async #similarity(x: number, y: number): Promise<number> {
    return sharedPart((await this.#page(x)).shingles, (await this.#page(y)).shingles);
  }

  async #page(place: number): Promise<StoredPage> {
    const known = this.#cache.get(place);
    this.#cache.delete(place);
    const page = known ?? pageOf(await this.#items.read(place));
    this.#cache.set(place, page);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > MOST_CACHED && oldest !== undefined) this.#cache.delete(oldest);
    return page;
  }
}

interface StoredPage {
  readonly url: string;
  readonly shingles: Uint32Array;
}

/** The shingles, their number, and the URL. */
function bytesOf({ url, shingles }: StoredPage): Uint8Array {
  const name = Buffer.from(url);
  const item = new Uint8Array(4 + shingles.byteLength + name.length);
  item.set(new Uint8Array(Uint32Array.of(shingles.length).buffer));
  item.set(new Uint8Array(shingles.buffer, shingles.byteOffset, shingles.byteLength), 4);
  item.set(name, 4 + shingles.byteLength);
  return item;
}

function pageOf(item: Uint8Array): StoredPage {
  const [count = 0] = new Uint32Array(item.slice(0, 4).buffer);
  const end = 4 + count * 4;
  return { shingles: new Uint32Array(item.slice(4, end).buffer), url: Buffer.from(item.subarray(end)).toString() };
}
