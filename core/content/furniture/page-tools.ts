import { type ContentElement, edgeText, elementsBelow, isInline, textOf } from '#core/content/tree/content-tree.ts';

/** Words, in six languages, of a link that serves the reader of the page. */
const TOOL = new RegExp(
  `^(?:${[
    ...[
      '(?:edit|improve|view) (?:this )?(?:page|docs?|document|article|source|section)(?: source)?(?: [io]n git\\w+)?',
    ],
    ...['edit [io]n git\\w+', 'page source', 'suggest (?:an )?edits?(?: to this page)?', 'skip to .{0,24}'],
    ...['(?:report|open|raise|create|file) (?:an? )?(?:documentation )?(?:issue|bug)', 'top'],
    ...['(?:go )?back to (?:the )?top(?: of (?:the )?page)?', '(?:print|share|e-?mail|tweet) this(?: \\w+)?'],
    ...['(?:(?:artikel|beitrag|rezept|seite) )?(?:drucken|teilen|(?:weiter)?empfehlen|kommentieren|versenden)'],
    ...['nach oben', 'zum seitenanfang', 'zurück(?: zu[rm]? .{1,24})?', 'zur (?:haupt|start)seite', 'zur übersicht'],
    ...['imprimer', 'partager', 'retour (?:à|au|aux|en) .{1,24}', 'haut de page', 'imprimir', 'compartir'],
    ...[
      '(?:\\u30da\\u30fc\\u30b8(?:\\u306e)?)?(?:\\u30c8\\u30c3\\u30d7|\\u5148\\u982d)(?:\\u3078|\\u306b)(?:\\u623b\\u308b)?',
      '(?:\\u8fd4\\u56de|\\u56de\\u5230)(?:\\u9875\\u9762)?\\u9876\\u90e8',
      '\\u043d\\u0430\\u0432\\u0435\\u0440\\u0445',
      'jump to (?:the )?recipe',
    ],
    ...[
      'select all',
      'reply',
      'report(?: (?:this )?(?:post|comment))?',
      'permalink',
      'antworten',
      'melden',
      'répondre',
      'responder',
    ],
    ...['volver (?:a|al) .{1,24}', 'condividi', 'terug naar .{1,24}', 'afdrukken'],
  ].join('|')})$`,
  'i',
);
const MOST_TOOL_WORDS = 7;

/**
 * A link that edits, reports or moves the page: “Edit this page”, “Back to top”.
 * @param isAlone no words but those of links are beside it; a sentence keeps its links
 */
export function isPageTool(link: ContentElement, isAlone: boolean): boolean {
  if (link.words === 0 || link.words > MOST_TOOL_WORDS) return false;
  return (isAlone || link.attributes.href?.startsWith('#') === true) && TOOL.test(textOf(link).trim());
}

const HELPFUL =
  /^(?:was|is|did) this (?:(?:page|article|document|docs?|content|section|information|guide|topic|post) )?(?:helpful|useful|help you)\b/i;
/** A block of more words is not a question with its buttons. */
const MOST_HELPFUL_WORDS = 60;

/** A block that asks whether the page was helpful. */
export const asksForHelpfulness = (element: ContentElement): boolean =>
  element.words > 2 &&
  element.words <= MOST_HELPFUL_WORDS &&
  !isInline(element) &&
  HELPFUL.test(edgeText(element, 1).trim());

const SUBSCRIBE = /\b(?:subscribe(?:rs?)?|subscription|sign in|log in|members? only|abonnieren|abonn\w+|anmelden)\b/i;
/** A block of more words is text that only subscribers read. */
const MOST_OFFER_WORDS = 60;

/** Does a block that is named a paywall offer a subscription? */
export const offersSubscription = (element: ContentElement): boolean =>
  element.words > 2 && element.words <= MOST_OFFER_WORDS && SUBSCRIBE.test(textOf(element));

const ALSO_READ = new RegExp(
  `^(?:${[
    ...['(?:also|further|follow-up) read(?:ing)?', '(?:see|read) (?:also|more)', 'read'],
    ...['lesen sie (?:auch|dazu|hier|mehr)', 'mehr(?: (?:dazu|zum thema))?', 'auch interessant', 'passend dazu'],
    ...['siehe auch', '(?:à )?lire aussi', 'lea también', 'leggi anche', 'lees ook'],
  ].join('|')})\\s{0,3}(?::|$)`,
  'i',
);
/** Words beside the link. */
const MOST_LABEL_WORDS = 4;

/** A paragraph that is a link to another page and says so: “Also read: …”. */
export const isAlsoRead = (element: ContentElement): boolean =>
  element.name === 'p' &&
  element.linkWords > 0 &&
  element.linkWords >= element.words - MOST_LABEL_WORDS &&
  ALSO_READ.test(edgeText(element, 1).trim());

const CONTENTS = { links: 3, share: 0.8, mostWords: 5_000 };

/** A list of links to places of the same page: its table of contents, which the headings repeat. */
export function isContentsList(element: ContentElement): boolean {
  if (element.name !== 'ul' && element.name !== 'ol') return false;
  if (element.words > CONTENTS.mostWords) return false;
  if (element.linkWords < Math.max(CONTENTS.links, element.words * CONTENTS.share)) return false;
  const links = elementsBelow(element, ({ name }) => name === 'a');
  const within = links.filter(({ attributes }) => attributes.href?.startsWith('#') === true);
  return links.length >= CONTENTS.links && within.length >= links.length * CONTENTS.share;
}
