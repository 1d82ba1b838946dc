import { describe, expect, it } from 'vitest';
import { textOf } from '#core/content/tree/content-tree.ts';
import { removeRepeated } from '#core/content/tree/repeated-text.ts';
import { contentTree } from '#core/content/tree/tree-reader.ts';

const sentence = (of: string): string => `The lamp of ${of} has ${'a long arm and '.repeat(8)}a switch. `;
const left = (html: string): string => {
  const root = contentTree(html);
  removeRepeated(root);
  return textOf(root).replaceAll(/\s+/g, ' ').trim();
};

describe('text that a page repeats', () => {
  it('stays once, while headings and labels of the copy go, in any wrapper', () => {
    const [one, two] = ['brass', 'tin'].map(sentence);
    const wide = `<div class="wide"><h2>Lamps</h2><p>${one}</p><p>${two}</p></div>`;
    const narrow = `<section><div><h2>Lamps</h2>\n<div>${one}</div><p>  ${two}</p></div></section>`;

    expect(left(`${wide}<p>Between</p>${narrow}<p>End</p>`)).toBe(`Lamps${one}${two}BetweenEnd`.trim());
  });

  it.each([
    ['has other words', `<p>${sentence('brass')}</p><p>${sentence('brass')} Now.</p>`],
    ['is short', '<p>A note of few words, which each part repeats.</p>'.repeat(3)],
    ['is of a page with code', `<p>${sentence('brass')}</p>`.repeat(2).concat('<pre>switch on</pre>')],
    [
      'is a small part of the page',
      `<p>${'A word and another one. '.repeat(900)}</p>`.concat(`<p>${sentence('tin')}</p>`.repeat(2)),
    ],
  ])('stays where the copy %s', (_, page) => {
    expect(left(page)).toBe(textOf(contentTree(page)).replaceAll(/\s+/g, ' ').trim());
  });

  it('is not told from its own wrappers', () => {
    const page = `<main><div><section><p>${sentence('brass')}</p></section></div></main>`;

    expect(left(page)).toBe(sentence('brass').trim());
  });
});
