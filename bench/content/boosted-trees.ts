/** Blocks with what is known of them. Rows, labels and weights have the same order. */
export interface Examples {
  readonly rows: readonly Float64Array[];
  /** Share of the block's words that are content. */
  readonly labels: Float64Array;
  readonly weights: Float64Array;
}

export interface Boosting {
  readonly trees: number;
  readonly leaves: number;
  readonly rate: number;
  /** A leaf has at least so many examples. */
  readonly leastExamples: number;
  /** Added to the weight of each leaf, which makes its points smaller. */
  readonly damping: number;
  /** Share of features and of examples that a tree sees. */
  readonly features: number;
  readonly examples: number;
  readonly seed: number;
}

export const BOOSTING: Boosting = {
  ...{ trees: 100, leaves: 15, rate: 0.07, leastExamples: 50, damping: 5, features: 0.4, examples: 0.8, seed: 1 },
};

const MOST_BINS = 63;
const POINTS = 1_000;

interface Leaf {
  readonly members: Int32Array;
  /** For each feature and bin: sum of gradients, of curvatures, and number. */
  readonly sums: Float64Array;
  readonly total: readonly [gradient: number, curvature: number];
}

interface Split {
  readonly gain: number;
  readonly feature: number;
  readonly bin: number;
}

type Node = { readonly points: number } | { readonly split: Split; low: Node; high: Node };

