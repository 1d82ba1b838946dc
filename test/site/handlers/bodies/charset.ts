import type { Pathology } from '#test/site/pathology.ts';

/** The title `Größe café` in its bytes, and how the page says what they mean. */
const LATIN = [0x47, 0x72, 0xf6, 0xdf, 0x65, 0x20, 0x63, 0x61, 0x66, 0xe9];
const CYRILLIC_1251 = [0xcc, 0xe8, 0xf0]; // Мир
const SHIFT_JIS = [0x93, 0xfa, 0x96, 0x7b]; // 日本

interface Page {
  readonly type: string;
  readonly meta: string;
  readonly title: readonly number[];
  readonly before?: readonly number[];
}

const utf8 = (text: string): number[] => [...Buffer.from(text)];
const PAGES: Readonly<Record<string, Page>> = {
  'header-latin1': { type: 'text/html; charset=iso-8859-1', meta: '', title: LATIN },
  'header-quoted': { type: 'text/html; charset="windows-1251"', meta: '', title: CYRILLIC_1251 },
  'meta-1251': { type: 'text/html', meta: '<meta charset="windows-1251">', title: CYRILLIC_1251 },
  'meta-equiv': {
    type: 'text/html',
    meta: '<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">',
    title: SHIFT_JIS,
  },
  'header-beats-meta': {
    type: 'text/html; charset=utf-8',
    meta: '<meta charset="windows-1251">',
    title: utf8('Größe'),
  },
  'bom-beats-header': {
    type: 'text/html; charset=windows-1251',
    meta: '',
    title: utf8('Größe'),
    before: [0xef, 0xbb, 0xbf],
  },
  'late-meta': {
    type: 'text/html',
    meta: `<!-- ${'x'.repeat(2_000)} --><meta charset="windows-1251">`,
    title: CYRILLIC_1251,
  },
  none: { type: 'text/html', meta: '', title: LATIN },
  unknown: { type: 'text/html; charset=martian', meta: '', title: LATIN },
};

/** Titles as a reader sees them, by kind; for tests. `none`, `unknown`: windows-1252. */
export const CHARSET_TITLES: Readonly<Record<string, string>> = {
  'header-latin1': 'Größe café',
  'header-quoted': 'Мир',
  'meta-1251': 'Мир',
  'meta-equiv': '日本',
  'header-beats-meta': 'Größe',
  'bom-beats-header': 'Größe',
  none: 'Größe café',
  unknown: 'Größe café',
  utf16: 'Größe',
};

/** `/charset/<kind>`: a title in some encoding, named by BOM, header, meta or nothing. */
export const charset: Pathology = {
  name: 'charset',
  about: 'Encodings named by BOM, header, meta, late meta or nothing, right and wrong.',
  examples: Object.fromEntries([...Object.keys(PAGES), 'utf16'].map((kind) => [`/charset/${kind}`, 'stored'])),
  handle: (exchange) => {
    const found = PAGES[exchange.part(1)];
    if (found === undefined) {
      const text = Buffer.from('\ufeff<title>Größe</title><a href="/charset/none">next</a>', 'utf16le');
      return exchange.send(200, { 'content-type': 'text/html' }, text);
    }
    const open = utf8(`<html><head>${found.meta}<title>`);
    const rest = utf8(`</title></head><body>${exchange.part(1)} <a href="/charset/none">next</a></body></html>`);
    const bytes = Uint8Array.from([...(found.before ?? []), ...open, ...found.title, ...rest]);
    exchange.send(200, { 'content-type': found.type }, bytes);
  },
};
