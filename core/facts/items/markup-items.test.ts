import { describe, expect, it } from 'vitest';
import { readFacts } from '#core/facts/read-facts.ts';

const itemsOf = (html: string): unknown => JSON.parse(JSON.stringify(readFacts(html, 'http://a.test/d/p').items));
const movie = (content: string): string => `<div vocab="http://schema.org/" typeof="Movie">${content}</div>`;
const PERSON = { type: ['Person'], properties: { name: ['J'] } };
const J = '<span property="name">J</span>';

describe('RDFa', () => {
  it.each([
    [
      'a prefix',
      `<p prefix="s: http://schema.org/ v: http://v.test/" typeof="s:Person v:X"><b property="S:name">J</b></p>`,
      [{ type: ['Person', 'http://v.test/X'], properties: { name: ['J'] } }],
    ],
    [
      'no prefix of a sibling',
      '<i prefix="s: http://schema.org/"></i><p typeof="s:X"></p>',
      [{ type: ['s:X'], properties: {} }],
    ],
    [
      'a relation to a thing below',
      movie(`<ul rel="director"><li typeof="Person">${J}</li><li typeof="Person">${J}</li></ul>`),
      [{ type: ['Movie'], properties: { director: [PERSON, PERSON] } }],
    ],
    [
      'no relation to a thing within the thing below',
      movie(`<p rel="director"><b typeof="Person">${J}<i typeof="Dog"></i></b></p>`),
      [
        { type: ['Movie'], properties: { director: [PERSON] } },
        { type: ['Dog'], properties: {} },
      ],
    ],
    [
      'a relation to the thing itself',
      movie(`<p rel="director" typeof="Person">${J}</p>`),
      [{ type: ['Movie'], properties: { director: [PERSON] } }],
    ],
    [
      'relations to addresses',
      movie('<a rel="sameAs nofollow" href="/s">x</a><img rel="image" src="i.png"><a rel="noopener" href="/n">x</a>'),
      [{ type: ['Movie'], properties: { sameAs: ['http://a.test/s'], image: ['http://a.test/d/i.png'] } }],
    ],
    [
      'a relation that ends',
      movie(`<p rel="director"></p><p typeof="Person">${J}</p>`),
      [{ type: ['Movie'], properties: {} }, PERSON],
    ],
    [
      'the text of what also links',
      movie('<a property="name" datatype="xsd:string" href="/h">N</a><a property="about" rel="url" href="/u">B</a>'),
      [{ type: ['Movie'], properties: { name: ['N'], url: ['http://a.test/u'], about: ['B'] } }],
    ],
    [
      'a relation back',
      '<p typeof="Person" resource="#p"><b rev="author" typeof="Book"></b></p>',
      [
        { type: ['Person'], id: 'http://a.test/d/p#p', properties: {} },
        { type: ['Book'], properties: { author: ['http://a.test/d/p#p'] } },
      ],
    ],
    [
      'more of a thing that is described before',
      `<p about="#p" typeof="Person"></p><p about="#p">${J}</p><p about="#q">${J}</p>`,
      [{ ...PERSON, id: 'http://a.test/d/p#p' }],
    ],
    [
      'an id with a prefix',
      `<p prefix="e: http://e.test/" about="[e:me]" typeof="Person">${J}</p>`,
      [{ ...PERSON, id: 'http://e.test/me' }],
    ],
  ])('has %s', (_, html, items) => {
    expect(itemsOf(html)).toEqual(items);
  });
});

describe('dates of a page', () => {
  it.each([
    [
      'of Dublin Core and OpenGraph',
      '<meta name="DC.date" content="2026-01-02"><meta property="og:updated_time" content="2026-01-03T04:05:06Z">',
      ['2026-01-02', '2026-01-03T04:05:06Z'],
    ],
    [
      'in the form of a date',
      '<meta name=date content=soon><meta name=parsely-pub-date content=2026-01-02><meta name=lastmod content=2026-01-03>',
      ['2026-01-02', '2026-01-03'],
    ],
    [
      'of an article before others',
      '<meta name=date content=2026-01-02><meta property="article:published_time" content="2025-01-01">',
      ['2025-01-01', null],
    ],
  ])('are those %s', (_, html, [publishedAt, modifiedAt]) => {
    expect(readFacts(html)).toMatchObject({ publishedAt, modifiedAt });
  });
});
