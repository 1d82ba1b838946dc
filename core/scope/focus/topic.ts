import { type Focus, hasTopic } from '#core/scope/focus/focus.ts';
import { foldedWords } from '#core/scope/focus/folded-words.ts';
import { compileExpression } from '#core/scope/patterns/expression.ts';

/** The topic of a focused crawl. */
export interface Topic {
  /** Does `text` contain one of the words, or match the expression? */
  isIn(text: string): boolean;
}

/**
 * @returns null when the workflow has none
 * @throws SurfError `EXPRESSION_INVALID` for a workflow that `checkWorkflow` has not seen
 */
export function topicOf(focus: Focus): Topic | null {
  if (!hasTopic(focus)) return null;
  const words = focus.words.map(foldedWords);
  const expression = focus.pattern === null ? null : compileExpression(focus.pattern);
  return {
    isIn: (text) => hasWord(words, text) || expression?.finds(text) === true,
  };
}

function hasWord(words: readonly string[], text: string): boolean {
  if (words.length === 0) return false;
  const folded = foldedWords(text);
  return words.some((word) => folded.includes(word));
}
