import { describe, expect, it } from 'vitest';
import { pageContent } from '#core/content/content-root.ts';
import { textOf } from '#core/content/tree/content-tree.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

const PROSE = `<p>${'Sentences about the subject of this page, which have many words. '.repeat(20)}</p>`;
const wordsOf = (content: string): string =>
  textOf(
    pageContent(`<html><body><main><h1>Head</h1>${PROSE}${content}</main></body></html>`, 'http://a.test/' as CrawlUrl)
      .root,
  );

describe('an id that repeats its heading names no furniture', () => {
  it.each([
    ['of a section in Sphinx', '<section id="respond-to-comments"><h2>Respond to comments</h2><p>Kept</p></section>'],
    ['of a heading', '<h2 id="skip-tests">Kept: skip tests</h2>'],
    ['of a headline in MediaWiki', '<h2><span class="mw-headline" id="Skip_tests">Skip tests</span></h2><p>Kept</p>'],
    [
      'of one word with a link to itself',
      '<section id="cookies"><h2>Cookies<a class="headerlink" href="#cookies">¶</a></h2><p>Kept</p></section>',
    ],
    [
      'of a section in DocBook, which need not repeat it',
      '<div class="refsect2" id="SQL-FOR-UPDATE-SHARE"><h3>The Locking Clause</h3><p>Kept</p></div>',
    ],
    ['in escapes', '<section id="login-%C3%BCber-ssh"><h2>Login über SSH</h2><p>Kept</p></section>'],
    [
      'of a section about reviews, which such a heading begins',
      '<h3 id="reviews-and-qa">Reviews and Q&amp;A</h3><p>Kept</p>',
    ],
  ])('%s', (_, html) => {
    expect(wordsOf(html)).toContain('Kept');
  });

  it.each([
    ['one word without a link to itself', '<div id="cookies"><h2>Cookies</h2><p>Gone</p></div>'],
    ['other words', '<div id="cookie-banner"><h2>We value your privacy</h2><p>Gone</p></div>'],
    [
      'other words, in a section of no generator',
      '<div class="section" id="share-it"><h2>Tell your friends</h2>Gone</div>',
    ],
    ['no heading', '<div id="share-this-page"><p>Gone share this page</p></div>'],
    ['an escape that is none', '<div id="share-%E0%A4%A"><h2>Share</h2><p>Gone</p></div>'],
    ['a class that names it, too', '<div class="newsletter" id="stay-in-touch"><h2>Stay in touch</h2>Gone</div>'],
  ])('but one does that has %s', (_, html) => {
    expect(wordsOf(html)).not.toContain('Gone');
  });
});
