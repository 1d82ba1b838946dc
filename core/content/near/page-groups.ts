/** Joins places to groups (union-find); the first place of a group stands for it. */
export class PageGroups {
  readonly #parents: Uint32Array;

  constructor(count: number) {
    this.#parents = new Uint32Array(count).map((_, i) => i);
  }

  /** The first place of the group of `place`. */
  firstOf(place: number): number {
    let at = place;
    for (let parent = this.#parentOf(at); parent !== at; parent = this.#parentOf(at)) {
      this.#parents[at] = this.#parentOf(parent);
      at = parent;
    }
    return at;
  }

  join(x: number, y: number): void {
    const [a, b] = [this.firstOf(x), this.firstOf(y)];
    this.#parents[Math.max(a, b)] = Math.min(a, b);
  }

  /** Each group of two and more, its places ascending, in the order of their first places. */
  *groups(): Generator<readonly number[]> {
    const groups = new Map<number, number[]>();
    for (let place = 0; place < this.#parents.length; place++) {
      const first = this.firstOf(place);
      if (first === place) continue;
      const group = groups.get(first);
      if (group === undefined) groups.set(first, [first, place]);
      else group.push(place);
    }
    yield* [...groups.values()].sort(([a = 0], [b = 0]) => a - b);
  }

  #parentOf(place: number): number {
    return this.#parents[place] ?? place;
  }
}
