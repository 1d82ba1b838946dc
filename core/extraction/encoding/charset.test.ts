import { describe, expect, it } from 'vitest';
import { charsetOf, decodeText, sniffCharset, toUtf8 } from '#core/extraction/encoding/charset.ts';

const bytes = (latin1: string) => Buffer.from(latin1, 'latin1');

describe('sniffCharset', () => {
  it.each([
    ['a byte order mark beats everything', '\xef\xbb\xbf<meta charset=koi8-r>', 'text/html; charset=gbk', 'utf-8'],
    ['also that of UTF-16', '\xff\xfe<\0', 'text/html; charset=gbk', 'utf-16le'],
    ['big endian too', '\xfe\xff\0<', null, 'utf-16be'],
    ['HTTP beats meta', '<meta charset=koi8-r>', 'text/html; charset="GB2312"', 'gbk'],
    ['labels that nobody knows do not count', '<meta charset=koi8-r>', 'text/html; charset=klingon', 'koi8-r'],
    ['nor does a parameter with spaces around', '', 'text/html; charset = koi8-r', 'windows-1252'],
    ['nor the replacement encoding', '<meta charset=big5>', 'text/html; charset=iso-2022-kr', 'big5'],
    ['meta charset', '<p><META CHARSET = " Shift_JIS ">', 'text/html', 'shift_jis'],
    [
      'meta http-equiv in any order',
      '<meta content="text/html; charset=euc-jp" http-equiv=Content-Type>',
      null,
      'euc-jp',
    ],
    ['meta without http-equiv is none', '<meta content="text/html; charset=euc-jp">', null, 'windows-1252'],
    ['not in a comment', '<!-- <meta charset=big5> --><meta charset=euc-kr>', null, 'euc-kr'],
    ['not in an attribute', '<p title="<meta charset=big5>"><meta charset=euc-kr>', null, 'euc-kr'],
    ['the first attribute counts', '<meta charset=big5 charset=euc-kr>', null, 'big5'],
    ['UTF-16 in a meta is UTF-8', '<meta charset=utf-16>', null, 'utf-8'],
    ['x-user-defined is windows-1252', '<meta charset=x-user-defined>', null, 'windows-1252'],
    ['an XML declaration', '<?xml version="1.0" encoding="iso-8859-2"?>', null, 'iso-8859-2'],
    ['latin1 is windows-1252', '', 'text/html; charset=ISO-8859-1', 'windows-1252'],
    ['nothing at all', 'caf\xe9', 'text/html', 'windows-1252'],
    ['nothing at all, and ASCII', 'cafe', 'text/html', 'windows-1252'],
    ['nothing at all, and UTF-8', 'caf\xc3\xa9', 'text/html', 'utf-8'],
    ['UTF-8 whose last character is cut off', 'caf\xc3\xa9 \xe6\x97', null, 'utf-8'],
    ['one byte that is not UTF-8 decides', 'caf\xc3\xa9 \xe9t\xc3\xa9', null, 'windows-1252'],
    ['what the page says beats its bytes', '<meta charset=koi8-r>caf\xc3\xa9', null, 'koi8-r'],
    ['a meta beyond 1,024 bytes is not seen here', `${' '.repeat(1024)}<meta charset=big5>`, null, 'windows-1252'],
  ])('%s', (_, body, contentType, expected) => expect(sniffCharset(bytes(body), contentType)).toBe(expected));

  it('tells what a later meta element can no longer change', () => {
    expect(charsetOf(bytes(''), 'text/html; charset=utf-8', 'html').certain).toBe(true);
    expect(charsetOf(bytes('<meta charset=utf-8>'), null, 'html').certain).toBe(false);
  });

  it('is UTF-8 for XML and JSON that say nothing', () => {
    expect(charsetOf(bytes('{}'), 'application/json', 'json').name).toBe('utf-8');
    expect(charsetOf(bytes('<rss/>'), 'application/rss+xml', 'xml').name).toBe('utf-8');
    expect(charsetOf(bytes('x'), 'text/plain', 'text').name).toBe('windows-1252');
  });

  it('is UTF-8 for text that says nothing and is UTF-8', () => {
    expect(charsetOf(bytes('Gr\xc3\xb6\xc3\x9fe'), 'text/markdown', 'text').name).toBe('utf-8');
    expect(charsetOf(bytes(`${'a'.repeat(1024 * 1024 - 1)}\xc3\xa9`), 'text/plain', 'text').name).toBe('utf-8');
  });
});

describe('decodeText and toUtf8', () => {
  it('never throw, and drop the byte order mark', () => {
    expect(decodeText(bytes('\xff\xfea\0'), 'utf-16le')).toBe('a');
    expect(decodeText(bytes('a\x80\xff'), 'utf-8')).toBe('a\ufffd\ufffd');
    expect(toUtf8(bytes('\x80'), 'windows-1252').toString()).toBe('€');
  });
});
