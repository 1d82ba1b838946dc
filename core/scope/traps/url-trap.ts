import type { Verdict } from '#core/model/outcome.ts';
import { skip } from '#core/scope/patterns/pattern-list.ts';
import type { Traps } from '#core/scope/traps/traps.ts';

/** Segments of digits say which day, page or number it is: they repeat by chance. */
const DIGITS = /^\d*$/;

/**
 * Paths that grow without end: too deep, or one segment in them again and again (G10). A path that
 * repeats a run of segments repeats each of them.
 */
export class PathTraps {
  readonly #depth: number;
  readonly #repeated: number;

  constructor({ pathDepth, repeatedSegments }: Pick<Traps, 'pathDepth' | 'repeatedSegments'>) {
    this.#depth = pathDepth ?? Number.POSITIVE_INFINITY;
    this.#repeated = repeatedSegments ?? Number.POSITIVE_INFINITY;
  }

  /**
   * The verdict that names limit and excess; null when the path is none. A slash at its end makes
   * no segment more.
   * @param path where the path begins in `url`
   */
  find(url: string, path: number): Verdict | null {
    const query = url.indexOf('?', path);
    const end = query < 0 ? url.length : query;
    const depth = slashes(url, path, end) - (url.charCodeAt(end - 1) === 47 ? 1 : 0);
    if (depth > this.#depth) return skip('trap', `path-depth ${depth} > ${this.#depth}`);
    return depth > this.#repeated ? this.#findRepeated(url.slice(path + 1, end)) : null;
  }

  #findRepeated(path: string): Verdict | null {
    const counts = new Map<string, number>();
    for (const segment of path.split('/')) {
      if (DIGITS.test(segment)) continue;
      const count = (counts.get(segment) ?? 0) + 1;
      counts.set(segment, count);
      if (count <= this.#repeated) continue;
      return skip('trap', `repeated-segment ${segment.slice(0, 100)} ${count} > ${this.#repeated}`);
    }
    return null;
  }
}

function slashes(url: string, from: number, end: number): number {
  let count = 0;
  for (let at = from; at >= 0 && at < end; at = url.indexOf('/', at + 1)) count += 1;
  return count;
}
