import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { markupOf } from '#core/extraction/encoding/charset.ts';
import { HtmlScanner } from '#core/extraction/html/html-scanner.ts';
import { HELD_LINKS, MAX_HREF_BYTES, type RawLink } from '#core/extraction/links/link-list.ts';
import { type MoreLinks, type PageScan, type ScanOptions, scanPage } from '#core/extraction/page-scan.ts';
import { HANGS } from '#test/hang.ts';

const PLAIN: ScanOptions = { anchorText: false, resources: false, agentToken: 'surf-crawler' };
const UTF8 = 'text/html; charset=utf-8';
const scan = (html: string, options: Partial<ScanOptions> = {}): PageScan =>
  scanPage(Buffer.from(html), UTF8, { ...PLAIN, ...options });
const links = (html: string, options: Partial<ScanOptions> = {}) =>
  scan(html, options).links.map(({ kind, href, nofollow }) => `${kind} ${nofollow ? '!' : ''}${href}`);

/** Links beyond the first, as they are given. */
function rest(more: MoreLinks | null): RawLink[][] {
  const batches: RawLink[][] = [];
  more?.read((links) => {
    batches.push([...links]);
    return 'more';
  });
  return batches;
}

describe('scanPage finds links (H5)', () => {
  it('of every followed or recorded kind, in document order', () => {
    const html = `<link rel=next href=/n><link rel="canonical" href=/c><link rel=alternate href=/alt><meta http-equiv=Refresh content="10;url=/r">
      <body><A HREF=/a>x</A><map><area href=/area></map><iframe src=/i></iframe><frame src=/f>`;

    expect(links(html)).toEqual([
      'link /n',
      'canonical /c',
      'alternate /alt',
      'refresh /r',
      'a /a',
      'area /area',
      'iframe /i',
      'frame /f',
    ]);
  });

  it.each([
    ['<a href="/x?a=1&amp;b=2&copy=3&copy;&#x41;">', '/x?a=1&b=2&copy=3©A'],
    ['<a href="\n /a\tb\r\nc \f">', '/abc'],
    ['<a href=/a"b>', '/a"b'],
    ['<a href=/a/>', '/a/'],
    ["<a title='>' href='/b'>", '/b'],
    ['<a/href="/c">', '/c'],
    ['<a HREF = /d href=/no>', '/d'],
    ['<a href="">', ''],
    ['<a href>', ''],
    ['<a href="/\0">', '/\ufffd'],
    ['<a href="/grün€">', '/grün€'],
    ['<a title="<a href=/no>" href="/e">', '/e'],
  ])('%s', (html, href) => expect(links(html)).toEqual([`a ${href}`]));

  it.each([
    '<!-- <a href=/no> -->',
    '<!-- a -- <a href=/no>',
    '<script>"<a href=/no>"</script>',
    '<script><!-- <script> </script> <a href=/no> --></script>',
    '<style><a href=/no></style>',
    '<textarea><a href=/no></TEXTAREA>',
    '<title><a href=/no></title>',
    '<template><a href=/no></template>',
    '<template><template></template><a href=/no></template>',
    '<iframe><a href=/no></iframe>',
    '<noembed><a href=/no></noembed>',
    '<noframes><a href=/no></noframes>',
    '<xmp><a href=/no></xmp>',
    '<plaintext></plaintext><a href=/no>',
    '<svg><![CDATA[<a href=/no>]]></svg>',
    '<? <a href=/no',
    '</div title="<a href=/no>">',
    '<a-b href=/no>',
    '<a\0 href=/no>',
    '<a href="/no"',
    '<a href="/no',
    '<a name=x>',
    '<form action=/no><button formaction=/no>',
    '<meta http-equiv=refresh content="11;url=/no">',
    '<noscript><meta http-equiv=refresh content="0;url=/no"></noscript>',
    '<body><link rel=canonical href=/no>',
    '<link rel=stylesheet href=/no>',
    '<iframe src="">',
  ])('none in %s', (html) => expect(links(html)).toEqual([]));

  it.each([
    ['<!--><a href=/1>', 1],
    ['<!-- --!><a href=/1>', 1],
    ['<script><!-- <script> </script> --></script><a href=/1>', 1],
    ['<script>"<!--"</script><a href=/1>', 1],
    ['<noscript><a href=/1></noscript>', 1],
    ['<svg><style><a href=/1></style></svg>', 1],
    ['<svg><a href=/1></a></svg>', 1],
    ['<svg><a xlink:href=/1></a><a XLink:Href=/3 href=/2></a></svg><a xlink:href=/no>', 2],
    ['<svg></svg><style><a href=/no></style>', 0],
    ['<![CDATA[ > <a href=/1> ]]>', 1],
    ['<select><a href=/1></select>', 1],
    ['<style></styles><a href=/no></style x="<a href=/no>"><a href=/1>', 1],
    ['a < b <a href=/1>', 1],
  ])('in %s: %i', (html, count) => expect(links(html)).toHaveLength(count));

  it('marks nofollow of a link with any separator of tokens', () => {
    expect(
      links(
        '<a rel="x,NoFollow" href=/1><a rel="x\nnofollow" href=/2><a rel=nofollowing href=/3><area rel=nofollow href=/4>',
      ),
    ).toEqual(['a !/1', 'a !/2', 'a /3', 'area !/4']);
  });

  it('and text and rel of anchors only if the caller needs them', () => {
    const html =
      '<a rel=" x  nofollow" href=/1> a <b>b</b>\n<!-- no --><i>&amp;c</i><script>no</script></a> d <a href=/2><img><a href=/3>e';

    expect(scan(html, { anchorText: true }).links).toEqual([
      { href: '/1', kind: 'a', nofollow: true, rel: 'x nofollow', text: 'a b &c' },
      { href: '/2', kind: 'a', nofollow: false, text: '' },
      { href: '/3', kind: 'a', nofollow: false, text: 'e' },
    ]);
    expect(scan(html).links[0]).toEqual({ href: '/1', kind: 'a', nofollow: true });
    expect(scan(`<a href=/>${'ab '.repeat(1_000_000)}`, { anchorText: true }).links[0]?.text).toHaveLength(500);
  });

  it('and the label of a link that has no text', () => {
    const { links } = scan(
      '<a href=/1 aria-label="Our shop"><svg><path/></svg> </a><a href=/2 aria-label=no>text</a><a href=/3> </a>',
      { anchorText: true },
    );

    expect(links.map(({ text }) => text)).toEqual(['Our shop', 'text', '']);
  });

  it('and the alternative text of images as text of their links', () => {
    const html = `<a href=/1><img src=/i alt=" Our &amp; shop">home</a><img alt=no><area href=/2 alt="The map">
      <a href=/3>a<IMG alt=b><template><img alt=no></template><svg><image alt=no /></svg></a><a href=/4><img alt=""></a>`;
    const textOf = (options: Partial<ScanOptions>) => scan(html, options).links.map(({ href, text }) => [href, text]);

    const expected = ['Our & shop home', 'The map', 'a b', ''].map((text, n) => [`/${n + 1}`, text]);
    expect(textOf({ anchorText: true })).toEqual(expected);
    expect(textOf({ anchorText: true, resources: true }).filter(([href]) => href !== '/i')).toEqual(expected);
    expect(textOf({}).map(([, text]) => text)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('and resources only if the caller needs them', () => {
    const html = `<link rel="shortcut icon" href=/i><link rel="alternate stylesheet" href=/s><script src=/j></script><img src=/p srcset="/p1 1x, /p2 2x">
      <picture><source srcset=/q></picture><video src=/no poster=/v></video><input type=image src=/t><input src=/no>`;

    expect(links(html)).toEqual([]);
    expect(scan(html, { resources: true }).links.map(({ href }) => href)).toEqual([
      '/i',
      '/s',
      '/j',
      '/p',
      '/p1',
      '/p2',
      '/q',
      '/v',
      '/t',
    ]);
  });
});

describe('scanPage finds facts', () => {
  it.each([
    ['<title> A &amp;\n B </title>', 'A & B'],
    ['<title></title><title>second</title>', null],
    ['<svg><title>no</title></svg><title>yes</title>', 'yes'],
    ['<template><title>no</title></template>', null],
    ['<TITLE>open <b>', 'open <b>'],
  ])('title of %s', (html, title) => expect(scan(html)).toMatchObject({ title, titleCut: false }));

  it.each([
    ['é'.repeat(512), 'é'.repeat(512), false],
    ['é'.repeat(513), 'é'.repeat(512), true],
    [`${'x'.repeat(511)}😀`, 'x'.repeat(511), true],
    [`${'x'.repeat(511)}   \n `, 'x'.repeat(511), false],
    [`${' '.repeat(5_000)}${'x'.repeat(512)}${' '.repeat(1_000)}`, 'x'.repeat(512), false],
    [`a${' '.repeat(9_000)}b`, 'a', true],
  ])('of a long title 512 characters, and whether it was cut (%#)', (written, title, titleCut) => {
    expect(scan(`<title>${written}</title>`)).toMatchObject({ title, titleCut });
  });

  it('first base and first canonical of the head', () => {
    const found = scan(
      '<base target=x><base href=" /a "><base href=/b><link rel=canonical href=/c><link rel=canonical href=/d>',
    );

    expect([found.baseHref, found.canonical]).toEqual(['/a', '/c']);
    expect(scan('<noscript><base href=/no></noscript>').baseHref).toBeNull();
    expect(scan('<head></head> <link rel=canonical href=/c>').canonical).toBe('/c');
    expect(scan('<p><link rel=canonical href=/c>').canonical).toBeNull();
    expect(scan('text<link rel=canonical href=/c>').canonical).toBeNull();
  });

  it.each([
    ['<meta name=robots content=noindex>', 'noindex'],
    ['<META NAME="ROBOTS" CONTENT="NONE">', 'noindex nofollow'],
    ['<meta name=robots content="index, nofollow"><body><meta content=noindex name=Surf-Crawler>', 'noindex nofollow'],
    ['<meta name=googlebot content=none>', ''],
    ['<meta name=robots>', ''],
    ['<template><meta name=robots content=none></template>', ''],
  ])('robots of %s', (html, expected) => {
    const { noindex, nofollow } = scan(html).robots;

    expect([noindex ? 'noindex' : '', nofollow ? 'nofollow' : ''].join(' ').trim()).toBe(expected);
  });
});

describe('scanPage reads encodings', () => {
  it.each([
    ['windows-1252', Buffer.from('<title>caf\xe9 \x80</title><a href="/\xe9">', 'latin1'), null],
    ['utf-8', Buffer.from('<meta charset=utf-8><title>café €</title><a href="/é">'), 'text/html'],
    ['utf-16le', Buffer.from('\ufeff<title>café €</title><a href="/é">', 'utf16le'), 'text/html'],
    [
      'utf-8',
      Buffer.from(`<!--${'x'.repeat(2_000)}--><meta charset=utf-8><title>café €</title><a href="/é">`),
      'text/html',
    ],
    [
      'utf-8',
      Buffer.from(`<script>"<meta charset=big5>"</script><meta charset=utf-8><title>café €</title><a href="/é">`),
      'text/html',
    ],
  ])('%s', (charset, body, contentType) => {
    const found = scanPage(body, contentType, PLAIN);

    expect([found.charset, found.title, found.links[0]?.href]).toEqual([charset, 'café €', '/é']);
  });

  it('and obeys a header even where a meta element differs', () => {
    const found = scanPage(Buffer.from('<meta charset=big5><title>é</title>'), UTF8, PLAIN);

    expect([found.charset, found.title]).toEqual(['utf-8', 'é']);
  });

  it.each(['text/plain', 'application/xml', 'application/rss+xml', 'application/json', 'image/png'])(
    'but no links in %s',
    (type) => {
      const found = scanPage(Buffer.from('<html><title>x</title><a href=/no>'), type, PLAIN);

      expect([found.links, found.title]).toEqual([[], null]);
    },
  );
});

describe('scanPage has limits (N8)', () => {
  it('of links in memory: those beyond 2,000 are read again, as many at a time, in order', () => {
    const hrefs = Array.from({ length: 2 * HELD_LINKS + 7 }, (_, n) => `/${n}`);

    const many = scan(hrefs.map((href) => `<a href=${href} rel=nofollow>t${href}</a>`).join(''), { anchorText: true });

    const batches = rest(many.more);
    expect([many.links.length, many.more?.count, many.ignored]).toEqual([HELD_LINKS, HELD_LINKS + 7, 0]);
    expect(batches.map(({ length }) => length)).toEqual([HELD_LINKS, 7]);
    expect([...many.links, ...batches.flat()]).toEqual(
      hrefs.map((href) => ({ href, kind: 'a', nofollow: true, rel: 'nofollow', text: `t${href}` })),
    );
  });

  it.each([['text/html'], ['text/markdown']])('and reads a page of %s again until there are enough', (type) => {
    const link = type === 'text/html' ? '<a href=/x>x</a>\n' : '[x](/x)\n';
    const { more } = scanPage(Buffer.from(link.repeat(5 * HELD_LINKS)), type, PLAIN);
    let taken = 0;

    more?.read((links) => {
      taken += links.length;
      return taken < 2 * HELD_LINKS ? 'more' : 'enough';
    });

    expect([more?.count, taken]).toEqual([4 * HELD_LINKS, 2 * HELD_LINKS]);
  });

  it('and leaves the rest of a page unread once there are enough', () => {
    const markup = markupOf(Buffer.from('<a href=/x>x</a>'.repeat(5 * HELD_LINKS)), 'utf-8');

    const { links: read } = new HtmlScanner(markup, PLAIN, () => 'enough').run().reader;

    expect(read.beyond).toBe(HELD_LINKS + 1); // of 4 * HELD_LINKS
  });

  it('in the encoding of the page also where links are read again', () => {
    const body = Buffer.from('<a href="/?q=\xe9">'.repeat(HELD_LINKS + 1), 'latin1');

    const { more } = scanPage(body, 'text/html; charset=iso-8859-1', PLAIN);

    expect(rest(more)).toEqual([[{ href: '/?q=%E9', kind: 'a', nofollow: false }]]);
  });

  it('of the length of links; those beyond are counted', () => {
    const long = scan(`<a href="${'x'.repeat(MAX_HREF_BYTES)}"><a href="${'x'.repeat(MAX_HREF_BYTES + 1)}">`);

    expect([long.links.length, long.ignored]).toEqual([1, 1]);
  });

  it.each([
    '<',
    '<a ',
    '<a href="',
    '<!--',
    '<!---',
    '--',
    '<!-- -',
    '</',
    '</title',
    '<title>',
    '<title></titl',
    '<script><!--<script>',
    '<script></script',
    '<style></sty',
    '<a =',
    '<p a = ',
    '<svg>',
    '<svg></p>',
    '<svg><foreignObject><p>',
    '<math><mi>',
    '</svg>',
    '<template>',
    '<noscript>',
    '<![CDATA[',
    '<svg><![CDATA[',
    '&',
    '&amp',
    '<a>&lt',
    '<?',
    '<a href=x>y',
    '<meta http-equiv=refresh content="0 ;',
    '<b a="',
    '<link rel=next href=x>',
    '<img srcset="a,',
    '\0',
    '<\0',
  ])('and takes linear time for 2 MB of %s', HANGS, (piece) => {
    const body = Buffer.from(piece.repeat(Math.ceil(2_000_000 / piece.length)));

    const { links } = scanPage(body, UTF8, { ...PLAIN, anchorText: true, resources: true });

    expect(links).toBeDefined();
  });

  it('keeps no page in memory for its links', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const kept: PageScan[] = [];
    collect();
    const before = process.memoryUsage().heapUsed;

    for (let page = 0; page < 60; page += 1)
      kept.push(
        scan(`<title>a title that is long enough</title><a href="/a/long/address/${page}">${'x'.repeat(900_000)}`),
      );

    collect();
    expect(kept).toHaveLength(60);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(5_000_000);
  });
});
