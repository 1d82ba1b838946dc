import { describe, expect, it } from 'vitest';
import { pageContent } from '#core/content/content-root.ts';
import { type ContentElement, measure, textOf } from '#core/content/tree/content-tree.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

const PROSE = `<p>${'Sentences about the subject of this page, which have many words. '.repeat(20)}</p>`;
const contentOf = (body: string): { text: string; words: string } => {
  const { root, text } = pageContent(`<html><body>${body}</body></html>`, 'http://a.test/' as CrawlUrl);
  return { text, words: textOf(root) };
};

/** What an element and all below it count. */
const countsOf = (element: ContentElement): unknown => {
  const { words, linkWords, prose, holds, children } = element;
  return [
    words,
    linkWords,
    prose,
    holds,
    ...children.map((child) => (typeof child === 'string' ? '' : countsOf(child))),
  ];
};

it.each([
  ['furniture', '<div><p>Words <span class="share-button">Gone now</span></p></div><nav>Gone</nav>'],
  ['comments', '<div><div class="comment">Gone.</div>Kept</div>'],
  ['goods', `<ul>${'<li><a href="/x">Gone for</a> $ 5</li>'.repeat(4)}</ul>`],
  ['sections about other pages', '<div><div>Kept</div><h2>Related articles</h2><p>Gone.</p></div>'],
  ['labels above the title', '<div><div>Gone</div><h1>Title</h1></div>'],
  ['repeated text', PROSE],
])('Surf counts the words of an element again after it removes %s', (_, html) => {
  const { root } = pageContent(`<body><section>${html}${PROSE}</section>Kept</body>`, 'http://a.test/' as CrawlUrl);
  const counts = countsOf(root);
  measure(root);

  expect(textOf(root)).not.toContain('Gone');
  expect(countsOf(root)).toEqual(counts);
});

