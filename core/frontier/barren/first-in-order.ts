/**
 * The first `most` items in the order of `compare`, sorted: what `sort` and `slice` give where no
 * two items are equal, but with one comparison for most items.
 */
export function firstInOrder<T>(items: Iterable<T>, most: number, compare: (a: T, b: T) => number): T[] {
  const first: T[] = [];
  for (const item of items) {
    const last = first.at(-1);
    if (first.length === most && (last === undefined || compare(item, last) >= 0)) continue;
    first.splice(placeOf(item, first, compare), 0, item);
    if (first.length > most) first.pop();
  }
  return first;
}

/** Number of items that come before it. */
function placeOf<T>(item: T, sorted: readonly T[], compare: (a: T, b: T) => number): number {
  let [from, end] = [0, sorted.length];
  while (from < end) {
    const middle = (from + end) >> 1;
    if (compare(sorted[middle] as T, item) < 0) from = middle + 1;
    else end = middle;
  }
  return from;
}
