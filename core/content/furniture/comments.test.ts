import { describe, expect, it } from 'vitest';
import { pageContent } from '#core/content/content-root.ts';
import { textOf } from '#core/content/tree/content-tree.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

const sentences = (count: number): string =>
  `<p>${'Sentences about the subject of this page, which have many words. '.repeat(count)}</p>`;

const textOfPage = (body: string): string =>
  textOf(pageContent(`<html><body>${body}</body></html>`, 'http://a.test/' as CrawlUrl).root);

const post = (text: string): string => `<div class="comment">${text} ${sentences(2)}</div>`;

describe('comments', () => {
  it('are the content of a short thread beside a long notice about cookies', () => {
    const text = textOfPage(
      `<h1>Question</h1><div id="comments">${post('First')}${post('Second')}</div>
       <div class="cookie-consent">${sentences(6)}</div><footer>${sentences(6)}</footer>`,
    );

    expect(text).toContain('First');
    expect(text).toContain('Second');
  });

  it('go below an article that has more than 60 % of the sentences', () => {
    const text = textOfPage(
      `<h1>Article</h1>${sentences(8)}<div id="comments">${post('First')}${post('Second')}</div>`,
    );

    expect(text).not.toMatch(/First|Second/);
  });

  it.each([
    ['go below a shorter text that is named as an article', '', 'entry-content', /^(?![\s\S]*First)[\s\S]*Article/],
    ['stay on a page that is named a forum', 'single single-forum', 'entry-content', /Article[\s\S]*First/],
    ['stay below a text without such a name', '', 'question', /Article[\s\S]*First/],
  ])('%s', (_, page, name, wanted) => {
    const text = textOfPage(
      `<div class="${page}"><div class="${name}">Article ${sentences(5)}</div>
       <div id="comments">${post('First')}${post('Second')}${post('Third')}${post('Fourth')}</div></div>`,
    );

    expect(text).toMatch(wanted);
  });

  it('stay in code, whose highlighter names them so', () => {
    const code = ['token comment', 'hljs-comment', 'cm-comment'].map(
      (name, n) => `<span class="${name}">// Kept${n}</span>`,
    );
    const text = textOfPage(
      `<h1>Article</h1>${sentences(8)}<pre>a();${code[0]}</pre><p><code>b(); ${code[1]}</code></p>
       <pre class="cm"><code>${code[2]}</code></pre><div class="comments">${post('Gone')}</div>`,
    );

    expect(text.match(/Kept\d/g)).toEqual(['Kept0', 'Kept1', 'Kept2']);
    expect(text).not.toContain('Gone');
  });

  it('stay below several texts that are named as articles: those of posts', () => {
    const texts = `<div class="post-body">${sentences(4)}</div>`.repeat(2);
    const text = textOfPage(`${texts}<div class="comments">${post('Kept')}${sentences(12)}</div>`);

    expect(text).toContain('Kept');
  });

  it('stay where they are less, when their name is one of a wrapper with the title', () => {
    const text = textOfPage(`<div class="comments"><h1>Title</h1>Kept</div>${sentences(20)}`);

    expect(text).toContain('Kept');
  });
});
