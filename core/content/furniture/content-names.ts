import { type ContentElement, wordsApart } from '#core/content/tree/content-tree.ts';

/** Names that templates give the text of an article: `entry-content` of WordPress, `post-body`. */
const TEXT = /(?:^|\s)(?:entry|post|article|story|news|detail)[-_]*(?:content|body|text|main)(?:\s|$)/i;

/** Does its class or id say that it has the text of an article? */
export const isNamedText = ({ name, attributes }: ContentElement): boolean =>
  name !== 'body' && (TEXT.test(attributes.class ?? '') || TEXT.test(attributes.id ?? ''));

/** Names of the paragraph that sums an article up, above its text. */
const LEAD = new RegExp(
  `(?:^|[\\s_-])(?:${[
    ...['teaser(?:-?text)?', 'lead', 'lede', 'intro(?:duction)?', 'abstract', 'excerpt', 'summary', 'description'],
    ...['sub-?title', 'sub-?head(?:line)?', 'standfirst', 'dek', 'deck', 'short-?info', 'chapo', 'vorspann'],
  ].join('|')})(?:$|[\\s_-])`,
  'i',
);

/** Does its class say that it sums an article up? */
export const isNamedLead = ({ attributes }: ContentElement): boolean => LEAD.test(wordsApart(attributes.class ?? ''));
