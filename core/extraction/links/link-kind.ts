import * as z from 'zod';

/**
 * Place where a link is written. `link` is rel=next of a link element or Link header; `canonical`
 * and `alternate` are recorded only unless named here.
 */
export const LINK_KINDS = ['a', 'area', 'iframe', 'frame', 'refresh', 'link', 'canonical', 'alternate'] as const;
export const LinkKind = z.enum(LINK_KINDS);
export type LinkKind = z.infer<typeof LinkKind>;

export const Links = z.strictObject({
  follow: z
    .array(LinkKind)
    .default(['a', 'area', 'iframe', 'frame', 'refresh', 'link'])
    .describe('Kinds of links that are followed; `link` is rel=next of a link element or Link header.'),
  nofollow: z
    .enum(['obey', 'ignore'])
    .default('obey')
    .describe('Does nofollow of rel, robots meta and X-Robots-Tag count?'),
});
export type Links = z.infer<typeof Links>;
