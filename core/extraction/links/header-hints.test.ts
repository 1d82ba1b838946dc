import { describe, expect, it } from 'vitest';
import { xRobotsTag } from '#core/extraction/html/robots-directives.ts';
import { languageLinks, linkHeader, refreshHeader } from '#core/extraction/links/header-hints.ts';
import { parseRefresh } from '#core/extraction/links/refresh.ts';
import { srcsetAddresses } from '#core/extraction/links/srcset.ts';
import { HANGS } from '#test/hang.ts';

const brief = (value: string) =>
  linkHeader(value).map(({ kind, href, nofollow }) => `${kind} ${nofollow ? '!' : ''}${href}`);

describe('linkHeader', () => {
  it.each([
    ['</2>; rel=next', ['link /2']],
    ['</2>; rel="NEXT nofollow"', ['link !/2']],
    [
      '<https://x.test/a,b;c>; rel="canonical", </de>; hreflang=de; rel=alternate',
      ['canonical https://x.test/a,b;c', 'alternate /de'],
    ],
    ['</a>; title="x, <y>; rel=next"; rel=canonical', ['canonical /a']],
    ['</a>; rel=prev; rel=next', []],
    ['</a>; rel="next canonical"', ['link /a', 'canonical /a']],
    ['</a>; rel=next; anchor="/other"', []],
    ['</s.css>; rel="alternate stylesheet"', []],
    [', </a>;rel=next ,, <b> ; rel = next', ['link /a', 'link b']],
    ['<>; rel=next', ['link ']],
    ['garbage', []],
    ['</a>; rel="next', ['link /a']],
  ])('%s', (value, expected) => expect(brief(value)).toEqual(expected));

  it('has the languages of other versions', () => {
    const value =
      '</de>; rel=alternate; hreflang=DE, </x>; rel=alternate, </y>; hreflang=fr, </z>;rel="alternate"; hreflang="pt-BR"';

    expect(languageLinks(value)).toEqual([
      { language: 'de', href: '/de' },
      { language: 'pt-br', href: '/z' },
    ]);
    expect(languageLinks('</a>;rel=alternate;hreflang=de,'.repeat(1_000))).toHaveLength(100);
  });

  it('is bounded and linear (N8)', HANGS, () => {
    expect(linkHeader('</a>; rel=next,'.repeat(100_000))).toHaveLength(100);
    expect(linkHeader(`<${'x'.repeat(9_000)}>; rel=next`)).toEqual([]);
    for (const part of ['<', '<>;"', '<>;a="\\', ';', ', ', '<>;  ']) linkHeader(part.repeat(1_000_000));
  });
});

describe('a refresh', () => {
  it.each([
    ['0; url=/a', 0, '/a'],
    ['5;URL="/a b"', 5, '/a b'],
    [" 3.9 ,url = '/x' junk", 3, '/x'],
    ['1 /plain', 1, '/plain'],
    ['.5;/a', 0, '/a'],
    ["2;url='/open", 2, '/open'],
    ['7;urls', 7, 'urls'],
  ])('%s', (content, seconds, href) => expect(parseRefresh(content)).toEqual({ seconds, href }));

  it.each(['', '5', '5;', '5; url=', 'url=/a', '-1;url=/a', '\u0665;url=/a', '5url=/a'])(
    'without an address or time is none: %s',
    (content) => expect(parseRefresh(content)).toBeNull(),
  );

  it('in a header is a link up to 10 seconds', () => {
    expect(refreshHeader('10; url=/a')).toEqual({ href: '/a', kind: 'refresh', nofollow: false });
    expect(refreshHeader('11; url=/a')).toBeNull();
    expect(refreshHeader(`0; url=/${'a'.repeat(9_000)}`)).toBeNull();
  });
});

describe('xRobotsTag (I2)', () => {
  const said = (...values: string[]) => {
    const { noindex, nofollow } = xRobotsTag(values, 'Surf-Crawler');
    return `${noindex ? 'noindex' : 'index'} ${nofollow ? 'nofollow' : 'follow'}`;
  };
  it.each([
    [['noindex'], 'noindex follow'],
    [['NoIndex, NOFOLLOW'], 'noindex nofollow'],
    [['none'], 'noindex nofollow'],
    [['index', 'nofollow'], 'index nofollow'],
    [['googlebot: noindex'], 'index follow'],
    [['surf-crawler: noindex'], 'noindex follow'],
    [['googlebot: noindex, nofollow', 'nofollow'], 'index nofollow'],
    [['googlebot: nofollow, surf-crawler: noindex, nofollow'], 'noindex nofollow'],
    [['max-snippet: 20, noindex'], 'noindex follow'],
    [['unavailable_after: 25 Jun 2010 15:00:00 PST, nofollow'], 'index nofollow'],
    [['noindexed'], 'index follow'],
    [[], 'index follow'],
  ])('%j is %s', (values, expected) => expect(said(...values)).toBe(expected));
});

describe('srcsetAddresses', () => {
  it.each([
    ['a.png, b.png 2x', ['a.png', 'b.png']],
    ['a.png 1x,b.png 2x', ['a.png', 'b.png']],
    ['a,b.png 100w, data:x,y 2x', ['a,b.png', 'data:x,y']],
    ['a (1, 2), b', ['a', 'b']],
    [' , ,', []],
    ['a, , b', ['a', 'b']],
  ])('%s', (srcset, expected) => expect(srcsetAddresses(srcset)).toEqual(expected));
});
