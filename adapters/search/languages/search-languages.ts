import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as hindi } from '@orama/stemmers/indian';
import { stemmer as indonesian } from '@orama/stemmers/indonesian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as lithuanian } from '@orama/stemmers/lithuanian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as tamil } from '@orama/stemmers/tamil';
import { stemmer as turkish } from '@orama/stemmers/turkish';

/**
 * The Snowball stemmer of each language that Surf reduces to stems, by the first part of its tag.
 * Each takes a word in lower case, normalized (NFC). The order is that of their tables: files name
 * a table by its place, so a language is only ever added at the end. Another version of the package
 * may give other stems; then the format of the files goes up.
 */
export const STEMMERS = {
  da: danish,
  de: german,
  es: spanish,
  fi: finnish,
  fr: french,
  hu: hungarian,
  it: italian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  sv: swedish,
  tr: turkish,
  ar: arabic,
  el: greek,
  hi: hindi,
  id: indonesian,
  lt: lithuanian,
  ta: tamil,
} as const;
export type SearchLanguage = keyof typeof STEMMERS;
export const SEARCH_LANGUAGES = Object.keys(STEMMERS) as readonly SearchLanguage[];

/** Bokmål and Nynorsk name themselves, and share the stemmer of Norwegian. */
const OTHER_TAGS: Readonly<Record<string, SearchLanguage>> = { nb: 'no', nn: 'no' };

/** @returns null for a language without a stemmer here; English has that of SQLite */
export function searchLanguageOf(tag: string): SearchLanguage | null {
  const language = OTHER_TAGS[tag] ?? tag;
  return Object.hasOwn(STEMMERS, language) ? (language as SearchLanguage) : null;
}
