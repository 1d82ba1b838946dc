import { describe, expect, it } from 'vitest';
import { removeAboveTitle } from '#core/content/furniture/above-title.ts';
import { measure, textOf } from '#core/content/tree/content-tree.ts';
import { contentTree } from '#core/content/tree/tree-reader.ts';

const SENTENCE = 'This sentence has more words than a label has, twelve of them at the least, so it stays.';
const PROSE = `<p>${SENTENCE.repeat(5)}</p>`;

const textWith = (html: string): string => {
  const root = contentTree(html);
  removeAboveTitle(root);
  return textOf(root);
};

describe('above the title of a page', () => {
  it.each([
    ['the path of categories', '<p><a href="/">Gone</a> / <a href="/b">Books</a></p>'],
    ['an offer', '<div><span>Gone: 10 % today</span></div>'],
    ['bare text', 'Gone'],
  ])('goes %s', (_, label) => {
    const text = textWith(`<div>${label}<section>${label}<h1>Title</h1>Kept</section>${PROSE}</div>`);

    expect(text).not.toContain('Gone');
    expect(text).toMatch(/^TitleKept/);
  });

  it.each([
    ['a sentence', `<p>Kept. ${SENTENCE}</p>`],
    ['a section', '<div><h2>Kept</h2>Text</div>'],
    ['a heading', '<h3>Kept</h3>'],
    ['code', '<pre>Kept</pre>'],
  ])('stays %s', (_, above) => {
    expect(textWith(`<div>${above}<h1>Title</h1></div>${PROSE}`)).toContain('Kept');
  });

  it('stays all where it has 30 % of the words: then the h1 is not a title', () => {
    expect(textWith(`<ul>${'<li>Kept</li>'.repeat(40)}</ul><h1>Title</h1>${PROSE}`)).toContain('Kept');
  });

  it('stays a picture', () => {
    const root = contentTree(`<img src="/a.png" alt="A"><p>Gone</p><h1>Title</h1>${PROSE}`);

    removeAboveTitle(root);

    expect(root.children.map((child) => (typeof child === 'string' ? child : child.name))).toEqual(['img', 'h1', 'p']);
  });

  it('is what is above the first h1; the same text below it stays', () => {
    expect(textWith(`Label<h1>Title</h1>Label<h1>Second</h1>${PROSE}`)).toMatch(/^TitleLabelSecond/);
  });

  it('is measured again', () => {
    const root = contentTree(`<p>Gone twice</p><h1>Title</h1>${PROSE}`);

    removeAboveTitle(root);

    const { words } = root;
    measure(root);
    expect(words).toBe(root.words);
  });

  it('is nothing on a page without an h1', () => {
    expect(textWith(`<p>Kept</p>${PROSE}`)).toContain('Kept');
  });
});
