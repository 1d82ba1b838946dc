import { compileExpression } from '#core/scope/expression.ts';

/** A glob over the whole URL, or an expression that is found in it. */
export interface Pattern {
  /** As the user wrote it. */
  readonly text: string;
  readonly kind: 'glob' | 'expression';
  matches(url: string): boolean;
}

/** Is it written as an expression, between slashes? A glob cannot be: no URL begins with a slash. */
export const isExpression = (text: string): boolean => text.length > 2 && text.startsWith('/') && text.endsWith('/');

/** @throws SurfError `EXPRESSION_INVALID` when it stands between slashes and is no RE2 expression */
export function compilePattern(text: string): Pattern {
  if (!isExpression(text)) return { text, kind: 'glob', matches: compileGlob(text) };
  const expression = compileExpression(text.slice(1, -1));
  return { text, kind: 'expression', matches: (url) => expression.finds(url) };
}

/**
 * Compiles a glob over the whole URL: `*` stands for any characters, none included; all else for itself, in its case. What a URL cannot
 * hold (spaces, letters beyond ASCII) is escaped as in a URL.
 *
 * The leftmost place of each piece in turn decides: no backtracking, whatever the URL.
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