describe('the main content of a page', () => {
  it.each([
    ['its main element', `<main>${PROSE}</main>`],
    ['the element with the role main', `<div role="main">${PROSE}</div>`],
    ['its only article', `<article>${PROSE}</article>`],
    ['the element with the id content', `<div id="content">${PROSE}</div>`],
    ['the body of an article in schema.org', `<div itemprop="articleBody">${PROSE}</div>`],
  ])('is %s', (_, marked) => {
    const { text, words } = contentOf(`<div>Before</div>${marked}<div>After</div>`);

    expect(text).toBe('main');
    expect(words).not.toMatch(/Before|After/);
  });

  it.each(['table_root__adKqa', 'grid-module__adPfEa__guide'])('has a block whose class is %s, a hash', (name) => {
    const { words } = contentOf(
      `<main>${PROSE}<div class="${name}">Kept.</div><div class="page__ads">Gone.</div></main>`,
    );

    expect(words).toContain('Kept.');
    expect(words).not.toContain('Gone.');
  });

  it.each([
    [
      'related articles, each an article',
      `<div id="relatedItemBox"><article>${PROSE.replace('Sentences', 'Gone')}</article></div>`,
    ],
    ['long texts of related posts', `<ul class="related_post">${PROSE.replace('Sentences', 'Gone').repeat(4)}</ul>`],
    ['a quarter of the prose in a column', `<div id="sidebar">${PROSE.replace('Sentences', 'Gone').repeat(3)}</div>`],
    ['buttons to share', '<div class="shariff-align-center"><h4>Gone?</h4></div>'],
    ['the story before', '<div class="prev-story">Gone: <a href="/1">a story</a></div>'],
    ['a teaser of another page', '<div class="ce_teaser"><h3><a href="/1">Gone: another page</a></h3>Few words</div>'],
    ['a teaser within a link', '<a href="/1"><div class="teaser-text"><p>Gone to another page</p></div></a>'],
    ['the author', '<div class="post-author"><p>Gone: Jane writes about lamps.</p></div>'],
  ])('has no %s', (_, furniture) => {
    const { words } = contentOf(`<h1>Title</h1><main><div>${PROSE.repeat(11)}</div>${furniture}</main>`);

    expect(words).not.toContain('Gone');
    expect(words).toContain('Sentences');
  });

  it.each([
    [
      'the first paragraph, named a teaser',
      '<p class="article__teaser">Kept in <a href="/1">one</a> sentence of many words</p>',
    ],
    ['a third of the prose in a column', `<div class="sidebar">${PROSE.replace('Sentences', 'Kept').repeat(4)}</div>`],
  ])('has %s', (_, part) => {
    const { words } = contentOf(`<h1>Title</h1>${part}<div>${PROSE.repeat(5)}</div>`);

    expect(words).toContain('Kept');
  });

  it('is the teasers of a page that lists them', () => {
    const teasers = `<div class="teaser"><h2><a href="/1">Kept page</a></h2><p>Read it.</p></div>`.repeat(12);

    expect(contentOf(`<h1>News</h1><p>All of them</p>${teasers}`).words).toContain('Kept page');
  });

  it.each([
    ['main', '<main><h1>Lamps</h1><ul><li>Table</li><li>Ceiling</li></ul></main>'],
    ['whole', '<main></main><h1>Lamps</h1><ul><li>Table</li><li>Ceiling</li></ul>'],
  ])('of a page without sentences is the element with half of its words: %s', (part, body) => {
    const { text, words } = contentOf(`${body}<div>After</div>`);

    expect([text, words.includes('After'), words.includes('Ceiling')]).toEqual([part, part === 'whole', true]);
  });

  it('is the body where the marked element has less than half of the prose', () => {
    const { text, words } = contentOf(`<main><h2>Short</h2>words</main><div>${PROSE}</div>`);

    expect(text).toBe('whole');
    expect(words).toContain('Short');
    expect(words).toContain('Sentences');
  });

  it('keeps sections that are named after advertisements where they are the article', () => {
    const section = `<section class="Report__Section--Ads">${PROSE}</section>`;

    expect(contentOf(`<article><h1>Test</h1>${section.repeat(3)}</article>`).words).toContain('Sentences');
    expect(contentOf(`<article><h1>Test</h1><section class="Ads">Gone</section>${PROSE}</article>`).words).not.toMatch(
      'Gone',
    );
  });

  it.each([
    ['navigation', '<nav>Gone</nav>'],
    ['a banner of cookies', '<div class="cookie-consent"><p>Gone</p></div>'],
    ['a dialog', '<div role="dialog"><p>Gone</p></div>'],
    ['dialog with most sentences', `<div role="dialog">${PROSE}${PROSE}Gone</div>`],
    ['footer with most sentences', `<footer>${PROSE}${PROSE}Gone</footer>`],
    ['advice about browsers', '<div class="upgradeBrowserWrapper"><p>Gone</p></div>'],
    ['preview of a page that a post links to', '<div class="bbCodeBlock--unfurl"><p>Gone</p></div>'],
    ['subjects of a repository', '<div><a class="topic-tag topic-tag-link" href="/t">Gone</a></div>'],
    ['hidden elements', '<div hidden>Gone</div><p style="display: none">Gone</p><p aria-hidden="true">Gone</p>'],
    ['the sign of a heading', '<h2>Title<a class="headerlink" href="#t">¶</a></h2>'],
    ['names in camel case', '<div class="pageFooter">Gone</div>'],
    ['a section of related pages', '<div><h3>Related articles</h3><ul><li>Gone</li></ul></div>'],
    ['headings that lead elsewhere', '<h3>You may also like</h3><p>Gone</p><h3>Next</h3>'],
    ['comments', '<section id="comments"><p>Gone</p></section>'],
    [
      'details of the writer of a post',
      '<div class="user-details"><span>Gone</span></div><dl class="postprofile">Gone</dl>',
    ],
    ['groups of buttons', '<div class="action-buttons"><a href="/b">Gone</a></div>'],
    ['a grid of products', `<ul>${'<li class="card"><a href="/p">Gone</a> <span>$12</span></li>'.repeat(4)}</ul>`],
  ])('has no %s', (_, furniture) => {
    const { words } = contentOf(`<main><h1>Head</h1>${PROSE}${furniture}</main>`);

    expect(words).not.toMatch(/Gone|¶/);
    expect(words).toContain('Head');
  });

  it.each([
    ['a wrapper that is named sidebar', `<div class="has-sidebar sidebar">${PROSE}</div>`],
    ['a form around the page', `<form>${PROSE}</form>`],
    ['comments that are the page', `<div class="comment">${PROSE}</div><div class="comment">${PROSE}</div>`],
    ['text for readers without scripts', `<noscript>${PROSE}</noscript>`],
    ['text that a script shows later', `<div style="display:none">${PROSE}</div>`],
    ['a heading of the page that is named like a button', '<h1 class="hero-button">Sentences</h1>'],
    ['a dialog that is the page', `<div role="dialog">${PROSE}</div>`],
    ['a footer around the title', `<footer><h1>Title</h1>${PROSE}</footer>`],
    ['an admonition', `${PROSE}<aside class="admonition note"><p>Sentences of a note.</p></aside>`],
  ])('keeps %s', (_, html) => {
    expect(contentOf(html).words).toContain('Sentences');
  });

  it('has the notes of Asciidoctor that are beside it, and no others', () => {
    const notes = '<div id="footnotes"><hr><div class="footnote" id="_d"><a href="#_r">1</a>. A note.</div></div>';
    const page = `<div id="content">${PROSE}<p>Of <sup class="footnote"><a href="#_d">1</a></sup></p></div>${notes}`;

    expect(contentOf(`${page}<p>Beside</p>`).words).toMatch(/Of 1A note\.$/);
  });

  it('has the heading above it that a page without h1 names as its title', () => {
    const headingOf = (heading: string): string | undefined => {
      const page = `<body>${heading}<div class="entry-content">${PROSE}</div></body>`;
      const { heading: found } = pageContent(page, 'http://a.test/' as CrawlUrl);
      return found === null ? undefined : `${found.name} ${textOf(found)}`;
    };

    expect(headingOf('<h3 class="post-title entry-title">Title</h3>')).toBe('h1 Title');
    expect(headingOf('<h2 itemprop="headline">Title</h2>')).toBe('h1 Title');
    expect(headingOf('<h2 class="post-title">A</h2><h2 class="post-title">B</h2>')).toBeUndefined();
    expect(headingOf('<h2>Site</h2>')).toBeUndefined();
    expect(headingOf('<h1>First</h1><h2 class="post-title">Title</h2>')).toBe('h1 First');
  });

  it('offers no subscription, and has the text that only subscribers read', () => {
    const offer = '<div class="paywall">Subscribe to continue reading.</div>';
    const { words } = contentOf(`<main>${PROSE}<div class="paywall"><p>Kept words of it</p></div>${offer}</main>`);

    expect([words.includes('Kept words'), words.includes('Subscribe')]).toEqual([true, false]);
  });

  it('finds the content behind a CDATA section, which HTML does not have', () => {
    expect(contentOf(`<![CDATA[ <div>${PROSE}</div>`).words).toContain('Sentences');
  });
});
