/** What this module needs of an element; linkedom's fits. */
export interface Content {
  readonly textContent: string | null;
  readonly parentNode: unknown;
  readonly tagName: string;
  readonly innerHTML: string;
  getAttribute(name: string): string | null;
  querySelector(selector: string): Content | null;
  querySelectorAll(selector: string): ArrayLike<Content>;
  remove(): void;
}

/** Elements that are no content of a page, wherever they are. */
const FURNITURE =
  'nav,footer,aside,[role=navigation],[role=banner],[role=contentinfo],[role=complementary],[role=search],' +
  '[hidden],[aria-hidden=true],script,style,noscript,template,svg,form,iframe,button,dialog,select,' +
  '.linenos,.lineno,.line-numbers,.gutter';
/** Words of a class or id that name furniture. */
const FURNITURE_NAMES =
  /(?:^|[\s_-])(?:cookies?|consent|share|sharing|social|breadcrumbs?|related|sidebar|newsletter|subscribe|popup|modal|advert|ads?|promo|menu|navbar|nav|footer|pagination|pager|toc|skip|widget|recommend\w*|banner|tags|signup|login)(?:$|[\s_-])/i;
/** Signs that lead to their own heading. */
const HEADING_SIGNS = /^[¶#§🔗]$/u;
/** In this order: the first that has enough of the page's words is its content. */
const ROOTS = ['[itemprop=articleBody]', 'main', '[role=main]', '#main-content', '#content', 'article'];
/** More articles than these are a list of them. */
const MOST_ARTICLES = 2;
const LEAST_WORDS = 60;
const LEAST_SHARE = 0.3;

/** Removes navigation, banners, forms, hidden elements, line numbers and signs of headings. */
export function removeFurniture(body: Content): void {
  for (const element of all(body, FURNITURE)) element.remove();
  for (const header of all(body, 'header')) if (header.querySelector('h1') === null) header.remove();
  for (const link of all(body, 'a')) if (HEADING_SIGNS.test((link.textContent ?? '').trim())) link.remove();
  for (const element of all(body, '[class],[id]')) {
    if (element.parentNode === null || /^(?:BODY|MAIN|ARTICLE|PRE|CODE|SPAN)$/i.test(element.tagName)) continue;
    const names = `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`;
    if (FURNITURE_NAMES.test(names) && element.querySelector('h1,main,article') === null) element.remove();
  }
}

/**
 * The element that a page marks as its content.
 * @param body without furniture
 * @returns null when no marked element has 60 words and 30 % of those of the body
 */
export function contentRoot(body: Content): Content | null {
  const total = wordsIn(body);
  for (const selector of ROOTS) {
    const elements = all(body, selector);
    if (selector === 'article' && elements.length > MOST_ARTICLES) continue;
    const [best] = elements
      .slice(0, 20)
      .map((element) => ({ element, words: wordsIn(element) }))
      .sort((a, b) => b.words - a.words);
    if (best !== undefined && best.words >= Math.max(LEAST_WORDS, total * LEAST_SHARE)) return best.element;
  }
  return null;
}

const all = (root: Content, selector: string): Content[] => Array.from(root.querySelectorAll(selector));

/** Words of a text, roughly: runs of letters and digits. */
export const wordsIn = ({ textContent }: Pick<Content, 'textContent'>): number =>
  (textContent ?? '').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
