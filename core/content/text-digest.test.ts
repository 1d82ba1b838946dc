import { describe, expect, it } from 'vitest';
import { textDigest } from '#core/content/text-digest.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

const URL_OF = 'http://a.test/page' as CrawlUrl;
const PROSE = 'A sentence of the page that is long enough to be the prose of it, and to count. '.repeat(4);
const page = ({ text = PROSE, menu = 'Home', footer = '2024', href = '/x' } = {}): string =>
  `<title>T</title><nav><a href="/">${menu}</a></nav><main><h1>Head</h1><p>${text}</p><ul><li>one <a href="${href}">link</a></ul></main><footer>${footer}</footer>`;
const digest = (html: string): string | null => textDigest(html, URL_OF);

describe('the digest of a main text', () => {
  it.each([
    ['the menu', page({ menu: 'Basket (3)' })],
    ['the footer', page({ footer: 'Page made in 17 ms on 2025-01-01' })],
    ['the address of a link', page({ href: '/x?session=4711' })],
    ['a script', page().replace('<main>', '<script nonce="1">x()</script><main>')],
    ['the spaces', page().replaceAll('. ', '.\n   ')],
  ])('does not depend on %s', (_, html) => {
    expect(digest(html)).toBe(digest(page()));
  });

  it('depends on each word', () => {
    expect(digest(page({ text: PROSE.replace('long', 'short') }))).not.toBe(digest(page()));
    expect(digest(page().replace('>link<', '>other<'))).not.toBe(digest(page()));
  });

  it('is that of this extractor: where it differs, EXTRACTOR is to be raised', () => {
    const names = ['share', 'sidebar', 'user-info', 'buttons', 'comments', 'note', 'price'];
    const named = names.map((name) => `<div class="${name}">About ${name}.</div>`).join('');
    const hashed = '<div class="table_root__adKqa">About a table.</div>';
    const forms =
      '<table><tr><th>a<td>b</table><pre><code class="language-js">let a;</code></pre><h1 class="menu">M</h1>' +
      '<h2 id="skip-it">Skip it</h2><table><tr><th>a<td>b<tr><td>c<td><ul><li>d<li>e</ul></table>' +
      '<p><span>left</span><span>right</span></p><a href="#top">Back to top</a><p data-nosnippet>no</p>' +
      '<a href="/x" aria-hidden="true">shown</a><div role="dialog">no</div><p class="onebox">no</p>' +
      '<div class="math">\\(x\\)</div><ul role="tablist"><li role="tab">A</ul><div role="tabpanel">a</div>' +
      '<table><tr><th>a<td rowspan="2"><pre>b</pre><tr><td>c</table><summary>more</summary><p>2<sup>8</sup></p>' +
      '<p style="visibility:hidden">no</p><section><h2>Lees ook</h2><p>no</p></section><pre><i class="hljs-comment">// code</i></pre><p>\u4e16\u754c</p>' +
      '<div class="fragment"><div class="line"><span class="comment">// why</span></div><div class="line">f();</div></div>' +
      '<div class="footnote" id="_d_1"><a href="#_r_1">1</a>. A note.</div><div class="paywall">Subscribe to read on.</div>';

    const whole = page().replace('</main>', `${named}${hashed}${forms}</main>`).replace('<main>', '<main><p>Label</p>');
    const core = page({ text: PROSE.repeat(4) }).replace(/<p>.*<.p>/, '<div>$&$&</div><div>no</div>');

    expect([digest(whole), digest(core)]).toMatchInlineSnapshot(`
      [
        "14.40bef74765d5b05a13a4d7df8366889b",
        "14.e906fb778f53deb86ae9c05c2b7efb04",
      ]
    `);
  });

  it('does not exist for more than a million characters', () => {
    expect(digest('<p>word '.repeat(140_000))).toBeNull();
  });
});