/** Mulberry32: the same chances on every machine. */
export function chances(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Gradient-boosted trees for the log loss (Friedman 2001; histograms and growth leaf by leaf as in
 * LightGBM), written as `BlockModel` has them.
 */
export function boostedTrees(examples: Examples, options: Boosting): string[] {
  return new Boost(examples, options).trees();
}

class Boost {
  readonly #examples: Examples;
  readonly #options: Boosting;
  readonly #limits: readonly Float64Array[];
  /** By feature, then by example. */
  readonly #bins: readonly Uint8Array[];
  readonly #points: Float64Array;
  readonly #gradients: Float64Array;
  readonly #curvatures: Float64Array;
  readonly #chance: () => number;

  constructor(examples: Examples, options: Boosting) {
    this.#examples = examples;
    this.#options = options;
    this.#chance = chances(options.seed);
    const count = examples.rows.length;
    const features = examples.rows[0]?.length ?? 0;
    this.#limits = Array.from({ length: features }, (_, feature) =>
      limitsOf(Float64Array.from(examples.rows, (row) => row[feature] ?? 0)),
    );
    this.#bins = this.#limits.map((limits, feature) =>
      Uint8Array.from(examples.rows, (row) => binOf(limits, row[feature] ?? 0)),
    );
    [this.#points, this.#gradients, this.#curvatures] = [
      new Float64Array(count),
      new Float64Array(count),
      new Float64Array(count),
    ];
  }

  trees(): string[] {
    const { labels, weights } = this.#examples;
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    const mean = labels.reduce((sum, label, at) => sum + label * (weights[at] ?? 0), 0) / all;
    const start = Math.round(POINTS * Math.log(mean / (1 - mean)));
    this.#points.fill(start);
    const grown = Array.from({ length: this.#options.trees }, () => {
      this.#derive();
      const tree = this.#grow();
      for (let at = 0; at < this.#points.length; at += 1)
        this.#points[at] = (this.#points[at] ?? 0) + this.#pointsOf(tree, at);
      return this.#written(tree).join(' ');
    });
    return [`-1 ${start}`, ...grown];
  }

  #derive(): void {
    const { labels, weights } = this.#examples;
    for (let at = 0; at < labels.length; at += 1) {
      const likely = 1 / (1 + Math.exp(-(this.#points[at] ?? 0) / POINTS));
      this.#gradients[at] = (weights[at] ?? 0) * (likely - (labels[at] ?? 0));
      this.#curvatures[at] = (weights[at] ?? 0) * likely * (1 - likely);
    }
  }

  #grow(): Node {
    const features = this.#bins.map((_, feature) => feature).filter(() => this.#chance() < this.#options.features);
    const members = Int32Array.from(this.#examples.rows.keys()).filter(() => this.#chance() < this.#options.examples);
    const root = { leaf: this.#leafOf(members, features) };
    const leaves: { leaf: Leaf; split: Split; put: (node: Node) => void }[] = [];
    let tree: Node = { points: this.#pointsFor(root.leaf) };
    const offer = (leaf: Leaf, put: (node: Node) => void): void => {
      put({ points: this.#pointsFor(leaf) });
      const split = this.#bestSplit(leaf, features);
      if (split !== null) leaves.push({ leaf, split, put });
    };
    offer(root.leaf, (node) => {
      tree = node;
    });
    for (let count = 1; count < this.#options.leaves && leaves.length > 0; count += 1) {
      leaves.sort((a, b) => a.split.gain - b.split.gain);
      const { leaf, split, put } = leaves.pop() as (typeof leaves)[number];
      const node: Node = { split, low: { points: 0 }, high: { points: 0 } };
      put(node);
      const [low, high] = this.#parts(leaf, split, features);
      offer(low, (below) => {
        node.low = below;
      });
      offer(high, (below) => {
        node.high = below;
      });
    }
    return tree;
  }

  #leafOf(members: Int32Array, features: readonly number[]): Leaf {
    const sums = new Float64Array(features.length * (MOST_BINS + 1) * 3);
    let [gradient, curvature] = [0, 0];
    for (const at of members) {
      gradient += this.#gradients[at] ?? 0;
      curvature += this.#curvatures[at] ?? 0;
    }
    for (const [index, feature] of features.entries()) {
      const bins = this.#bins[feature] ?? new Uint8Array();
      const from = index * (MOST_BINS + 1) * 3;
      for (const at of members) {
        const cell = from + (bins[at] ?? 0) * 3;
        sums[cell] = (sums[cell] ?? 0) + (this.#gradients[at] ?? 0);
        sums[cell + 1] = (sums[cell + 1] ?? 0) + (this.#curvatures[at] ?? 0);
        sums[cell + 2] = (sums[cell + 2] ?? 0) + 1;
      }
    }
    return { members, sums, total: [gradient, curvature] };
  }

  /** The smaller part is counted, the other is the rest. */
  #parts(leaf: Leaf, { feature, bin }: Split, features: readonly number[]): readonly [Leaf, Leaf] {
    const bins = this.#bins[feature] ?? new Uint8Array();
    const low = leaf.members.filter((at) => (bins[at] ?? 0) <= bin);
    const high = leaf.members.filter((at) => (bins[at] ?? 0) > bin);
    const small = this.#leafOf(low.length < high.length ? low : high, features);
    const rest: Leaf = {
      members: low.length < high.length ? high : low,
      sums: leaf.sums.map((sum, at) => sum - (small.sums[at] ?? 0)),
      total: [leaf.total[0] - small.total[0], leaf.total[1] - small.total[1]],
    };
    return low.length < high.length ? [small, rest] : [rest, small];
  }

  #bestSplit({ sums, total, members }: Leaf, features: readonly number[]): Split | null {
    const { damping, leastExamples } = this.#options;
    const worth = (gradient: number, curvature: number): number => (gradient * gradient) / (curvature + damping);
    const whole = worth(...total);
    let best: Split | null = null;
    for (const [index, feature] of features.entries()) {
      let [gradient, curvature, count] = [0, 0, 0];
      for (let bin = 0; bin < (this.#limits[feature]?.length ?? 0); bin += 1) {
        const cell = (index * (MOST_BINS + 1) + bin) * 3;
        gradient += sums[cell] ?? 0;
        curvature += sums[cell + 1] ?? 0;
        count += sums[cell + 2] ?? 0;
        if (count < leastExamples || members.length - count < leastExamples) continue;
        const gain = worth(gradient, curvature) + worth(total[0] - gradient, total[1] - curvature) - whole;
        if (gain > (best?.gain ?? 1e-6)) best = { gain, feature, bin };
      }
    }
    return best;
  }

  #pointsFor = ({ total: [gradient, curvature] }: Leaf): number =>
    Math.round((-POINTS * this.#options.rate * gradient) / (curvature + this.#options.damping));

  #pointsOf(tree: Node, at: number): number {
    let node = tree;
    while ('split' in node) node = (this.#bins[node.split.feature]?.[at] ?? 0) <= node.split.bin ? node.low : node.high;
    return node.points;
  }

  #written(node: Node): number[] {
    if (!('split' in node)) return [-1, node.points];
    const limit = this.#limits[node.split.feature]?.[node.split.bin] ?? 0;
    return [node.split.feature, limit, ...this.#written(node.low), ...this.#written(node.high)];
  }
}

/**
 * Borders between bins, of four digits: at most 63, with about as many values in each bin. A value
 * that many share fills one bin and leaves the others to the rest.
 */
function limitsOf(values: Float64Array): Float64Array {
  const limits = new Set<number>();
  const sorted = values.toSorted();
  let from = 0;
  for (let at = 0; at < sorted.length - 1 && limits.size < MOST_BINS; at += 1) {
    if (sorted[at] === sorted[at + 1]) continue;
    const most = (sorted.length - from) / (MOST_BINS + 1 - limits.size);
    if (at + 1 - from < most) continue;
    limits.add(Number((sorted[at] ?? 0).toPrecision(4)));
    from = at + 1;
  }
  return Float64Array.from(limits).sort();
}

/** The first bin whose limit the value does not pass. */
function binOf(limits: Float64Array, value: number): number {
  let [low, high] = [0, limits.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (value <= (limits[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}
