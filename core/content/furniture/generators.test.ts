import { describe, expect, it } from 'vitest';
import { mainText } from '#core/content/main-text.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

const PROSE = `<p>${'Sentences about the subject of this page, which have many words. '.repeat(20)}</p>`;
const URL_OF = 'http://a.test/guide/page.html' as CrawlUrl;
const textOf = (content: string): string =>
  mainText(`<html><body><main><h1>Head</h1>${PROSE}${content}</main></body></html>`, URL_OF).markdown;

describe('of a page of documentation the text has no', () => {
  it.each([
    [
      'rows of links of DocBook',
      `<div class="navheader"><table summary="Navigation header"><tr><th colspan="3">Gone</th></tr>
       <tr><td><a href="a.html">Prev</a></td><th>Gone</th><td><a href="b.html">Next</a></td></tr></table></div>`,
    ],
    [
      'hidden lines of mdBook',
      '<pre><code class="language-rust"><span class="boring">fn Gone() {\n</span>x</code></pre>',
    ],
    [
      'contents of DocBook on one page',
      '<div class="toc"><dl class="toc"><dt><a href="#one">Gone</a></dt><dt><a href="#two">Gone</a></dt></dl></div>',
    ],
    [
      'contents in Sphinx',
      `<div class="contents local"><ul><li><a href="#install">Gone</a><ul><li><a href="#linux">Gone</a></li></ul></li>
       <li><a href="#usage">Gone</a></li></ul></div>`,
    ],
    ['link to the source in furo', '<div class="edit-this-page"><a href="https://git.test/x.md">Gone</a></div>'],
    [
      'link to the source in MkDocs Material',
      '<aside class="md-source-file"><span class="md-source-file__fact">Gone</span></aside>',
    ],
    [
      'foot of Docusaurus',
      `<footer class="theme-doc-footer"><a class="theme-edit-this-page" href="https://git.test/x.md">Gone</a>
       <span class="theme-last-updated">Last updated on Gone</span></footer>`,
    ],
    ['foot of VuePress', '<div class="page-edit"><div class="last-updated">Gone</div></div>'],
    ['question of Docsy', '<div class="feedback-section"><h2>Gone</h2><p>Did you find this page Gone?</p></div>'],
    [
      'question of GitBook',
      '<div><div><p>Was this helpful?</p><div><span>Gone</span><span>Gone</span></div></div></div>',
    ],
    ['question of ReadMe', '<section><p>Did this page help you?</p><a role="button">Gone</a></section>'],
    ['question of Docusaurus', '<div><h3>Was this page helpful?</h3><span>Gone</span></div>'],
    ['edit links of MediaWiki', '<h2>Uses<span class="mw-editsection">[<a href="?action=edit">Gone</a>]</span></h2>'],
    ['sign of a heading in Doxygen', '<h2><span class="permalink"><a href="#a1">&#9670;</a></span>Uses</h2>'],
    ['sign of a heading in Docusaurus', '<h2>Uses<a class="hash-link" href="#uses">\u200b</a></h2>'],
    ['label of rustdoc', '<details open><summary class="hideme"><span>Gone</span></summary><p>Uses</p></details>'],
    ['passage that Google and Pagefind skip', '<p data-nosnippet>Gone</p><div data-pagefind-ignore>Gone</div>'],
    ['passage that a search of the site skips', '<div class="nocontent"><p>Gone</p></div>'],
    [
      'numbers of lines of Pygments',
      '<table><tr><td class="linenos"><pre>1\n2</pre></td><td><pre>x</pre></td></tr></table>',
    ],
    ['categories of MediaWiki', '<div id="catlinks" class="catlinks"><a href="/c">Gone</a></div>'],
    ['signs that copy code', '<div class="highlight"><span class="copybtn">Gone</span><pre>x</pre></div>'],
    ['links to the next page in pydata', '<div class="prev-next-area"><a href="/n"><p>Gone</p></a></div>'],
    [
      'lists of versions',
      '<div class="version-switcher"><span>Gone</span></div><div class="language-picker">Gone</div>',
    ],
    ['labels of forms', '<p><label for="q">Gone</label><input id="q"></p>'],
    ['writer above an article', '<div class="entry-meta"><span class="byline">By Gone</span></div>'],
    ['passage that is not printed', '<div class="d-print-none">Gone</div><p class="print:hidden">Gone</p>'],
  ])('%s', (_, html) => {
    const markdown = textOf(`${html}<p>Kept</p>`);

    expect(markdown).not.toMatch(/Gone|Prev|Next|\b[12]\b|\u25c6|\u200b/);
    expect(markdown).toContain('Kept');
  });

  it.each([
    ...['Edit this page', 'Edit this page on GitHub', 'Edit on GitLab', 'View page source', 'Improve this doc'],
    ...['Suggest edits', 'Report an issue', 'Open a documentation issue', 'Back to top', 'Skip to main content'],
    ...['Print this page', 'Share this', 'Beitrag drucken', 'Teilen', 'Nach oben', 'Zurück zur Übersicht', 'Imprimer'],
  ])('link “%s”, but a sentence keeps it', (label) => {
    const link = `<a href="https://git.test/x">${label}</a>`;

    expect(textOf(`<div><span></span>${link}</div>`)).not.toContain(label);
    expect(textOf(`<p>The button ${link} opens the editor.</p>`)).toContain(label);
  });

  it.each(['print', 'Share', 'Retour d’expérience', 'Rücktritt'])('no link “%s”: it can be a name', (label) => {
    expect(textOf(`<ul><li><a href="/open">Open</a></li><li><a href="/x">${label}</a></li></ul>`)).toContain(label);
  });

  it.each([
    'Also Read',
    'Further reading',
    'Follow-up read',
    'Read more',
    'See also',
    'Lesen Sie auch',
    'À lire aussi',
  ])('“%s: …”', (label) => {
    expect(textOf(`<p><b>${label}:</b> <a href="/other">Another page of this site</a></p>`)).not.toContain('Another');
  });
});

