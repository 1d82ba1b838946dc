import { type Random, seededRandom } from '#test/site/random.ts';

/** How a made-up web is built; drawn from its seed. */
interface Shape {
  /** Their sizes follow Zipf's law. */
  readonly hosts: number;
  readonly exponent: number;
  /** Children of a page in the tree of its host. */
  readonly branching: number;
  /** Pages that every page of a host links, beside its home page. */
  readonly menu: number;
  /** Mean of links in the text of a page, and of hub pages a host. */
  readonly links: number;
  readonly hubs: number;
  /** Shares of links in a text: to another host, to popular pages, to pages nearby. */
  readonly across: number;
  readonly popular: number;
  readonly near: number;
}

/** Pages by number, with the numbers of those that they link. */
export interface ZipfWeb {
  readonly hosts: number;
  readonly links: readonly (readonly number[])[];
  /** The first page of each host, the largest first. */
  readonly homes: readonly number[];
}

/** One page in ten is below the page before it: a deep tree. */
const CHAINED = 0.1;
const HUB_LINKS = 100;
const NEAR = 20;

/** A web of hosts with trees, menus, hub pages, and pages that are linked as Zipf's law says. */
export function zipfWeb(seed: number, pages: number): ZipfWeb {
  const random = seededRandom(seed);
  const shape = shapeOf(random);
  const pickHost = zipfPicker(random, shape.hosts, shape.exponent);
  const ofHost: number[][] = Array.from({ length: shape.hosts }, (_, host) => [host]);
  for (let page = shape.hosts; page < pages; page++) ofHost[pickHost()]?.push(page);
  const popular = ofHost.map((own) => popularPicker(random, own, shape.exponent));
  const pickPopular = (host: number): number => popular[host]?.() ?? 0;
  const links: number[][] = Array.from({ length: pages }, () => []);
  for (const [host, own] of ofHost.entries()) {
    const across = (): number => pickPopular(pickHost());
    const made = linksOfHost(random, { own, shape, across, pickPopular: () => pickPopular(host) });
    for (const [place, page] of own.entries()) links[page] = made[place] ?? [];
  }
  return { hosts: shape.hosts, links, homes: ofHost.map(([home = 0]) => home) };
}

function shapeOf(random: Random): Shape {
  const between = (least: number, most: number): number => least + random.next() * (most - least);
  const whole = (least: number, most: number): number => least + random.below(most - least + 1);
  return {
    hosts: whole(3, 20),
    exponent: between(0.7, 1.2),
    branching: whole(3, 30),
    menu: whole(0, 12),
    links: whole(3, 20),
    hubs: whole(1, 10),
    across: between(0.02, 0.2),
    popular: between(0.1, 0.6),
    near: between(0.1, 0.5),
  };
}

interface HostParts {
  readonly own: readonly number[];
  readonly shape: Shape;
  readonly across: () => number;
  readonly pickPopular: () => number;
}

function linksOfHost(random: Random, { own, shape, across, pickPopular }: HostParts): number[][] {
  const tree = treeOf(random, own.length, shape.branching);
  const hubs = new Set(Array.from({ length: shape.hubs }, () => random.below(own.length)));
  const menu = own.slice(0, 1 + shape.menu);
  const pageAt = (place: number): number => own[Math.min(own.length - 1, Math.max(0, place))] ?? 0;
  return own.map((page, place) => {
    const count = hubs.has(place) ? HUB_LINKS + random.below(2 * HUB_LINKS) : random.below(2 * shape.links + 1);
    const text = Array.from({ length: count }, () => {
      if (random.next() < shape.across) return across();
      if (random.next() < shape.popular) return pickPopular();
      if (random.next() < shape.near) return pageAt(place - NEAR + random.below(2 * NEAR + 1));
      return random.pick(own);
    });
    const near = (tree[place] ?? []).map(pageAt);
    return [...new Set([...menu, ...near, ...text])].filter((target) => target !== page);
  });
}

/** Of each place in a tree its parent and its children. */
function treeOf(random: Random, size: number, branching: number): number[][] {
  const near: number[][] = Array.from({ length: size }, () => []);
  for (let place = 1; place < size; place++) {
    const parent = random.next() < CHAINED ? place - 1 : Math.floor((place - 1) / branching);
    near[place]?.push(parent);
    near[parent]?.push(place);
  }
  return near;
}

/** Draws the pages of a host, which are popular in an order of chance. */
function popularPicker(random: Random, own: readonly number[], exponent: number): () => number {
  const order = shuffled(random, own);
  const pick = zipfPicker(random, own.length, exponent);
  return () => order[pick()] ?? 0;
}

/** Draws 0 to `count` - 1, the n-th with a weight of 1 / n to the power of the exponent. */
function zipfPicker(random: Random, count: number, exponent: number): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let n = 0; n < count; n++) {
    sum += 1 / (n + 1) ** exponent;
    sums[n] = sum;
  }
  return () => {
    const drawn = random.next() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < drawn) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

export function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const order = items.map((item) => ({ item, at: random.next() }));
  return order.sort((a, b) => a.at - b.at).map(({ item }) => item);
}
