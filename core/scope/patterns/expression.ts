import { RE2JS } from 're2js';
import { SurfError } from '#core/error.ts';
import { MAX_EXPRESSION_BYTES } from '#core/scope/scope.ts';

/**
 * Most instructions of a compiled expression: `(a{1000}){1000}` is a short text and a large
 * program.
 */
export const MAX_EXPRESSION_PROGRAM = 5_000;
/**
 * Most instructions of all expressions of one list together. An automaton takes up to 50 ns for an
 * instruction and a character: 10,000 of them take at most 4 s of CPU for a URL of 8 KiB, and less
 * than 1 ms for a URL of usual length.
 */
export const MAX_EXPRESSIONS_PROGRAM = 10_000;

/** A regular expression that takes time linear in the text, for any pattern and text. */
export interface Expression {
  readonly source: string;
  /** Instructions when compiled: the most that one character of a text costs. */
  readonly programSize: number;
  /** Is it found anywhere in `text`? */
  finds(text: string): boolean;
  /**
   * Returns the first group of the first match, or the whole match if it has no group; null if
   * there is no match.
   */
  extract(text: string): string | null;
}

/**
 * Compiles RE2 syntax (https://github.com/google/re2/wiki/Syntax): no look-around, no back
 * references.
 *
 * @throws SurfError `EXPRESSION_INVALID` when it is none, longer than 1 KiB, or too large when
 * compiled
 */
export function compileExpression(source: string): Expression {
  if (new TextEncoder().encode(source).length > MAX_EXPRESSION_BYTES) {
    throw new SurfError('EXPRESSION_INVALID', `an expression of ${source.length} characters; at most 1 KiB is allowed`);
  }
  const compiled = compile(source);
  const programSize = compiled.programSize();
  if (programSize > MAX_EXPRESSION_PROGRAM) {
    throw new SurfError('EXPRESSION_INVALID', 'the expression is too large when compiled', {
      remedy: 'use smaller repeat counts',
    });
  }
  return { source, programSize, finds: (text) => compiled.test(text), extract: (text) => extract(compiled, text) };
}

function extract(compiled: RE2JS, text: string): string | null {
  const matcher = compiled.matcher(text);
  if (!matcher.find()) return null;
  return matcher.group(compiled.groupCount() > 0 ? 1 : 0);
}

function compile(source: string): RE2JS {
  try {
    return RE2JS.compile(source);
  } catch (cause) {
    const fault = cause instanceof Error ? cause.message.replace(/^error parsing regexp: /, '') : String(cause);
    throw new SurfError('EXPRESSION_INVALID', `no RE2 expression: ${fault.slice(0, 200)}`, {
      remedy: 'RE2 has no look-around and no back references; see https://github.com/google/re2/wiki/Syntax',
      cause,
    });
  }
}
