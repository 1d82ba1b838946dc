import { isHeadingAnchor } from '#core/content/furniture/heading-anchors.ts';
import { type ContentElement, wordsApart } from '#core/content/tree/content-tree.ts';

const words = (...names: readonly string[]): RegExp =>
  new RegExp(`(?:^|[\\s_-])(?:${byFirst(names)})(?:$|[\\s_-])`, 'i');

/**
 * Joins patterns, those with the same first letter together: the first letter alone rules out most
 * names.
 */
function byFirst(patterns: readonly string[]): string {
  const groups = Map.groupBy(patterns, (pattern) => (/^[a-z](?![?*+{])/.test(pattern) ? pattern.charAt(0) : ''));
  return [...groups]
    .map(([letter, group]) =>
      letter === '' || group.length === 1
        ? group.join('|')
        : `${letter}(?:${byFirst(group.map((pattern) => pattern.slice(1)))})`,
    )
    .join('|');
}

/** Words of a class or id that name furniture on any page. */
const FURNITURE = words(
  ...[
    'boring',
    'cookies?',
    'consent',
    'gdpr',
    'onetrust',
    'usercentrics',
    'ot-[\\w-]+',
    'sharing',
    'share',
    'social',
    'breadcrumbs?',
  ],
  ...['newsletter', 'subscribe', 'popup', 'modal', 'advert', 'ads?', 'promo', 'navbar', 'pagination', 'pager', 'skip'],
  ...[
    'signup',
    'login',
    '(?<!(?:type|member|tsd|call|method|function)-)signatures?',
    'off-?canvas',
    'drawer',
    'mini-?cart',
    'quick-?view',
    'sr-only',
  ],
  ...['visually-?hidden', 'screen-reader\\w*', 'similar', 'up-?sell', 'cross-?sell', 'you-may-also', 'disqus\\w*'],
  ...['respond', 'mega-?menu', 'footer', 'user-?extras', 'struct-?item', 'alert-dismissible', 'js-browser-warning'],
  ...['(?:upgrade|update|outdated|unsupported)-?browser[\\w-]*', 'browser-?(?:upgrade|update|warning)'],
  ...['unfurl', 'onebox'], // a forum's preview of a page that a post links to
  ...['header-?link', 'mathjax', 'mathjax_(?:preview|display)'],
  ...['jdgm[\\w-]*', 'yotpo[\\w-]*', 'okendo[\\w-]*', 'stamped[\\w-]*', 'loox[\\w-]*'],
  ...[
    'no-?content',
    'robots-nocontent',
    'no-?print',
    'd-print-none',
    'hidden-print',
    'print[-:]hidden',
    'print-none',
    'print:d-none',
  ],
  ...[
    'hide-on-print',
    'edit-(?:this-)?page',
    'edit-?link',
    'edit-?this-?page',
    'page-edit',
    'mw-editsection',
    'mw-portlet[\\w-]*',
  ],
  ...['shariff\\w*', 'sharedaddy', 'addtoany\\w*', 'yarpp\\w*', 'taboola[\\w-]*', 'outbrain[\\w-]*', 'wp_rp'],
  ...['related', 'related-?(?:articles?|content|items|links|news|posts?|stories|topics)', 'jp-relatedposts'],
  'no-?comments',
  ...['(?:next|prev(?:ious)?)-?(?:post|story|article)s?'],
  ...[
    'suggest-?edits?',
    'improve-?doc',
    'last-?updated',
    'last-?mod(?:ified)?',
    'page-metadata',
    'likes-and-labels[\\w-]*',
    'doc-info',
    'hideme',
  ],
  ...['(?:page|user|article|docs?)-feedback', 'feedback-(?:form|section|widget|container|-title)'],
  'nav(?:header|footer)', // DocBook
  ...['titlearea', 'viewcode-link', 'md-source-file'], // Doxygen, Sphinx, MkDocs Material
);
/** Words that name furniture where there is little prose. */
const WEAK = words(
  ...['menu', 'nav', 'toc', 'recommend\\w*', 'banner', 'tags', 'topic-tags?', 'reactions?', 'action-?bar'],
  ...['toolbar', 'reviews?', 'ratings?', 'filters?', 'facets?', 'stats', 'disclaimer', 'bio'],
  ...['post-?(?:meta|nav)', 'cart', 'wishlist', 'announcement\\w*', 'tooltip', 'loading', 'spinner', 'sponsor\\w*'],
  ...['trending', 'popular', 'most-read', 'more-stories', 'jump-?links?', 'back-to-top', 'testimonials?', 'swatch\\w*'],
  ...['(?:post|user)-?profile', 'avatars?', 'user-?(?:title|details|info)', 'buttons?', 'actions', 'tools', 'controls'],
  ...['badges?', 'popover', 'top-bar', 'load-more', 'expand-link', 'navigation', 'versions?'],
  ...['bar', 'compare', 'search', 'catlinks', 'votes?', 'voting', 'byline', 'author-name', 'posted-(?:in|on|by)'],
  ...[
    '(?:entry|article|blog|post)-(?:item-)?(?:meta|info)',
    'product-meta',
    'copy-?(?:btn|button|code)',
    'copy-to-clipboard',
    'clipboard',
    'btn-clipboard',
  ],
  ...['author-?(?:bio|box|card|info|profile)', 'post-?author', 'about-?(?:the-?)?author'],
  ...['entry-?footer', 'share-?bar', 'buy-?box', 'donat(?:e|ion)s?'],
  ...['prev-?next', 'next-?prev', '(?:version|language|lang|theme)-(?:switch(?:er)?|picker|select(?:or)?)'],
  ...['table-?of-?contents', 'on-this-page'],
);
/** Names of columns beside the text. */
const COLUMN = words('side-?bars?', 'right-?(?:col(?:umn)?|rail)', 'widget-?area');
/** Names of short texts about other pages; the first paragraph of an article can have them, too. */
const TEASER = words('(?:\\w+-)?teasers?', 'news-?list', 'link-?box');
const COMMENTS = words('(?<!tsd-)comments?(?:-?(?:area|list|section))?');
const ADMONITION = words(
  ...[
    'admonition',
    'callout',
    'custom-block',
    'information-macro',
    'starlight-aside',
    'note',
    'tip',
    'warning',
    'caution',
    'important',
    'notice',
    'success',
  ],
  ...['info', 'danger', 'alert', 'hint'],
);
/** Names of the numbers beside code, and of blocks that have such numbers. */
const LINES = words('linenos?', 'line-numbers?', 'gutter', 'lnt', 'ln', 'hljs-ln-numbers');

/** Names of offers of a subscription, and of what only subscribers read. */
const OFFER = words('paywall', 'regwall', '(?:upgrade|subscri\\w+)-?(?:cta|box|wall|prompt|offer)');

/** Kinds that the class and the id of an element name, as bits. */
export const KIND = {
  furniture: 1,
  weak: 2,
  comments: 4,
  admonition: 8,
  lines: 16,
  column: 32,
  teaser: 64,
  offer: 128,
} as const;
const RULES: readonly (readonly [RegExp, number])[] = [
  [FURNITURE, KIND.furniture],
  [WEAK, KIND.weak],
  [COMMENTS, KIND.comments],
  [ADMONITION, KIND.admonition],
  [LINES, KIND.lines],
  [COLUMN, KIND.column],
  [TEASER, KIND.teaser],
  [OFFER, KIND.offer],
];
/** A class such as `has-sidebar` names a neighbour of its element: it gives the element no kind. */
const BESIDE = /(?:^|[_-])(?:with|has)[_-]/i;
const SOME_BESIDE = /(?:^|[\s_-])(?:with|has)[_-]/i;
const withoutBeside = (names: string): string =>
  SOME_BESIDE.test(names)
    ? names
        .split(/\s+/)
        .filter((name) => !BESIDE.test(name))
        .join(' ')
    : names;

/** Signatures of functions, of JSDoc, pdoc and YARD; that of a user is another block. */
const SIGNED = new Set(['span', 'h3', 'h4']);
const SIGNATURE = /(?:^|\s)signature(?:\s|$)/;
/** Most distinct names that are remembered; further names of a page are examined each time. */
const MOST_NAMES = 5_000;

/** Kinds of the elements of one page: each class is examined once. */
export class ElementKinds {
  readonly #known = new Map<string, number>();

  /**
   * An id of a defined term is an address, as `share` of an option.
   * @returns sum of `KIND`
   */
  of(element: ContentElement): number {
    const { class: classes, id } = element.attributes;
    if (classes !== undefined && SIGNED.has(element.name) && SIGNATURE.test(classes)) return 0;
    const named = classes === undefined ? 0 : this.#kindsOf(classes);
    const kinds = id === undefined ? 0 : this.#kindsOf(id);
    return kinds === 0 || element.name === 'dt' || isHeadingAnchor(element) ? named : named | kinds;
  }

  #kindsOf(names: string): number {
    const known = this.#known.get(names);
    if (known !== undefined) return known;
    const apart = withoutBeside(wordsApart(names));
    const kinds = RULES.reduce((sum, [named, kind]) => (named.test(apart) ? sum + kind : sum), 0);
    if (this.#known.size < MOST_NAMES) this.#known.set(names, kinds);
    return kinds;
  }
}
