import { describe, expect, it } from 'vitest';
import { readFacts } from '#core/facts/read-facts.ts';

const PAGE = `<!doctype html><html lang="de"><head>
<title> A &amp; B </title><title>other</title><meta name="Description" content=" What it  is ">
<meta name=robots content="noindex, follow"><meta property="og:title" content="T"><meta property="og:title" content="U">
<meta property="article:published_time" content="2026-01-02"><base href="/b/">
<link rel="canonical" href=" /a "><link rel="alternate" hreflang="EN" href="/en"><link rel=icon href="http://x.test/i.png">
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Product","name":"Cup","offers":{"@type":"Offer","price":3},"dateModified":"2026-02-03"}]}</script>
</head><body><nav>not counted</nav><h1>One <img alt="two"></h1><h1>Three</h1>
<p>caf&eacute; is <b>open</b>today</p><script>never counted</script><svg><title>no</title></svg>
<img src="/x.png"><img src="/y.png" alt=""><iframe src="HTTP://y.test/"></iframe>
<div itemscope itemtype="https://schema.org/Person"><span itemprop="name">Ada  L</span><b itemprop=born content=1815-12-10>in 1815</b><a itemprop="url" href="/ada">x</a>
<div itemprop="address" itemscope itemtype="http://schema.org/PostalAddress"><meta itemprop="city" content="Rome"></div></div>
<div vocab="https://schema.org/" typeof="Person"><span property="name">Bob</span></div>
<link rel="canonical" href="/in-the-body"></body></html>`;

