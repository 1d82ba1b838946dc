import { answer } from '#test/site/hostile/answer.ts';
import type { Hazard, Place } from '#test/site/hostile/place.ts';

interface Written {
  /** Behind `text/html`. */
  readonly header?: string;
  /** In the head of the page. */
  readonly head?: string;
  /** Title as people read it. */
  readonly title: string;
  /** The page in its encoding. */
  readonly encode: (text: string) => Uint8Array;
  /** How the letters of the link's path come out. */
  readonly word?: string;
}

/** Letters of encodings that Node only reads, each as its bytes. */
const LETTERS: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = {
  'windows-1252': { é: [0xe9], '€': [0x80], ü: [0xfc] },
  'koi8-r': { м: [0xcd], и: [0xc9], р: [0xd2] },
  shift_jis: { 日: [0x93, 0xfa], 本: [0x96, 0x7b] },
  gbk: { 中: [0xd6, 0xd0], 文: [0xce, 0xc4] },
  'euc-kr': { 한: [0xc7, 0xd1], 글: [0xb1, 0xdb] },
  big5: { 漢: [0xba, 0x7e], 字: [0xa6, 0x72] },
};

const legacy =
  (name: string) =>
  (text: string): Uint8Array =>
    Uint8Array.from([...text].flatMap((letter) => LETTERS[name]?.[letter] ?? [letter.charCodeAt(0)]));
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const utf8 = (text: string): Buffer => Buffer.from(text);

/**
 * A page whose title and link are written in letters of its encoding; the path of a link is UTF-8
 * for any encoding of the page.
 */
function written(p: Place, { header = '', head = '', title, encode, word = title }: Written): string {
  const path = p.path();
  const leaf = p.path();
  p.leaf(`${leaf}/${encodeURIComponent(word)}`);
  const text = `${head}<title>${title} ${path.slice(1)}</title><a href="${leaf}/${word}">x</a><p>${p.host}${path}`;
  p.web.serve(p.host, path, answer({ headers: [`Content-Type: text/html${header}`], body: encode(text) }));
  p.web.expect(p.url(path), 'stored', { title: `${title} ${path.slice(1)}` });
  return path;
}

/** Encodings, and who says so. */
export const charsets: Readonly<Record<string, Hazard>> = {
  'windows-1252': (p) => [
    written(p, { header: '; charset=windows-1252', title: 'é€ü', encode: legacy('windows-1252') }),
    written(p, { header: '; charset=ISO-8859-1', title: 'é€', encode: legacy('windows-1252') }),
    written(p, { header: ';charset=latin1;x=y', title: 'ü', encode: legacy('windows-1252') }),
    written(p, { title: 'é', encode: legacy('windows-1252') }),
    written(p, { header: '; charset=nonsense', title: 'é', encode: legacy('windows-1252') }),
  ],
  'Cyrillic and Asian': (p) => [
    written(p, { header: '; charset=koi8-r', title: 'мир', encode: legacy('koi8-r') }),
    written(p, { head: '<meta charset=Shift_JIS>', title: '日本', encode: legacy('shift_jis') }),
    written(p, {
      head: '<meta http-equiv="Content-Type" content="text/html; charset=gb2312">',
      title: '中文',
      encode: legacy('gbk'),
    }),
    written(p, { header: '; charset=EUC-KR', title: '한글', encode: legacy('euc-kr') }),
    written(p, { header: '; charset="big5"', title: '漢字', encode: legacy('big5') }),
  ],
  'UTF-8': (p) => [
    written(p, { title: 'é☃', encode: (text) => utf8(`\ufeff${text}`) }),
    written(p, {
      header: '; charset=windows-1252',
      title: 'mark first é',
      word: 'é',
      encode: (text) => utf8(`\ufeff${text}`),
    }),
    written(p, { head: '<meta charset="utf-8">', title: '☃', encode: utf8 }),
    written(p, { header: '; charset=UTF8', head: '<meta charset=koi8-r>', title: 'ü', encode: utf8 }),
    written(p, { head: `<!--${'x'.repeat(2_000)}--><meta charset="utf-8">`, title: 'late é', word: 'é', encode: utf8 }),
    written(p, { head: '<meta charset=utf-16>', title: 'é no utf-16', word: 'é', encode: utf8 }),
  ],
  'UTF-16': (p) => [
    written(p, { title: 'é☃', encode: (text) => Buffer.from(`\ufeff${text}`, 'utf16le') }),
    written(p, { title: 'é', encode: (text) => utf16be(`\ufeff${text}`) }),
    written(p, { header: '; charset=utf-16le', title: '☃', encode: (text) => Buffer.from(text, 'utf16le') }),
    written(p, { header: '; charset=utf-16be', title: '☃☃', encode: utf16be }),
    written(p, {
      header: '; charset=utf-8',
      title: 'mark é',
      word: 'é',
      encode: (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
    }),
  ],
  'queries of other encodings': (p) => {
    const queried = (charset: string, letter: string, query: string): string => {
      const [path, leaf] = [p.path(), p.path()];
      p.leaf(`${leaf}?q=${query}`);
      const body = legacy(charset)(`${path} <a href="${leaf}?q=${letter}">x</a>`);
      return p.serve(path, answer({ headers: [`Content-Type: text/html; charset=${charset}`], body }), 'stored');
    };
    return [queried('windows-1252', 'é', '%E9'), queried('koi8-r', 'м', '%CD'), queried('euc-kr', '글', '%B1%DB')];
  },
  'bytes that are not text': (p) => {
    const leaf = p.path();
    p.leaf(`${leaf}/a%EF%BF%BDb`);
    return p.serve(
      p.path(),
      answer({
        headers: ['Content-Type: text/html; charset=utf-8'],
        body: Buffer.from(`<title>\xff\xfe</title><a href="${leaf}/a\xffb">x</a>${p.path()}`, 'latin1'),
      }),
      'stored',
    );
  },
};
