import type { ContentElement } from '#core/content/tree/content-tree.ts';

/** Names that templates give the text of an article: `entry-content` of WordPress, `post-body`. */
const TEXT = /(?:^|\s)(?:entry|post|article|story|news|detail)[-_]*(?:content|body|text|main)(?:\s|$)/i;

/** Does its class or id say that it has the text of an article? */
export const isNamedText = ({ name, attributes }: ContentElement): boolean =>
  name !== 'body' && (TEXT.test(attributes.class ?? '') || TEXT.test(attributes.id ?? ''));
