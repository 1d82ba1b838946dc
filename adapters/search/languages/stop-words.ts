import { stopwords as danish } from '@orama/stopwords/danish';
import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as finnish } from '@orama/stopwords/finnish';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as greek } from '@orama/stopwords/greek';
import { stopwords as hindi } from '@orama/stopwords/indian';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as norwegian } from '@orama/stopwords/norwegian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as russian } from '@orama/stopwords/russian';
import { stopwords as swedish } from '@orama/stopwords/swedish';
import { stopwords as tamil } from '@orama/stopwords/tamil';
import { stopwords as turkish } from '@orama/stopwords/turkish';
import { folded } from '#adapters/search/languages/folded-word.ts';
import type { SearchLanguage } from '#adapters/search/languages/search-languages.ts';

/**
 * The package has 577 Spanish words, `empleo` (work) and `nuevo` (new) among them: people look for
 * those. These are articles, prepositions, pronouns, conjunctions and forms of be and have.
 */
const SPANISH = `a al algo ante aquel aquella aquellas aquello aquellos aunque cada como con contra cual cuales
  cuando de del desde donde e el ella ellas ellos en entre era eran es esa esas ese eso esos esta estaba estaban
  estan estar estas este esto estos estoy fue fueron ha habia habian han has hasta hay he la las le les lo los mas me
  mi mis mucho muy ni no nos nosotros nuestra nuestras nuestro nuestros o os otra otras otro otros para pero poco por
  porque que quien quienes se sea sean ser si sido sin sobre son soy su sus suya suyas suyo suyos tambien tan te
  tiene tienen todo todos tu tus un una unas uno unos y ya yo`.split(/\s+/);

/**
 * Words that a page need not have, by language. Arabic, Hungarian, Indonesian, Lithuanian and
 * Romanian have none: the lists of the package have words that people look for, or broken letters.
 */
const LISTS: Readonly<Partial<Record<SearchLanguage, readonly string[]>>> = {
  da: danish,
  de: german,
  es: SPANISH,
  fi: finnish,
  fr: french,
  it: italian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  ru: russian,
  sv: swedish,
  tr: turkish,
  el: greek,
  hi: hindi,
  ta: tamil,
};

const SETS = new Map<SearchLanguage, ReadonlySet<string>>();

/** @param word in lower case, in the form of `folded` */
export function isStopWord(language: SearchLanguage, word: string): boolean {
  let words = SETS.get(language);
  if (words === undefined) {
    words = new Set((LISTS[language] ?? []).map((listed) => folded(listed)));
    SETS.set(language, words);
  }
  return words.has(word);
}
