import * as z from 'zod';
import { MAX_EXPRESSION_BYTES } from '#core/scope/scope.ts';

/** Words of a topic, and characters of each. */
const MOST_WORDS = 50;
const MOST_WORD_LENGTH = 100;
/** The least score of a link that is followed, unless the workflow gives another. */
export const FOCUS_THRESHOLD = 0.3;

/**
 * The topic that a crawl keeps to (G8, docs/reference/workflow.md, “One topic”). Without words and
 * without a pattern every link is followed.
 */
export const Focus = z.strictObject({
  words: z
    .array(
      z
        .string()
        .max(MOST_WORD_LENGTH)
        .regex(/[\p{L}\p{N}]/u),
    )
    .max(MOST_WORDS)
    .default([])
    .describe(
      'Words and phrases of the topic: links that score too low on them are skipped(off-topic), see “One topic”. On the command line separated by commas. Seeds and redirect targets are exempt.',
    ),
  pattern: z
    .string()
    .min(1)
    .max(MAX_EXPRESSION_BYTES)
    .nullable()
    .default(null)
    .describe('RE2 expression, unanchored, that names the topic beside the words, or alone; `(?i)` for any case.'),
  threshold: z
    .number()
    .min(0)
    .max(1)
    .default(FOCUS_THRESHOLD)
    .describe('The least score of a link that is followed, in hundredths; 0: every link is. Only with a topic.'),
});
export type Focus = z.infer<typeof Focus>;

/** Does the workflow name a topic? */
export const hasTopic = ({ words, pattern }: Focus): boolean => words.length > 0 || pattern !== null;
