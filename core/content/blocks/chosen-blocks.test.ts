import { describe, expect, it } from 'vitest';
import { BlockScorer } from '#core/content/blocks/block-model.ts';
import { pageContent } from '#core/content/blocks/content-root.ts';
import { textOf } from '#core/content/tree/content-tree.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

const words = (name: string, count: number): string => Array.from({ length: count }, (_, n) => `${name}${n}`).join(' ');
/** A model with one tree over one feature. */
const scorer = (feature: string, tree: string): BlockScorer => new BlockScorer({ features: [feature], trees: [tree] });
/** Probability 0.1 up to so many words, 0.9 above. */
const LONGER = (limit: number): BlockScorer => scorer('words', `0 ${limit} -1 -2197 -1 2197`);
const ALL = scorer('words', '-1 5000');
const textWith = (body: string, model: BlockScorer): string =>
  textOf(pageContent(`<body>${body}</body>`, 'http://a.test/' as CrawlUrl, model).root);

describe('the chosen blocks of a page', () => {
  it('are those that are likely, also of what the rules remove', () => {
    const html = `<p>${words('in', 40)}</p><p>${words('out', 20)}</p><nav><p>${words('back', 40)}</p></nav>`;

    expect(textWith(html, LONGER(30))).toMatch(/^in0 .*in39back0 .*back39$/);
  });

  it('have the best F1 that can be expected: unlikely ones count where nothing is likelier', () => {
    const short = `<p>${words('some', 20)}</p><p>${words('more', 20)}</p>`;

    expect(textWith(short, LONGER(30))).toContain('more19');
    expect(textWith(`${short}<p>${words('likely', 40)}</p>`, LONGER(30))).toBe(words('likely', 40));
  });

  it('leave no gap of up to three words', () => {
    const page = (gap: number): string => `<p>${words('a', 40)}</p><p>${words('gap', gap)}</p><p>${words('b', 40)}</p>`;

    expect(textWith(page(3), LONGER(30))).toContain('gap2');
    expect(textWith(page(4), LONGER(30))).not.toContain('gap');
  });

  it.each([
    ['code', `<pre>${words('kept', 20)}</pre>`],
    ['tables of data', `<table>${`<tr><td>${words('kept', 5)}</td><td>b</td></tr>`.repeat(4)}</table>`],
    ['the heading', `<h1>${words('kept', 10)}</h1>`],
  ])('have %s that the rules keep', (_, html) => {
    expect(textWith(`${html}<p>${words('likely', 60)}</p>`, LONGER(30))).toContain('kept4');
  });

  it('have the first heading, also where the rules remove it', () => {
    const html = `<h1>Outside</h1><main><p>${words('likely', 60)}</p></main>`;

    expect(textWith(html, LONGER(30))).toBe(`Outside${words('likely', 60)}`);
  });

  it.each([
    ['hidden', `<div hidden><p>${words('gone', 40)}</p></div>`],
    ['under a heading that leads elsewhere', `<h3>Related articles</h3><p>${words('gone', 10)}</p>`],
  ])('have nothing that is %s', (_, html) => {
    expect(textWith(`<p>${words('likely', 3_000)}</p>${html}`, ALL)).toBe(words('likely', 3_000));
  });

  it('are all items of a list, or none', () => {
    const list = `<ul><li>${words('long', 40)}</li><li>${words('short', 10)}</li></ul>`;
    const other = `<ul><li>${words('begin', 35)}</li>${`<li>${words('rest', 20)}</li>`.repeat(9)}</ul>`;
    const text = textWith(`${list}${other}<p>${words('likely', 200)}</p>`, LONGER(30));

    expect(text).toContain('short9');
    expect(text).not.toMatch(/begin0|rest0/);
  });

  it('keep a picture beside them, and none beside others', () => {
    const html = `<div><p>${words('in', 40)}</p><figure><img src="a.png"></figure></div><div><p>${words('out', 20)}</p><figure><img src="b.png"></figure></div>`;
    const { root } = pageContent(`<body>${html}</body>`, 'http://a.test/' as CrawlUrl, LONGER(30));

    expect(JSON.stringify(root)).toContain('a.png');
    expect(JSON.stringify(root)).not.toContain('b.png');
  });
});
