import { SurfError } from '#core/error.ts';
import { nearestName } from '#core/faults/nearest-name.ts';
import { type Moment, parseMoment } from '#core/search/moment.ts';
import { SEARCH_KINDS, type SearchKind } from '#core/search/search-document.ts';

/** Most characters of a query. */
export const MOST_QUERY = 400;
/** Most terms of a query; longer questions are cut. */
export const MOST_TERMS = 32;

/** A text that pages have, or must not have. */
export interface TextTerm {
  /**
   * `word`: one that ranks pages; `phrase`: these words in this order; `title`: these in the title.
   */
  readonly type: 'word' | 'phrase' | 'title';
  readonly text: string;
  readonly not: boolean;
}

/** A property that pages have, or must not have. */
export type FilterTerm =
  /** This host and its subdomains. */
  | { readonly type: 'site'; readonly host: string; readonly not: boolean }
  | { readonly type: 'type'; readonly kind: SearchKind; readonly not: boolean }
  /** First part of a language tag (BCP 47), in lower case. */
  | { readonly type: 'lang'; readonly language: string; readonly not: boolean }
  /** Time of the last change; a page without a known one never matches, negated or not. */
  | { readonly type: 'changed'; readonly is: 'before' | 'after'; readonly moment: Moment; readonly not: boolean };

/** True: the query ranks no page above another, as it names no text that pages have. */
export const ranksNothing = ({ texts }: SearchQuery): boolean => texts.every(({ not }) => not);

/** A query, parsed. */
export interface SearchQuery {
  /** Words and fields. If all are negated, the query finds every page that they do not exclude. */
  readonly texts: readonly TextTerm[];
  readonly filters: readonly FilterTerm[];
}

/** Each term: a minus, a field with a colon, a phrase in quotes or characters without space. */
const TERM = /(-?)(?:(site|title|type|lang|changed):)?(?:"([^"]*)"?|([^\s"]+))/giu;
/** A field before a space or the end; as a word it finds nothing. */
const BARE_FIELD = /^(?:site|title|type|lang|changed):$/i;
const EXAMPLES: Readonly<Record<string, string>> = {
  'site:': 'site:docs.example.org',
  'title:': 'title:price',
  'type:': 'type:html',
  'lang:': 'lang:en',
  'changed:': 'changed:<7d',
};
const HAS_WORD = /[\p{L}\p{N}]/u;
const HOST = /^[^\s/:?#@]{1,253}$/;
const LANGUAGE = /^[a-z]{2,3}$/;

/**
 * Reads a query: words, "phrases", -not, site:, title:, type:, lang:, changed:. Everything
 * else is a word; operators of other search engines are words, too.
 * @throws SurfError REQUEST_INVALID for a query that is too long or has no term, and for a field
 * that has no value or a wrong one
 */
export function parseSearchQuery(text: string): SearchQuery {
  if (text.length > MOST_QUERY) {
    throw refused(`the query has ${text.length} characters`, `give at most ${MOST_QUERY}`);
  }
  const texts: TextTerm[] = [];
  const filters: FilterTerm[] = [];
  for (const [, minus, field = '', phrase, word = ''] of text.matchAll(TERM)) {
    if (texts.length + filters.length === MOST_TERMS) break;
    const not = minus === '-';
    const value = phrase ?? word;
    if (BARE_FIELD.test(word)) throw withoutValue(word);
    const filter = filterOf(field.toLowerCase(), value, not);
    if (filter !== null) filters.push(filter);
    else if (HAS_WORD.test(value)) {
      const type = field !== '' ? 'title' : phrase !== undefined && /\s/.test(value.trim()) ? 'phrase' : 'word';
      texts.push({ type, text: value, not });
    } else if (field !== '') throw withoutValue('title:');
  }
  if (texts.length + filters.length > 0) return { texts, filters };
  throw refused('the query has nothing to look for', 'give a word that the pages have, or a field: lang:en');
}

function withoutValue(field: string): SurfError {
  const name = field.toLowerCase();
  return refused(`${name} has no value`, `write one behind the colon, without a space: ${EXAMPLES[name]}`);
}

/** @returns null for a term that is text */
function filterOf(field: string, value: string, not: boolean): FilterTerm | null {
  if (field === 'site') return { type: 'site', host: hostOf(value), not };
  if (field === 'changed') return { type: 'changed', ...changeOf(value), not };
  if (field === 'lang') return { type: 'lang', language: languageOf(value), not };
  return field === 'type' ? { type: 'type', kind: kindOf(value), not } : null;
}

function hostOf(value: string): string {
  const host = value.toLowerCase().replace(/^\*?\./, '');
  if (!HOST.test(host))
    throw refused(`site:${value.slice(0, 100)} names no host`, 'give a host: site:docs.example.org');
  return URL.parse(`http://${host}/`)?.hostname ?? host; // as crawled addresses are written
}

function languageOf(value: string): string {
  const [language = ''] = value.toLowerCase().split('-', 1);
  if (LANGUAGE.test(language)) return language;
  throw refused(`lang:${value.slice(0, 100)} names no language`, 'give its code: lang:en');
}

/** `<7d` is after a moment: less than seven days ago. */
function changeOf(value: string): { is: 'before' | 'after'; moment: Moment } {
  const [sign, text] = [value.charAt(0), value.slice(1)];
  const moment = sign === '<' || sign === '>' ? parseMoment(text, sign === '<' ? 'start' : 'end') : null;
  if (moment !== null) return { is: (sign === '<') === 'agoMs' in moment ? 'after' : 'before', moment };
  throw refused(
    `changed:${value.slice(0, 100)} names no time`,
    'give changed:<7d (less than 7 days ago; h, d and w are hours, days and weeks), changed:>30d (longer ago), ' +
      'changed:<2026-11-01 (before that day, UTC) or changed:>2026-11-01 (after it)',
  );
}

function kindOf(value: string): SearchKind {
  const kind = SEARCH_KINDS.find((known) => known === value.toLowerCase());
  if (kind !== undefined) return kind;
  const nearest = nearestName(value.slice(0, 100).toLowerCase(), SEARCH_KINDS);
  throw refused(
    `type:${value.slice(0, 100)} is unknown`,
    `did you mean ${nearest}? known are ${SEARCH_KINDS.join(', ')}`,
  );
}

const refused = (message: string, remedy: string): SurfError => new SurfError('REQUEST_INVALID', message, { remedy });
