import { compileExpression } from '#core/scope/patterns/expression.ts';

/**
 * A test of URLs: a glob over all of it, a glob over its path and query (on any host), or an
 * expression found in it.
 */
export interface Pattern {
  /** The pattern as the user wrote it. */
  readonly text: string;
  readonly kind: 'glob' | 'path' | 'expression';
  matches(url: string): boolean;
}

/**
 * The RE2 expression of `re:EXPRESSION`, or of its older spelling `/EXPRESSION/`; null for a glob.
 */
export function expressionOf(text: string): string | null {
  if (text.startsWith('re:')) return text.slice(3);
  return text.length > 2 && text.startsWith('/') && text.endsWith('/') ? text.slice(1, -1) : null;
}

/**
 * `re:EXPRESSION` is an expression, `/library/*` a glob over path and query, everything else a glob
 * over the whole URL. `patternFault` refuses patterns that nobody can mean; this function compiles
 * every pattern of older workflows.
 *
 * @throws SurfError `EXPRESSION_INVALID` for an expression that RE2 does not compile
 */
export function compilePattern(text: string): Pattern {
  const source = expressionOf(text);
  if (source !== null) {
    const expression = compileExpression(source);
    return { text, kind: 'expression', matches: (url) => expression.finds(url) };
  }
  const matches = compileGlob(text);
  if (!text.startsWith('/')) return { text, kind: 'glob', matches };
  return { text, kind: 'path', matches: (url) => matches(url.slice(url.indexOf('/', AFTER_SCHEME))) };
}

/** Earliest start of a path: behind `http://`. */
const AFTER_SCHEME = 'https://'.length;

/**
 * Compiles a glob over a whole text: `*` represents any characters, none included; all else
 * represents itself, in its case. Characters that a URL cannot hold (spaces, letters beyond ASCII)
 * are escaped as in a URL.
 *
 * The leftmost place of each piece in turn decides: no backtracking for any URL.
 */
export function compileGlob(glob: string): (url: string) => boolean {
  const pieces = glob
    .toWellFormed()
    .replace(/[^\x21-\x7e]+/g, encodeURIComponent)
    .split('*');
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  if (pieces.length === 1) return (url) => url === first;
  const middle = pieces.slice(1, -1).filter((piece) => piece !== '');
  const shortest = pieces.reduce((sum, piece) => sum + piece.length, 0);

  return (url) => {
    if (url.length < shortest || !url.startsWith(first) || !url.endsWith(last)) return false;
    let at = first.length;
    for (const piece of middle) {
      const found = url.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return at <= url.length - last.length;
  };
}
