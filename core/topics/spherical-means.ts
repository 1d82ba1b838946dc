/** A vector of length 1, as its components that are not 0. */
export interface SparseVector {
  readonly terms: Uint32Array;
  readonly weights: Float32Array;
}

/** Groups of vectors that point the same way. */
export interface Clusters {
  /** The group of each vector; −1: it has nothing in common with any. */
  readonly of: Int32Array;
  /** Cosine of each vector and the mean of its group, 0 to 1. */
  readonly likeness: Float32Array;
  /** Mean of each group, of length 1. */
  readonly means: readonly Float32Array[];
}

/** The result is the same on every machine: of several starts, each with its own seed, the best. */
const STARTS = 4;
const ROUNDS = 15;

/**
 * Spherical k-means: k-means++ chooses the first means, then vectors and means are matched a fixed
 * number of times, or until that changes nothing. Takes time linear in vectors × k.
 *
 * @param k groups; fewer where there are not so many different vectors
 * @param dimensions terms are below it
 */
export function sphericalMeans(vectors: readonly SparseVector[], k: number, dimensions: number): Clusters {
  let best: Clusters | null = null;
  let most = -1;
  for (let seed = 1; seed <= STARTS; seed++) {
    let clusters = assigned(vectors, startingMeans(vectors, { k, dimensions, chance: chanceOf(seed) }));
    for (let round = 1; round < ROUNDS; round++) {
      const next = assigned(vectors, meansOf(vectors, clusters));
      const isSettled = next.of.every((group, i) => group === clusters.of[i]);
      clusters = next;
      if (isSettled) break;
    }
    const sum = clusters.likeness.reduce((a, b) => a + b, 0);
    if (sum <= most) continue;
    [best, most] = [clusters, sum];
  }
  return best ?? assigned(vectors, []);
}

interface Start {
  readonly k: number;
  readonly dimensions: number;
  readonly chance: () => number;
}

/** k-means++: the farther a vector is from all means so far, the likelier it is the next. */
function startingMeans(vectors: readonly SparseVector[], { k, dimensions, chance }: Start): Float32Array[] {
  const means: Float32Array[] = [];
  const distances = new Float64Array(vectors.length).fill(1);
  while (means.length < k) {
    const chosen = vectors[drawn(distances, chance())];
    if (chosen === undefined) break;
    const mean = new Float32Array(dimensions);
    for (const [i, term] of chosen.terms.entries()) mean[term] = chosen.weights[i] ?? 0;
    means.push(mean);
    for (const [i, vector] of vectors.entries()) {
      const distance = Math.max(0, 1 - cosine(vector, mean));
      distances[i] = distance < SAME ? 0 : Math.min(distances[i] ?? 0, distance);
    }
  }
  return means;
}

/** Largest difference that rounding makes between equal vectors. */
const SAME = 1e-6;

/** @returns −1: nothing has a share */
function drawn(shares: Float64Array, chance: number): number {
  let left = chance * shares.reduce((a, b) => a + b, 0);
  let last = -1;
  for (const [i, share] of shares.entries()) {
    if (share === 0) continue;
    last = i;
    left -= share;
    if (left < 0) break;
  }
  return last;
}

function assigned(vectors: readonly SparseVector[], means: readonly Float32Array[]): Clusters {
  const of = new Int32Array(vectors.length).fill(-1);
  const likeness = new Float32Array(vectors.length);
  for (const [i, vector] of vectors.entries()) {
    let most = 0;
    for (let group = 0; group < means.length; group++) {
      const alike = cosine(vector, means[group] ?? NOTHING);
      if (alike <= most) continue;
      of[i] = group;
      most = alike;
    }
    likeness[i] = most;
  }
  return { of, likeness, means };
}

const NOTHING = new Float32Array(0);

/** A group without vectors keeps a mean of zeros: no vector is like it. */
function meansOf(vectors: readonly SparseVector[], { of, means }: Clusters): Float32Array[] {
  const sums = means.map(({ length }) => new Float32Array(length));
  for (const [i, { terms, weights }] of vectors.entries()) {
    const sum = sums[of[i] ?? -1];
    if (sum === undefined) continue;
    for (let n = 0; n < terms.length; n++) {
      const term = terms[n] ?? 0;
      sum[term] = (sum[term] ?? 0) + (weights[n] ?? 0);
    }
  }
  for (const sum of sums) {
    const length = Math.sqrt(sum.reduce((a, b) => a + b * b, 0));
    if (length > 0) for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) / length;
  }
  return sums;
}

function cosine({ terms, weights }: SparseVector, mean: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < terms.length; i++) sum += (weights[i] ?? 0) * (mean[terms[i] ?? 0] ?? 0);
  return sum;
}

/** Mulberry32: numbers from 0 to 1 that look random, the same of each seed. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
