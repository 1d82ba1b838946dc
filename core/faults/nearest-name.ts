/**
 * Of names that a user may have meant, the one with the fewest edits from `name`; the first of
 * several. Letter case does not count.
 */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const wanted = name.slice(0, MAX_LENGTH).toLowerCase();
  let nearest: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const edits = editDistance(wanted, candidate.toLowerCase());
    if (edits < fewest) {
      fewest = edits;
      nearest = candidate;
    }
  }
  return nearest;
}

/**
 * The nearest name, where a user may well have meant it; undefined where it differs in half of the
 * letters or more, and does not begin with `name`.
 */
export function likelyName(name: string, candidates: readonly string[]): string | undefined {
  const nearest = nearestName(name, candidates);
  if (nearest === undefined || name === '') return undefined;
  const [wanted, known] = [name.slice(0, MAX_LENGTH).toLowerCase(), nearest.toLowerCase()];
  return known.startsWith(wanted) || editDistance(wanted, known) * 2 < wanted.length ? nearest : undefined;
}

/**
 * Begins a remedy: `did you mean depth? `, where a user may well have meant one of the names; else
 * empty.
 * @param written how the name is written in the remedy. @default as it is
 */
export function didYouMean(
  name: string,
  candidates: readonly string[],
  written: (nearest: string) => string = (nearest) => nearest,
): string {
  const likely = likelyName(name, candidates);
  return likely === undefined ? '' : `did you mean ${written(likely)}? `;
}

/** Longer names are cut before they are compared: the time is the product of the lengths. */
const MAX_LENGTH = 60;

/**
 * Fewest insertions, deletions and replacements that make `a` to `b` (Levenshtein; Wagner and
 * Fischer 1974, two rows).
 */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
