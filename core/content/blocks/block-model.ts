import model from '#core/content/blocks/block-model.json' with { type: 'json' };

/** Trees that tell how likely a block is to be content. */
export interface BlockModel {
  /** Names of features, in the order of a row. */
  readonly features: readonly string[];
  /**
   * A tree: pairs of numbers, each node before the nodes below it. `feature limit` is followed by
   * the nodes for values up to the limit, then by the others; `-1 points` is a leaf.
   */
  readonly trees: readonly string[];
}

export const BLOCK_MODEL: BlockModel = model;

/** So many points change the odds by the factor e. */
export const POINTS = 1_000;

/** A model, ready to score. */
export class BlockScorer {
  readonly features: readonly string[];
  readonly #feature: Int16Array;
  /** Limits of splits, points of leaves. */
  readonly #value: Float64Array;
  /** Where the nodes for values above the limit begin. */
  readonly #above: Int32Array;
  readonly #roots: readonly number[];

  constructor({ features, trees }: BlockModel) {
    this.features = features;
    const numbers = trees.map((tree) => tree.split(' ').map(Number));
    const size = numbers.reduce((sum, { length }) => sum + length / 2, 0);
    this.#feature = new Int16Array(size);
    this.#value = new Float64Array(size);
    this.#above = new Int32Array(size);
    let root = 0;
    this.#roots = numbers.map((tree) => {
      const from = root;
      root = this.#read(tree, from);
      return from;
    });
  }

  /** @returns where the next tree begins */
  #read(tree: readonly number[], from: number): number {
    /** Splits whose nodes above the limit are still to come. */
    const open: number[] = [];
    for (let at = 0; at < tree.length / 2; at += 1) {
      const node = from + at;
      this.#feature[node] = tree[2 * at] ?? -1;
      this.#value[node] = tree[2 * at + 1] ?? 0;
      if ((this.#feature[node] ?? -1) >= 0) {
        open.push(node);
        continue;
      }
      const split = open.pop();
      if (split !== undefined) this.#above[split] = node + 1;
    }
    return from + tree.length / 2;
  }

  /** How likely a block with these features is to be content, from 0 to 1. */
  probability(row: Float64Array): number {
    let points = 0;
    for (const root of this.#roots) {
      let node = root;
      for (let feature = this.#feature[node] ?? -1; feature >= 0; feature = this.#feature[node] ?? -1)
        node = (row[feature] ?? 0) <= (this.#value[node] ?? 0) ? node + 1 : (this.#above[node] ?? 0);
      points += this.#value[node] ?? 0;
    }
    return 1 / (1 + Math.exp(-points / POINTS));
  }
}
