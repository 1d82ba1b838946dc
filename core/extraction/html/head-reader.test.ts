import { describe, expect, it } from 'vitest';
import { scanPage } from '#core/extraction/page-scan.ts';

const factsOf = (html: string, facts = true) =>
  scanPage(Buffer.from(html), 'text/html; charset=utf-8', { anchorText: false, resources: false, facts }).facts;
const h1Of = (html: string) => factsOf(`<!doctype html><body>${html}`)?.h1;

describe('what a page says of itself', () => {
  it('is description, language, dates and heading, each the first in its form', () => {
    const facts = factsOf(
      `<html lang="de-AT"><head><meta property="article:published_time" content="yesterday">
       <meta name="Description" content=" What&nbsp;\n it is "><meta property="og:description" content="other">
       <meta property="article:published_time" content="2026-10-01T10:00:00+02:00"></head><body>
       <h1>The <b>one</b></h1><time itemprop="dateModified" datetime="2026-11-02">x</time><h1>other</h1>`,
    );

    expect(facts).toEqual({
      language: 'de-AT',
      description: 'What it is',
      published: '2026-10-01T10:00:00+02:00',
      modified: '2026-11-02',
      h1: 'The one',
    });
  });

  it.each([
    ['an itemprop beside another name', '<meta name="x" itemprop="datePublished" content="2026-10-01">'],
    ['the name of a newspaper', '<meta name="parsely-pub-date" content="2026-10-01">'],
    ['the name of HTML', '<meta name=date content="2026-10-01">'],
    ['Dublin Core', '<meta name="DC.date.issued" content="2026-10-01">'],
  ])('has the date of %s', (_, html) => {
    expect(factsOf(html)).toEqual({ published: '2026-10-01' });
  });

  it.each([
    ['of an article', '{"@type":"Article","datePublished":"2026-10-01","dateModified":"2026-10-02T08:00:00Z"}'],
    [
      'of a graph',
      '{"@graph":[{"@type":"WebSite"},{"datePublished":"2026-10-01","dateModified":"2026-10-02T08:00:00Z"}]}',
    ],
    [
      'of a list in CDATA',
      '//<![CDATA[\n[{"datePublished":"2026-10-01"},{"dateModified":"2026-10-02T08:00:00Z"}]\n//]]>',
    ],
    [
      'whose text has references, which mean nothing in a script',
      '{"headline":"The &quot;one&quot; &amp; only","datePublished":"2026-10-01","dateModified":"2026-10-02T08:00:00Z"}',
    ],
  ])('has the dates of JSON-LD %s', (_, json) => {
    const html = `<script type="Application/LD+JSON">${json}</script><script>{"datePublished":"2020-01-01"}</script>`;

    expect(factsOf(html)).toEqual({ published: '2026-10-01', modified: '2026-10-02T08:00:00Z' });
  });

  it.each([
    ['of a review within a product', '{"@type":"Product","review":{"datePublished":"2026-10-01"}}'],
    ['in words', '{"datePublished":"yesterday"}'],
    ['behind 256 Ki characters', `{"x":"${'a'.repeat(262_144)}","datePublished":"2026-10-01"}`],
  ])('has no date of JSON-LD %s', (_, json) => {
    expect(factsOf(`<script type="application/ld+json">${json}</script>`)).toEqual({});
  });

  it('has the date of a meta element before that of JSON-LD', () => {
    const json = '<script type="application/ld+json">{"datePublished":"2026-10-01"}</script>';

    expect(factsOf(`${json}<meta name=date content="2026-10-02">`)).toEqual({ published: '2026-10-02' });
  });

  it('is nothing where nobody asks', () => {
    expect(factsOf('<html lang=de><h1>One</h1>', false)).toBeNull();
  });

  it('has no field for what it says otherwise, in a template or in an image', () => {
    const html = `<html lang="<x>"><template><h1>no</h1><meta name=description content=no></template>
      <svg><desc><time itemprop=datepublished datetime=1></time></desc></svg><meta name=description content=" ">
      <meta name=dc.date content="2026">`;

    expect(factsOf(html)).toEqual({});
  });

  it.each([
    ['words that elements separate', '<h1>One<br>two<p>three</p> <b>f</b>our</h1>', 'One two three four'],
    ['no script, comment and image', '<h1><script>x</script>A<!-- > --><svg><title>no</title></svg>B</h1>', 'AB'],
    ['no sign that links to it', '<h1>One<a class=headerlink href=#one>¶</a></h1>', 'One'],
    ['no sign behind a space', '<h1>One <a href=#one>#</a> <a href=#one>&#x200b;</a></h1>', 'One'],
    ['a # that is part of a name', '<h1>C#</h1>', 'C#'],
    ['a sign that is all it has', '<h1>§</h1>', '§'],
    ['character references', '<h1>A &amp; &lt;b&gt;</h1>', 'A & <b>'],
    ['the next one for one without text', '<h1><img alt=Logo> </h1><h1>Two</h1>', 'Two'],
    ['the part before another heading', '<h1>One<h2>Two</h2>', 'One'],
    ['the part before the end of another heading', '<h1>One</h3>Two</h1>', 'One'],
    ['the part before the end of the page', '<h1>One', 'One'],
    ['500 characters, none of them halved', `<h1>${'a'.repeat(499)}🜚b</h1>`, 'a'.repeat(499)],
    ['the beginning of one that does not end', `<h1>${'<i>a </i>'.repeat(9_000)}`, 'a '.repeat(250).trim()],
  ])('has of a heading %s', (_, html, expected) => {
    expect(h1Of(html)).toBe(expected);
  });

  it('has the links of a heading, and those behind it', () => {
    const html = '<!doctype html><body><h1>A <a href=/1>link</a></h1><p><a href=/2>two</a>';
    const scan = scanPage(Buffer.from(html), 'text/html', { anchorText: true, resources: false, facts: true });

    expect(scan.links.map(({ href, text }) => [href, text])).toEqual([
      ['/1', 'link'],
      ['/2', 'two'],
    ]);
    expect(scan.facts).toEqual({ h1: 'A link' });
  });

  it('cuts a description at 1,000 characters', () => {
    expect(factsOf(`<meta name=description content="${'ä'.repeat(3_000)}">`)?.description).toBe('ä'.repeat(1_000));
  });
});
