import { describe, expect, it } from 'vitest';
import { readFacts } from '#core/facts/read-facts.ts';

const itemsOf = (...scripts: readonly string[]): unknown =>
  JSON.parse(
    JSON.stringify(
      readFacts(
        scripts.map((script) => `<script type="application/ld+json">${script}</script>`).join(''),
        'http://a.test/d/p',
      ).items,
    ),
  );
const THING = [{ type: ['Thing'], properties: { name: ['a'] } }];

describe('JSON-LD that is not JSON', () => {
  it.each([
    ['comments', '/* one */ { // two\n"@type": "Thing", /* {three} */ "name": "a" }'],
    ['commas before an end', '[{"@type": ["Thing",], "name": "a",},]'],
    ['a wrapper of XHTML', '//<![CDATA[\n{"@type": "Thing", "name": "a",}\n//]]>'],
    ['a comment of HTML', '<!-- {"@type": "Thing", "name": "a",} -->'],
    ['a text before it', 'var "thing" = {"@type": "Thing", "name": "a"}'],
    ['a semicolon', '{"@type": "Thing", "name": "a"};'],
  ])('is read in spite of %s', (_, script) => {
    expect(itemsOf(script)).toEqual(THING);
  });

  it('keeps what its strings say', () => {
    const script = String.raw`{"@type": "Thing", "a": "it\'s // no \"comment\", }", "b": "\u00e9\\", "c": "1${'\n'}2",}`;

    expect(itemsOf(script)).toEqual([
      { type: ['Thing'], properties: { a: [`it's // no "comment", }`], b: ['é\\'], c: ['1 2'] } },
    ]);
  });

  it('gives each of several things, and none that ends early', () => {
    expect(itemsOf('{"@type": "A"} {"@type": "B",} {"@type": ', '{"@type": "C"}')).toEqual(
      ['A', 'B', 'C'].map((type) => ({ type: [type], properties: {} })),
    );
  });
});

describe('names of JSON-LD', () => {
  it.each([
    ['a prefix', '{"@context": {"s": "https://schema.org/"}, "@type": "s:Thing", "s:name": "a"}'],
    [
      'another name of a keyword',
      '{"@context": ["https://schema.org", {"kind": "@type"}], "kind": "Thing", "name": "a"}',
    ],
    ['terms', '{"@context": {"T": "http://schema.org/Thing", "n": {"@id": "schema:name"}}, "@type": "T", "n": "a"}'],
    ['a term of a prefix', '{"@context": {"n": "s:name", "s": "http://schema.org/"}, "@type": "s:Thing", "n": "a"}'],
    ['a vocabulary', '{"@context": {"@vocab": "http://schema.org/"}, "@type": "Thing", "name": "a"}'],
    [
      'the context around them',
      '{"@context": {"s": "http://schema.org/"}, "@graph": [{"@type": "s:Thing", "s:name": "a"}]}',
    ],
    [
      'languages',
      '{"@context": {"name": {"@id": "schema:name", "@container": "@language"}}, "@type": "Thing", "name": {"en": "a"}}',
    ],
  ])('are those of schema.org by %s', (_, script) => {
    expect(itemsOf(script)).toEqual(THING);
  });

  it('keep the address of other vocabularies', () => {
    const script =
      '{"@context": {"@vocab": "http://v.test/", "s": "http://schema.org/"}, "@type": "Thing", "s:name": "a"}';

    expect(itemsOf(script)).toEqual([{ type: ['http://v.test/Thing'], properties: { name: ['a'] } }]);
  });

  it('have addresses where their context says so', () => {
    const script =
      '{"@context": {"friend": {"@id": "schema:knows", "@type": "@id"}, "is": "@id"}, "@type": "Person",' +
      ' "is": "#me", "friend": "../ann", "name": "../ann", "author": {"is": "#bob"}}';

    expect(itemsOf(script)).toEqual([
      {
        type: ['Person'],
        id: 'http://a.test/d/p#me',
        properties: { knows: ['http://a.test/ann'], name: ['../ann'], author: ['http://a.test/d/p#bob'] },
      },
    ]);
  });
});
