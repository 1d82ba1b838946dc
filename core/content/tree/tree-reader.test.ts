import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import type { ContentElement, ContentNode } from '#core/content/tree/content-tree.ts';
import { contentTree, pageTree } from '#core/content/tree/tree-reader.ts';
import { amount } from '#test/campaign.ts';
import { mutatedPage, seededRandom } from '#test/fuzz/page-mutator.ts';
import { HANGS } from '#test/hang.ts';

/** Names and texts of a tree, with the attributes of an element behind its name. */
function written(nodes: readonly ContentNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : elementText(node))).join('');
}
const elementText = ({ name, attributes, children }: ContentElement): string =>
  `<${[name, ...Object.entries(attributes).map((pair) => pair.join('='))].join(' ')}>${written(children)}</${name}>`;
const treeOf = (html: string): string => written(contentTree(html).children);

describe('tags are read as a browser reads them', () => {
  it.each([
    ['names in any case', '<DIV CLASS=x>a</Div>', '<div class=x>a</div>'],
    [
      'attributes with, without and between quotes',
      `<p id='a"' class=b/c title=no lang="d>">x`,
      `<p id=a" class=b/c lang=d>>x</p>`,
    ],
    ['the first of two attributes of a name', '<p id=a ID=b>x</p>', '<p id=a>x</p>'],
    ['attributes without a value', '<input checked type=checkbox>', '<input checked= type=checkbox></input>'],
    ['references', '<p id="&amp;&lt;">&eacute;&#x41;&copy 1 &amp b&am</p>', '<p id=&<>\u00e9A\u00a9 1 & b&am</p>'],
    ['references of addresses', '<a href="/?a=1&copy=2&lt">x</a>', '<a href=/?a=1&copy=2<>x</a>'],
    ['a sign that begins no tag', '<p>1 < 2 <3 <> </> </ ></p>', '<p>1 < 2 <3 <> </> </ ></p>'],
    ['comments and declarations', '<!doctype html>a<!-->b<!--->c<!-- > -->d<![CDATA[e>f<?x?>g</3>h', 'abcdfgh'],
    ['a comment without an end', 'a<!-- b', 'a'],
    ['a tag without an end', 'a<p class="b', 'a'],
    ['characters of an element without tags', '<xmp><p>&amp;</xmp2></xmp>b', '<xmp><p>&amp;</xmp2></xmp>b'],
  ])('%s', (_, html, tree) => {
    expect(treeOf(html)).toBe(tree);
  });
});

describe('elements end', () => {
  it.each([
    ['at the next of their kind', '<ul><li>a<li>b</ul>', '<ul><li>a</li><li>b</li></ul>'],
    ['at a block, when they are paragraphs', '<p>a<div>b</div>', '<p>a</p><div>b</div>'],
    ['at the next row', '<tr><td>a<td>b<tr><td>c', '<tr><td>a</td><td>b</td></tr><tr><td>c</td></tr>'],
    ['with the element around them', '<div><b>a</div>b', '<div><b>a</b></div>b'],
    ['by `/>` in foreign content alone', '<math><mspace/>a</math><b/>b', '<math><mspace></mspace>a</math><b>b</b>'],
    ['alone, where no end tag can be', '<br>a<img src=b>c</img>', '<br></br>a<img src=b></img>c'],
  ])('%s', (_, html, tree) => {
    expect(treeOf(html)).toBe(tree);
  });

  it('an end tag alone is an empty paragraph, or a line break', () => {
    expect(treeOf('a</p>b</br>c</div>d')).toBe('a<p></p>b<br></br>cd');
  });
});

describe('silent elements', () => {
  it.each([
    ['of scripts, up to their own end tag', 'a<script>"<p></p></scripts>"</script>b', 'ab'],
    ['with others of their name', 'a<svg><svg></svg>no</svg>b', 'ab'],
    ['that end with an element around them', '<div>a<template><p>no</div>b', '<div>a</div>b'],
  ])('%s', (_, html, tree) => {
    expect(treeOf(html)).toBe(tree);
  });

  it('TeX of a script stays', () => {
    expect(treeOf('<script type="math/tex">a<b &amp;</script>')).toBe('<script type=math/tex>a<b &amp;</script>');
  });
});

it('a page tells what rules need not look for', () => {
  expect(pageTree('<body><p>a')).toMatchObject({ mayHaveTabs: false, mayHaveTex: false, base: undefined });
  expect(pageTree('<base href=/b/><base href=/c/><ul role=tablist></ul>5 $')).toMatchObject({
    mayHaveTabs: true,
    mayHaveTex: true,
    base: { attributes: { href: '/b/' } },
  });
  expect(pageTree('<body></body><script>$("\\n")</script><input type=radio>')).toMatchObject({
    mayHaveTabs: true,
    mayHaveTex: false,
    bodies: [{ name: 'body' }],
  });
});

/** The text that htmlparser2 finds, with the names of all elements that are none of a script. */
function textByParser(html: string): string {
  const silent = new Set([
    'script',
    'style',
    'template',
    'iframe',
    'object',
    'svg',
    'canvas',
    'select',
    'textarea',
    'title',
  ]);
  const found: string[] = [];
  const open: string[] = [];
  const isSilent = (): boolean => open.some((name) => silent.has(name));
  const parser = new Parser({
    onopentag: (name) => {
      open.push(name);
      if (!isSilent()) found.push(`<${name}>`);
    },
    onclosetag: (name) => {
      if (open.at(-1) !== name) return; // of a tag that the page does not end
      if (!isSilent()) found.push(`</${name}>`);
      open.pop();
    },
    ontext: (text) => {
      if (!isSilent()) found.push(text);
    },
  });
  parser.write(html);
  parser.end();
  return found.join('');
}

const withoutAttributes = (nodes: readonly ContentNode[]): string =>
  nodes
    .map((node) =>
      typeof node === 'string' ? node : `<${node.name}>${withoutAttributes(node.children)}</${node.name}>`,
    )
    .join('');

it('a damaged page has the elements and the text that htmlparser2 finds', () => {
  const random = seededRandom(114);
  for (let pages = amount({ gate: 3_000, campaign: 100_000 }); pages > 0; pages -= 1) {
    // of CDATA, control characters and markup that the page does not end it has another view
    const html = `${mutatedPage(random).replace(/<!\[CDATA\[|[\p{Cc}--[\t\n\f\r]]/giv, ' ')}">'>`;

    expect(withoutAttributes(contentTree(html).children), JSON.stringify(html)).toBe(textByParser(html));
  }
});

it.each([
  '<',
  '</',
  '</ ',
  '<a ',
  '<a b="',
  '<!--',
  '<!',
  '<?',
  '&',
  '&#',
  '<a b=&amp;',
  '<script>',
  '</script',
  '<p a',
])('a page of %j alone does not hang', HANGS, (piece) => {
  expect(() => contentTree(piece.repeat(4_000_000 / piece.length))).not.toThrow();
});