describe('of a page of documentation the text keeps', () => {
  it.each([
    [
      'the pages of a chapter in DocBook',
      '<div class="toc"><dl class="toc"><dt><a href="one.html">1. Kept</a></dt></dl></div>',
    ],
    ['tabs of Docusaurus', '<div role="tabpanel" hidden><pre><code>npm add Kept</code></pre></div>'],
    ['tabs of Sphinx', '<div role="tabpanel" class="sphinx-tabs-panel" hidden="true"><p>Kept</p></div>'],
    ['tabs of a style sheet', '<div class="tab-content" style="display: none"><p>Kept</p></div>'],
    [
      'labels of tabs in MkDocs Material',
      '<div class="tabbed-labels"><label class="tabbed-label" for="t">Kept</label></div>',
    ],
    [
      'labels in a list of tasks',
      '<ul><li><label class="task-list-item-label"><input type="checkbox">Kept</label></li></ul>',
    ],
    [
      'code of VitePress with numbers of lines',
      '<div class="language-ts line-numbers-mode"><pre><code>Kept</code></pre></div>',
    ],
    ['terms that are named as furniture', '<dl><dt id="cmdoption-share">Kept</dt><dd>What it does</dd></dl>'],
    ['notices of Slate', '<aside class="notice">Kept</aside><aside class="success">Kept</aside>'],
    ['writers of posts that Discourse gives crawlers', '<div class="crawler-post-meta"><span>Kept</span></div>'],
    ['text that the search of a browser opens', '<div hidden="until-found"><p>Kept</p></div>'],
    ['code that Pagefind skips', '<div data-pagefind-ignore><pre>Kept</pre></div>'],
    ['links of a sentence that have a name of furniture', '<p>See the <a class="popup" href="/k">Kept</a> page.</p>'],
    ['the link of a heading in docutils', '<h2><a class="toc-backref" href="#id3">Kept</a></h2>'],
    ['a list of links to other pages', `<ul>${'<li><a href="/k">Kept</a></li>'.repeat(3)}</ul>`],
    ['a question that is a heading of a section', `<div><h2>Was this helpful in 1990?</h2>${PROSE}<p>Kept</p></div>`],
    ['a paragraph that begins with “Read”', '<p>Read the <a href="/k">Kept</a> manual before that, please.</p>'],
  ])('%s', (_, html) => {
    expect(textOf(html)).toContain('Kept');
  });
});