describe('facts of a page', () => {
  it('have headings without the signs that link to them', () => {
    const { headings } = readFacts('<h1>One<a class="headerlink" href="#one">¶</a></h1><h1>C# <a href="#c">#</a></h1>');

    expect(headings.first).toEqual(['One', 'C#']);
  });

  it('have no heading without text, and the text of an image in one', () => {
    const { headings } = readFacts(
      '<h1> </h1><h1><img src=/a></h1><h1><svg><title>no</title></svg></h1><h1><img alt=Shop></h1>',
    );

    expect(headings).toEqual({ count: 1, first: ['Shop'] });
  });

  it('ignore the content of a template', () => {
    const head = `<title>no</title><base href=/no><meta name=description content=no><meta name=robots content=noindex>
      <link rel=canonical href=/no><script type="application/ld+json">{"@type":"No"}</script>`;
    const facts = readFacts(
      `<head><template>${head}<h1>no</h1><i itemscope itemtype=No></i></template><title>T</title>`,
    );

    expect(facts).toMatchObject({ title: 'T', base: null, description: null, canonicals: [], robots: [], items: [] });
    expect(facts.headings.count).toBe(0);
  });

  it('are what its head and its body say', () => {
    const facts = readFacts(PAGE);

    expect(facts).toMatchObject({
      title: 'A & B',
      description: 'What it is',
      language: 'de',
      base: '/b/',
      canonicals: ['/a'],
      headings: { count: 2, first: ['One two', 'Three'] },
      alternates: [{ language: 'en', href: '/en' }],
      robots: ['noindex, follow'],
      openGraph: { 'og:title': 'T' },
      publishedAt: '2026-01-02',
      isCut: false,
      modifiedAt: '2026-02-03',
      images: 3,
      imagesWithoutAlt: { count: 1, first: ['/x.png'] },
      insecure: { count: 2, first: ['http://x.test/i.png', 'HTTP://y.test/'] },
    });
    expect(facts.words).toBe(2 + 4 + 5 + 1);
  });

  it('count no image as one without text that is decoration, has another name, or is not shown', () => {
    const named =
      '<img src=/1 role=presentation><img src=/2 aria-hidden=true><img src=/3 aria-label=A><img src=/4 title=B>';
    const unseen = `<img src=/5 width=1 height=1><img src=/6 style="x:y; display: none"><img src=/7 hidden>
      <noscript><img src=/8></noscript><template><img src=/9></template>
      <p hidden><b><img src=/10></b><i hidden></i><img src=/11></p><p style="display:none"><img src=/12></p>`;
    const lacking = '<img src=/a role=img><img src=/b aria-label=" "><img src=/c width=1 height=40><img src=/d>';

    const { images, imagesWithoutAlt } = readFacts(named + unseen + lacking);

    expect([images, imagesWithoutAlt]).toEqual([14, { count: 4, first: ['/a', '/b', '/c', '/d'] }]);
  });

  it('have insecure files of srcset, posters and style sheets, and none that nothing loads', () => {
    const secure = `<noscript><img src="http://n.test/"></noscript><template><img src="http://t.test/"></template>
      <style>@namespace svg url(http://www.w3.org/2000/svg); /* url(http://c.test/) */ a { background: url(/b) }</style>
      <img alt="" srcset="https://s.test/a 1x, /b?x=,http:2 2x"><a href="http://a.test/">a</a>
      <div style="background: url('data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>')">b</div>`;
    const insecure = `<img alt="" src="/x" srcset="/y 1x, http://i.test/1 2x"><video poster="http://i.test/2"></video>
      <picture><source srcset="http://i.test/3"></picture><div style="background:url( 'http://i.test/4')"></div>
      <style>@import "http://i.test/5"; a { background: URL(http://i.test/6) } /* not closed url(http://c.test/)</style>
      <svg><image href="http://i.test/7"/><image xlink:href="http://i.test/8"/></svg><button formaction="http://i.test/9">b</button>
      <link rel=preload as=image imagesrcset="http://i.test/10 2x">`;

    expect(readFacts(secure).insecure).toEqual({ count: 0, first: [] });
    expect(readFacts(secure + insecure).insecure).toEqual({
      count: 10,
      first: [1, 2, 3, 4, 5].map((n) => `http://i.test/${n}`),
    });
  });

  it('have insecure files of a base, and none of the own machine', () => {
    const { insecure } = readFacts(`<base href="http://b.test/d/"><img alt="" src="x.png"><img alt="" src="">
      <img alt="" src="https://s.test/"><img alt="" src="data:,x"><img alt="" src="//c.test/"><p style="background:url(x)">`);
    const own = ['localhost', 'a.localhost:80', '127.0.0.1', '[::1]:8080'].map((host) => `http://${host}/a`);

    expect(insecure.first).toEqual(['http://b.test/d/x.png', 'http://c.test/']);
    expect(
      readFacts(`${own.map((src) => `<img alt="" src="${src}">`).join('')}<style>a{b:url(${own[0]})}</style>`),
    ).toMatchObject({ images: 4, insecure: { count: 0 } });
    expect(readFacts('<img alt="" src="http://localhost.a.test/">').insecure.count).toBe(1);
  });

  it('have no insecure files where a policy in the head has browsers ask with https', () => {
    const policy = (text: string) => `<meta http-equiv="Content-Security-Policy" content="${text}">`;
    const files = (before: string) => readFacts(`${before}<body><img alt="" src="http://a.test/">`).insecure.count;

    expect(files(policy('upgrade-insecure-requests'))).toBe(0);
    expect(files(policy("img-src 'self'; Upgrade-Insecure-Requests ;"))).toBe(0);
    expect(files(policy('img-src upgrade-insecure-requests.test'))).toBe(1);
    expect(files(`<body>${policy('upgrade-insecure-requests')}`)).toBe(1);
    expect(files('<meta http-equiv="Content-Security-Policy-Report-Only" content="upgrade-insecure-requests">')).toBe(
      1,
    );
  });

  it('have buttons and areas among the images without text', () => {
    const { imagesWithoutAlt } = readFacts(`<input type=Image src=/1><input type=image src=/2 alt=" ">
      <map><area href=/3><area><area href=/a alt=A><area href=/b aria-label=B></map>
      <input type=image src=/c alt=C><input type=text><p hidden><input type=image></p><noscript><area href=/n></noscript>`);

    expect(imagesWithoutAlt).toEqual({ count: 3, first: ['/1', '/2', '/3'] });
  });

  it('have the target of a refresh that does not wait, and of no other', () => {
    const refresh = (content: string) => `<meta http-equiv=Refresh content="${content}">`;
    const target = (html: string) => readFacts(html).movesTo;

    expect(target(refresh('0; url=/new') + refresh('0;/other'))).toBe('/new');
    expect(target(refresh('5; url=/new'))).toBeNull();
    expect(target(refresh('0'))).toBeNull();
    expect(target(`<noscript>${refresh('0; url=/no-script')}</noscript>`)).toBeNull();
    expect(target(`<template>${refresh('0; url=/template')}</template>`)).toBeNull();
  });

  it('have JSON-LD, microdata and RDFa in one shape', () => {
    expect(JSON.parse(JSON.stringify(readFacts(PAGE).items))).toEqual([
      {
        type: ['Product'],
        properties: {
          name: ['Cup'],
          offers: [{ type: ['Offer'], properties: { price: [3] } }],
          dateModified: ['2026-02-03'],
        },
      },
      {
        type: ['Person'],
        properties: {
          name: ['Ada L'],
          born: ['1815-12-10'],
          url: ['/ada'],
          address: [{ type: ['PostalAddress'], properties: { city: ['Rome'] } }],
        },
      },
      { type: ['Person'], properties: { name: ['Bob'] } },
    ]);
  });

  const itemsOf = (html: string): unknown => JSON.parse(JSON.stringify(readFacts(html).items));

  const resolvedOf = (html: string): unknown =>
    JSON.parse(JSON.stringify(readFacts(html, 'https://shop.test/a/b?c').items));

  it('have addresses of items in full, against the page and its base element', () => {
    const micro = `<div itemscope itemid="#cup"><a itemprop=url href=../x#y></a><img itemprop=image src=//cdn.test/i.png>
      <link itemprop=sameAs href="https://other.test/?q#f"><object itemprop=video data=v></object>
      <a itemprop=price content=/3 href=/no></a><i itemprop=path>/as/text</i><a itemprop=top href=""></a></div>`;
    const rdfa = '<div typeof=Product resource=#cup><a property=url href=?d></a><i property=name content=/n></i></div>';
    const cup = {
      id: 'https://shop.test/a/b?c#cup',
      properties: {
        url: ['https://shop.test/x#y'],
        image: ['https://cdn.test/i.png'],
        sameAs: ['https://other.test/?q#f'],
        video: ['https://shop.test/a/v'],
        price: ['/3'],
        path: ['/as/text'],
        top: ['https://shop.test/a/b?c'],
      },
    };

    expect(resolvedOf(micro)).toEqual([{ type: [], ...cup }]);
    expect(resolvedOf(rdfa)).toEqual([
      {
        type: ['Product'],
        id: 'https://shop.test/a/b?c#cup',
        properties: { url: ['https://shop.test/a/b?d'], name: ['/n'] },
      },
    ]);
    expect(resolvedOf('<base href=/base/><div itemscope><a itemprop=url href=x></a></div>')).toEqual([
      { type: [], properties: { url: ['https://shop.test/base/x'] } },
    ]);
  });

  it('have ids of JSON-LD in full, and texts that the context of schema.org calls addresses', () => {
    const json = `{"@id":"#lamp","@type":"Product","image":["/l.png","logo.svg"],"url":"?x","name":"a/b","offers":{"@id":"_:o"},
      "brand":{"@id":"/brand"},"gameLocation":"Rivet City","license":"MIT","sameAs":"mailto:a@b.test","logo":""}`;

    expect(resolvedOf(`<script type="application/ld+json">${json}</script>`)).toEqual([
      {
        type: ['Product'],
        id: 'https://shop.test/a/b?c#lamp',
        properties: {
          image: ['https://shop.test/l.png', 'https://shop.test/a/logo.svg'],
          url: ['https://shop.test/a/b?x'],
          name: ['a/b'],
          offers: ['_:o'],
          brand: ['https://shop.test/brand'],
          gameLocation: ['Rivet City'],
          license: ['MIT'],
          sameAs: ['mailto:a@b.test'],
          logo: [''],
        },
      },
    ]);
  });

  it('leave addresses that resolved are too long, or no addresses, as they are written', () => {
    const long = 'é'.repeat(1_500);
    const values = ['http://[', `/${long}`];
    const html = values.map((value) => `<a itemprop=url href="${value}"></a>`).join('');

    expect(resolvedOf(`<base href="//["><div itemscope>${html}</div>`)).toEqual([
      { type: [], properties: { url: values } },
    ]);
  });

  it('have the properties that an itemref names, of elements before and after it (HTML §5.2.4)', () => {
    const html = `<b id=n itemprop=name>Ada</b><div itemscope itemref="n b none"></div>
      <div id=b itemprop=band itemscope itemref=c></div>
      <div id=c><i itemprop=name>Jazz Band</i>, <i itemprop=size>12</i> players</div>`;

    const band = { type: [], properties: { name: ['Jazz Band'], size: ['12'] } };
    expect(itemsOf(html)).toEqual([{ type: [], properties: { name: ['Ada'], band: [band] } }]);
  });

  it('leave the properties of an item in it where another item refers to them, too', () => {
    const html = `<div itemscope><i id=x itemprop=a>1</i><i itemprop=b>2</i></div><div itemscope itemref=x></div>`;

    expect(itemsOf(html)).toEqual([
      { type: [], properties: { a: ['1'], b: ['2'] } },
      { type: [], properties: { a: ['1'] } },
    ]);
  });

  it('cut items that refer to each other in circles, or all to all', () => {
    const circle = '<div itemscope itemref=a></div><div id=a itemprop=x itemscope itemref=a></div>';
    const ids = Array.from({ length: 60 }, (_, n) => `i${n}`);
    const all = ids.map((id) => `<div id=${id} itemprop=x itemscope itemref="${ids.join(' ')}"></div>`).join('');

    expect(JSON.stringify(itemsOf(circle)).split('"x"')).toHaveLength(9);
    expect(JSON.stringify(itemsOf(`<div itemscope itemref=i1></div>${all}`)).length).toBeLessThan(200_000);
  });

  it.each([
    ['a comment of HTML', '<!-- {"@type":"A","b":1} -->'],
    ['CDATA behind comments of a line', '//<![CDATA[\n{"@type":"A","b":1}\n//]]>'],
    ['CDATA in comments', '/* <![CDATA[ */ {"@type":"A","b":1} /* ]]> */'],
    ['a comment of JavaScript', '// of the shop\n{"@type":"A","b":1};'],
    ['line feeds in a text', '{"@type":"A\n","b":1}'],
  ])('have JSON-LD in spite of %s', (_, json) => {
    expect(itemsOf(`<script type="application/ld+json">${json}</script>`)).toEqual([
      { type: ['A'], properties: { b: [1] } },
    ]);
  });

  it('have the values of lists and sets of JSON-LD, and the names that schema.org has for its keywords', () => {
    const json = `{"@context":"https://schema.org","type":"ItemList","id":"#l","a":{"@list":["x",{"@type":"B"}]},
      "b":[{"@set":[1,null,[2]]},3],"c":{"@list":[]},"d":{"id":"#d"}}`;

    expect(itemsOf(`<script type="application/ld+json">${json}</script>`)).toEqual([
      { type: ['ItemList'], id: '#l', properties: { a: ['x', { type: ['B'], properties: {} }], b: [1, 3], d: ['#d'] } },
    ]);
  });

  it('count two characters of a script without spaces as a word', () => {
    expect(readFacts('<body>これは日本語です and more').words).toBe(4 + 2);
  });

  it('end where a page ends, also within a tag', () => {
    const titles = Array.from(PAGE, (_, at) => readFacts(PAGE.slice(0, at)).title);

    expect([titles[0], titles.at(-1), readFacts('<p>two words</p><a hre').words]).toEqual([null, 'A & B', 2]);
  });

  it('end where a page is too deep, in time linear in its length', () => {
    const deep = `<title>deep</title>${'<div>'.repeat(200_000)}${'</x>'.repeat(200_000)}`;

    expect(readFacts(deep)).toMatchObject({ title: 'deep', isCut: true });
  });

  it.each(['\n', '; ', '--> ', ' itemref="', " itemref='x", '<b id=a itemprop=b itemref=a>'])(
    'are read in time linear in the length of what repeats %j',
    (text) => {
      const many = text.repeat(500_000 / text.length);

      expect(readFacts(`<title>t</title><script type="application/ld+json">${many}</script>${many}`).title).toBe('t');
    },
  );

  it('hold a bounded part of what a hostile page repeats', () => {
    const many = (text: string): string => text.repeat(20_000);
    const nested = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    const facts = readFacts(
      `${many('<link rel=canonical href=/a>')}${many('<link rel=alternate hreflang=de href=/a>')}` +
        `<script type="application/ld+json">${nested}</script>` +
        `${many('<div itemscope><i itemprop=__proto__>x</i></div>')}${many('<h1>x</h1>')}<![CDATA[ > <title>t</title>`,
    );

    expect([facts.canonicals.length, facts.alternates.length, facts.headings.first.length]).toEqual([10, 300, 5]);
    expect([facts.headings.count, facts.items.length, facts.title]).toEqual([20_000, 100, 't']);
    expect(JSON.stringify(facts).length).toBeLessThan(200_000);
  });
});
