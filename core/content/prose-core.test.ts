import { describe, expect, it } from 'vitest';
import { mainText } from '#core/content/main-text.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

const sentences = (count: number): string =>
  `<p>${'Sentences about the subject of this page, which have many words. '.repeat(count)}</p>`;
const TEXT = `<div>${sentences(6)}${sentences(6)}</div>`;

const markdownOf = (body: string): string =>
  mainText(`<html><body>${body}</body></html>`, 'http://a.test/' as CrawlUrl).markdown;

describe('the text of a page whose template marks none', () => {
  it.each([
    ['a list of links', '<ul><li><a href="/1">Gone one</a></li><li><a href="/2">Gone two</a></li></ul>'],
    ['links below a heading', '<div><h3>Gone</h3><a href="/1">Another page</a></div>'],
    ['names and dates', '<div>Gone, <span>27.11.2026</span></div>'],
    ['sentences that are links', `<div><a href="/1">Gone ${sentences(1)}</a></div>`],
  ])('has no %s beside it', (_, beside) => {
    const markdown = markdownOf(`<h1>Title</h1><div><div>${TEXT}</div>${beside}</div>`);

    expect(markdown).toMatch(/^# Title\n\nSentences/);
    expect(markdown).not.toContain('Gone');
  });

  it.each([
    ['sentences', sentences(1).replace('Sentences', 'Kept sentences')],
    ['a section with a heading', '<div><h2>Kept</h2>Few words</div>'],
    ['code', '<pre>Kept</pre>'],
    ['code in a wrapper', '<div><pre>Kept</pre></div>'],
    ['a table', '<table><tr><td>Kept</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table>'],
    ['a table in a wrapper', '<div><table><tr><td>Kept</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table></div>'],
    ['a list', '<ul><li>Kept</li><li>Flour</li></ul>'],
    ['a picture', '<figure><img src="/k.png" alt="Kept"></figure>'],
  ])('has %s beside it, in the order of the page', (_, beside) => {
    const markdown = markdownOf(`<h1>Title</h1><div>${beside}<div>${TEXT}</div></div>`);

    expect(markdown).toMatch(/^# Title\n\n[\s\S]*Kept[\s\S]*\n\nSentences/);
  });

  it.each([
    ['beside it', '<h1>Title</h1><div class="teaser-text"><p>LEAD</p></div><div class="news-text">TEXT</div>'],
    [
      'in the header',
      '<header><h1>Title</h1><p class="entry__subtitle">LEAD</p></header><div class="entry-body">TEXT</div>',
    ],
    [
      'in a wrapper',
      '<h1>Title</h1><div><div><p class="chapo">LEAD</p></div></div><div class="post-content">TEXT</div>',
    ],
  ])('begins with the paragraph that sums it up, %s', (_, article) => {
    const lead = 'Kept sentences about the subject of this page, which have many words.';
    const markdown = markdownOf(`<div>${article.replace('LEAD', lead).replace('TEXT', TEXT)}</div>`);

    expect(markdown).toMatch(/^# Title\n\nKept sentences[\s\S]*\n\nSentences/);
  });

  it.each([
    [
      'three of them: a list of other texts',
      `<div class="teaser-text">${sentences(1).replace('S', 'Gone s')}</div>`.repeat(3),
    ],
    ['one with a heading', `<div class="intro"><h3>Gone</h3>${sentences(2)}</div>`],
    ['one of links', `<div class="intro"><a href="/1">Gone</a> <a href="/2">${'more words '.repeat(9)}</a></div>`],
  ])('does not begin with %s', (_, above) => {
    const markdown = markdownOf(`<h1>Title</h1>${above}<div class="news-text">${TEXT}</div>`);

    expect(markdown).not.toContain('Gone');
  });

  it('is all of a page with less than 100 words of prose', () => {
    expect(markdownOf(`<div>${sentences(8)}</div><div>Kept</div>`)).toContain('Kept');
  });

  it('is all parts where none has 90 % of the prose', () => {
    expect(markdownOf(`<div>${sentences(12)}</div><div>${sentences(3)}</div><div>Kept</div>`)).toContain('Kept');
  });
});

describe('an element that is named as text', () => {
  it.each(['entry-content', 'post-body', 'article__body', 'storyText', 'detail_content'])(
    'is the text of the page, as %s with half of the prose',
    (name) => {
      const markdown = markdownOf(`<div class="${name}">${TEXT}</div><div>Gone ${sentences(8)}</div>`);

      expect(markdown).toContain('Sentences');
      expect(markdown).not.toContain('Gone');
    },
  );

  it.each([
    ['it has less than half', `<div class="entry-content">${TEXT}</div><div>Kept ${sentences(20)}</div>`],
    ['data are beside it', `<div class="entry-content">${TEXT}</div><table><tr><th>Kept<td>5 oz</table>`],
    [
      'another one has text, too',
      `<div class="post-body">Kept ${sentences(2)}</div><div class="post-body">${TEXT}</div>`,
    ],
  ])('is not where %s', (_, body) => {
    expect(markdownOf(body)).toContain('Kept');
  });
});

describe('the title of a text without one', () => {
  it('is the last one before it: the first can be the name of the site', () => {
    const markdown = markdownOf(`<h1>Site</h1><h1>Title</h1><div class="post-body">${TEXT}</div><h1>After</h1>`);

    expect(markdown).toMatch(/^# Title\n\nSentences/);
  });

  it('is one with words, also behind the text', () => {
    const body = `<h1><img src="/logo.png"></h1><div class="post-body">${TEXT}</div><h1>After</h1>`;

    expect(markdownOf(body)).toMatch(/^# After\n\nSentences/);
  });
});
