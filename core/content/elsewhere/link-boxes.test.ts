import { describe, expect, it } from 'vitest';
import { pageContent } from '#core/content/content-root.ts';
import { textOf } from '#core/content/tree/content-tree.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

const PROSE = `<p>${'Sentences about the subject of this page, which have many words. '.repeat(20)}</p>`;
const LINKS = '<a href="/1">Why is this gone?</a><a href="/2">Who asked for it?</a>';

const textOfPage = (body: string): string =>
  textOf(pageContent(`<html><body><h1>Head</h1>${PROSE}${body}</body></html>`, 'http://a.test/' as CrawlUrl).root);

describe('a box of links goes', () => {
  it.each([
    ['below a title that is not a heading', `<div><div>Related questions</div>${LINKS}</div>`],
    [
      'below a title within other elements',
      `<div><p></p><div><span><b>You may also like:</b></span></div>${LINKS}</div>`,
    ],
    ['beside its title', `<p>More like this » ${LINKS}</p>`],
    ['of articles', `<div><p>Recent conversations</p><article>${LINKS}</article></div>`],
  ])('%s', (_, box) => {
    const text = textOfPage(box);

    expect(text).not.toMatch(/Why is this gone|Who asked/);
    expect(text).toContain('Sentences');
  });
});

describe('a box stays', () => {
  it.each([
    [
      'with text more than links',
      `<div><p>Related topics</p><p>Kept: see the <a href="/a">manual</a> for these.</p></div>`,
    ],
    ['with another title', `<div><p>Related questions of law in Kept</p>${LINKS}</div>`],
    [
      'with a title that a sentence begins with',
      `<p>Related <a href="/k">Kept</a> and so on, with <a href="/l">less</a> links</p>`,
    ],
    ['around the title of the page', `<div>Popular posts<h1>Kept</h1>${LINKS}</div>`],
  ])('%s', (_, box) => {
    expect(textOfPage(box)).toContain('Kept');
  });

  it('with a tenth of the sentences', () => {
    const teaser = `<a href="/1"><p>Kept.</p></a>${'<a href="/2">Other words that are links.</a> '.repeat(30)}`;

    expect(
      textOfPage(`<div><p>Popular posts</p>${teaser}<p>${'Words of a sentence in it. '.repeat(8)}</p></div>`),
    ).toContain('Kept');
  });
});
