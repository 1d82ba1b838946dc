import { describe, expect, it } from 'vitest';
import { folded } from '#adapters/search/languages/folded-word.ts';
import {
  SEARCH_LANGUAGES,
  type SearchLanguage,
  searchLanguageOf,
} from '#adapters/search/languages/search-languages.ts';
import { stemOf, withWords } from '#adapters/search/languages/word-stems.ts';

/** Words, and their stems by PyStemmer 3.1 (Snowball's own code in C; of Dutch `dutch_porter`). */
const STEMS: readonly (readonly [SearchLanguage, words: string, stems: string])[] = [
  ['da', 'hold holder holdt børn børnene', 'hold hold hold børn børn'],
  ['de', 'haus hauses häuser häusern einfacher einfachen', 'haus haus haus haus einfach einfach'],
  ['es', 'canción canciones trabajo trabajos trabajar', 'cancion cancion trabaj trabaj trabaj'],
  ['fi', 'talo talossa talot talojen', 'talo talo talo talo'],
  ['fr', 'cheminée cheminées continuer continuait égal égale', 'chemin chemin continu continu égal égal'],
  ['hu', 'ház házak házban egészen egészet', 'ház ház ház egész egész'],
  ['it', 'lavoro lavori lavorare lavoratori', 'lavor lavor lavor lavor'],
  ['nl', 'huizen gebruikt gebruikte lampen lamp', 'huiz gebruikt gebruikt lamp lamp'],
  ['no', 'barn barna barnet båter båten', 'barn barn barn båt båt'],
  ['pt', 'casa casas primeiro primeiras nações', 'cas cas primeir primeir naçõ'],
  ['ro', 'locul locului perioadă perioadele existat', 'loc loc perioad perioad exist'],
  ['ru', 'работа работы работу дома домов', 'работ работ работ дом дом'],
  ['sv', 'gång gånger gången lampor lampan', 'gång gång gång lamp lampan'],
  ['tr', 'evler evde kitaplar kitabı birliği', 'ev ev kitap kitap birlik'],
  ['ar', 'السبب سبب واحدة الواحد', 'سبب سبب واحد واحد'],
  ['el', 'καλά καλό καλύτερα λίγο λίγα', 'καλ καλ καλ λιγ λιγ'],
  ['hi', 'किताबें किताबों लड़का लड़के', 'किताब किताब लड़क लड़क'],
  ['id', 'memiliki pemilik terbaru barunya', 'pilik pilik baru baru'],
  ['lt', 'miesto mieste miestą laiko laikas', 'miest miest miest laik laik'],
  ['ta', 'வீடுகள் வீட்டில் புத்தகங்கள் புத்தகம்', 'வீடு வீடு புத்தகம் புத்தகம்'],
];

const stemsIn = (language: SearchLanguage, text: string): string =>
  withWords(text, (word) => stemOf(language, word).stem);

describe('the stems of a language', () => {
  it.each(STEMS)('of %s are those of Snowball, without accents', (language, words, stems) => {
    const expected = folded(stems.normalize('NFC'));

    expect(stemsIn(language, words)).toBe(expected);
    expect(stemsIn(language, words.normalize('NFD').toUpperCase().toLowerCase())).toBe(expected);
  });

  it('are there for each language that has a table', () => {
    expect(STEMS.map(([language]) => language)).toEqual(SEARCH_LANGUAGES);
    expect(['nb', 'nn', 'de', 'en', 'pl', 'constructor'].map(searchLanguageOf)).toEqual([
      'no',
      'no',
      'de',
      null,
      null,
      null,
    ]);
  });

  it('are known with and without accents, where these differ', () => {
    expect(stemOf('es', 'Después')).toEqual({ word: 'despues', stem: 'despues', bare: 'despu' });
    expect(stemOf('de', 'Häuser')).toEqual({ word: 'hauser', stem: 'haus', bare: 'haus' });
    expect(stemOf('tr', 'ISPARTA').word).toBe('isparta');
    expect(stemsIn('ro', 'românești')).toBe(stemsIn('ro', 'româneşti'));
  });

  it('leave words beyond 64 characters as they are, and what separates words', () => {
    const long = `${'häus'.repeat(17)}ern`;

    expect(stemsIn('de', `Die «Häuser»—${long}\n42`)).toBe(`die «haus»—${long}\n42`);
  });
});
