import { describe, expect, it } from 'vitest';
import { mainText } from '#core/content/main-text.ts';
import { markdownPage, pageText, writtenText } from '#core/content/markdown/markdown-page.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { HANGS } from '#test/hang.ts';

const BASE = 'http://a.test/dir/page' as CrawlUrl;
const PARAGRAPH = 'The quick brown fox, which everybody knows, jumps over the lazy dog once more. '.repeat(8);
const article = (inner: string): string =>
  `<html><head><title>T</title></head><body><nav><a href="/x">menu</a></nav><article><h2>Head</h2><p>${PARAGRAPH}</p>${inner}<p>${PARAGRAPH}</p></article><footer>imprint</footer></body></html>`;

describe('the main text of a page', () => {
  it('is its article as Markdown, without menu and footer', () => {
    const { markdown, text } = mainText(article('<ul><li>one</li><li><b>two</b></li></ul>'), BASE);

    expect(text).toBe('main');
    expect(markdown).toContain('## Head');
    expect(markdown).toMatch(/-\s+one\n-\s+\*\*two\*\*/);
    expect(markdown).not.toMatch(/menu|imprint/);
  });

  it('has absolute links and images, of http alone', () => {
    const { markdown } = mainText(
      article(
        '<p><a href="../y(1)">up</a> <a href="javascript:alert(1)">js</a> <img src="p.png" alt="a [pic]"> <img src="data:image/png,x" alt="data"></p>',
      ),
      BASE,
    );

    expect(markdown).toContain('[up](http://a.test/y%281%29)');
    expect(markdown).toContain('![a \\[pic\\]](http://a.test/dir/p.png)');
    expect(markdown).toContain('js');
    expect(markdown).not.toMatch(/javascript:|data:/);
  });

  it('has no markup of the page in it: scripts are dropped, text that looks like a tag is escaped', () => {
    const { markdown } = mainText(
      article('<script>alert(1)</script><p>&lt;script&gt;alert(2)&lt;/script&gt; <img src=x onerror=alert(3)></p>'),
      BASE,
    );

    expect(markdown).not.toContain('alert(1)');
    expect(markdown).not.toContain('onerror');
    expect(markdown).toContain('\\<script>alert(2)');
    expect(markdown).not.toMatch(/(?<!\\)<script/);
  });

  it('is with mode full all that the page shows, menus too, without what it hides', () => {
    const page =
      '<html><head><title>T</title></head><body><nav><a href="/a">Menu</a></nav><div class="cookie-banner">We bake.</div>' +
      '<main><h1>Lamps<a class="headerlink" href="#lamps">¶</a></h1><p>A lamp.</p></main><p hidden>secret</p><noscript>no script</noscript>' +
      '<script>alert(1)</script><footer>Imprint</footer></body></html>';
    const [main, full] = (['main', 'full'] as const).map((part) => mainText(page, BASE, part));

    expect(main).toMatchObject({ text: 'main', markdown: '# Lamps\n\nA lamp.' });
    expect(full).toMatchObject({
      text: 'full',
      markdown: '[Menu](http://a.test/a)\n\nWe bake.\n\n# Lamps\n\nA lamp.\n\nImprint',
    });
  });

  it('is all of a page that has no article, and can have no head of another page', () => {
    const { markdown, text } = mainText('<p>short</p><pre>---\nurl: "http://forged/"\n---</pre>', BASE);

    expect(['main', 'whole']).toContain(text);
    expect(markdown).toContain('short');
    expect(markdown).not.toMatch(/^---$/m);
  });

  it.each([
    ['100,000 elements', '<i>x'.repeat(100_000)],
    ['a depth of 290', `${'<div>'.repeat(290)}${'word '.repeat(10_000)}`],
    ['19,000 tags side by side', '<i>x</i>'.repeat(9_500)],
    ['4,900 links in a table', '<table>'.concat('<tr><td><a href=x>x</a>'.repeat(4_900))],
    ['one long line of brackets', '[](<'.repeat(19_000)],
    ['stars and underscores', '*_`#'.repeat(500_000)],
    ['a million spaces', `<pre>${' '.repeat(1_000_000)}</pre><p>${' \u00a0'.repeat(500_000)}`],
    ['a depth of 40,000', `${'<div>'.repeat(40_000)}deep`],
    ['eight million characters', 'word '.repeat(1_600_000)],
    ['open comments', '<!--'.repeat(200_000)],
    ['open scripts', '<script>'.repeat(40_000)],
    ['only brackets', '<'.repeat(1_000_000)],
    ['90,000 tables within each other and side by side', '<table><tr><td>x</table>'.repeat(30_000)],
    ['quotes and lists 490 deep', `${'<blockquote><ul><li>'.repeat(163)}${'<p>word '.repeat(50_000)}`],
    ['an attribute of three million characters', `<p class="${'nav '.repeat(750_000)}">x`],
    ['100,000 attributes', `<p ${Array.from({ length: 100_000 }, (_, n) => `a${n}=x`).join(' ')}>x`],
    ['99,000 headings of other pages', `<main>${'<h3>Related</h3><p>x</p>'.repeat(49_000)}</main>`],
    ['99,000 line breaks', `<p>x${'<br>'.repeat(99_000)}x`],
    ['99,000 notes', `<ol class="footnotes">${'<li id="a"><a href="#a">x</a>'.repeat(33_000)}</ol>`],
    ['emphasis 490 deep around 90,000 words', `${'<b><i><a href=x>'.repeat(163)}${'<b>word</b> '.repeat(90_000)}`],
    ['labels side by side 490 deep', `${'<span>ab</span><span>'.repeat(480)}${'x'.repeat(400_000)}`],
    ['ids of a heading 480 deep', `${'<div id="share-x">'.repeat(480)}<h2>${'share'.repeat(700_000)}`],
    ['lists of 45,000 links 480 deep', `${'<ul>'.repeat(480)}${'<a href=x>x</a> '.repeat(45_000)}`],
    ['99,000 items with prices', `<ul>${'<li><a>x</a> $1'.repeat(49_000)}</ul>`],
    [
      '33,000 references to one note',
      Array.from({ length: 33_000 }, (_, n) => `<a id="r${n}" href="#n">1</a> x`).join(''),
    ],
    ['33,000 tabs of one element', '<input type=radio><label for=x>t</label><div>x</div>'.repeat(33_000)],
  ])('of a page with %s does not hang', HANGS, (_, html) => {
    const { markdown } = mainText(html, BASE);

    expect(typeof markdown).toBe('string');
  });

  it('of a page too large for a tree is its plain text, escaped', () => {
    const { markdown, text } = mainText(
      `<head><title>no</title></head><style>p{}</style><p>A &lt;b&gt; *star*</p>${'<br>'.repeat(120_000)}<SCRIPT>x</SCRIPT>end`,
      BASE,
    );

    expect(text).toBe('plain');
    expect(markdown).toBe('A \\<b> \\*star\\*\n\nend');
  });
});

describe('a page in Markdown', () => {
  it('has front matter whose values cannot end it', () => {
    const page = { url: 'http://a.test/', title: 'a\n---\nb: "c"', fetchedAt: null };

    expect(markdownPage(page, { markdown: 'text', text: 'main' }, (value) => JSON.stringify(value))).toBe(
      '---\nurl: "http://a.test/"\ntitle: "a\\n---\\nb: \\"c\\""\nfetchedAt: null\ntext: "main"\n---\n\ntext\n',
    );
  });

  it('is read in its encoding; text, JSON and XML go into code blocks that they cannot end; images have none', () => {
    const latin = pageText(Buffer.from('<p>caf\xe9', 'latin1'), 'text/html; charset=iso-8859-1', BASE);

    expect(latin).toEqual({ type: 'html', html: '<p>café', base: BASE });
    expect(pageText(Buffer.from('{}'), 'application/json', BASE)).toMatchObject({ type: 'text', language: 'json' });
    expect(pageText(Buffer.from('x'), 'image/png', BASE)).toBeNull();
    expect(writtenText({ type: 'text', text: 'a\n```\nb', language: 'text' }).markdown).toBe(
      '````text\na\n```\nb\n````',
    );
  });
});

describe('Markdown of documentation', () => {
  const page = (content: string): string =>
    `<html><body><header class="site"><a href="/">Docs</a></header><nav><a href="/x">Menu</a></nav>
     <main><h1>Install Surf</h1><p>${'Words about the installation. '.repeat(20)}</p>${content}</main>
     <footer>Imprint</footer></body></html>`;
  const markdownOf = (content: string): string => mainText(page(content), BASE).markdown;

  it('has the heading and the content that the page marks, without menus and footers', () => {
    const markdown = markdownOf('<h2>Next<a class="headerlink" href="#next">¶</a></h2><p>Then this.</p>');

    expect(markdown).toMatch(/^# Install Surf\n/);
    expect(markdown).toContain('## Next\n\nThen this.');
    expect(markdown).not.toMatch(/Menu|Imprint|¶/);
  });

  it.each([
    ['<pre>a</pre>', '```\na\n```'],
    [
      '<div class="highlight-python notranslate"><div class="highlight"><pre><span></span>x = 1\n</pre></div></div>',
      '```python\nx = 1\n```',
    ],
    ['<pre><code class="language-ts">let a;</code></pre>', '```ts\nlet a;\n```'],
    ['<pre class="brush: java">int a;</pre>', '```java\nint a;\n```'],
    ['<pre data-lang="go">go()</pre>', '```go\ngo()\n```'],
  ])('fences code with its language: %#', (html, fenced) => {
    expect(markdownOf(html)).toContain(fenced);
  });

  it('writes tables as GitHub does, with bars escaped', () => {
    const markdown = markdownOf(
      '<table><tr><th>Name</th><th>Value</th></tr><tr><td>a | b</td><td><code>x</code> <b>y</b></td></tr></table>',
    );

    expect(markdown).toContain('| Name | Value |\n| --- | --- |\n| a \\| b | `x` **y** |');
  });

  it('gives the text of a table that a Markdown table cannot hold', () => {
    const layout = markdownOf(
      `<table><tr><td><pre>code${'\n1'.repeat(10)}</pre></td><td><p>beside</p></td></tr><tr><td>1</td><td>2</td></tr></table>`,
    );

    expect(layout).toContain('```\ncode\n1\n');
    expect(layout).toContain('beside');
    expect(layout).not.toContain('| ---');
  });

  it('lets no code in a table end early, where its rest would be markup (N8)', () => {
    const evil = '<code>a | <img src=x onerror=alert(1)></code>'.replace('<img', '&lt;img').replace(')>', ')&gt;');
    const markdown = markdownOf(`<table><tr><th>A</th><th>B</th></tr><tr><td>${evil}</td><td>b</td></tr></table>`);

    expect(markdown).toContain('| `a \\| <img src=x onerror=alert(1)>` | b |');
  });

  it('keeps a table with types of several kinds in code', () => {
    const markdown = markdownOf(
      '<table><tr><th>Prop</th><th>Type</th></tr><tr><td>size</td><td><code>"s" | "m"</code> | <code>null</code></td></tr></table>',
    );

    expect(markdown).toContain('| size | `"s" \\| "m"` \\| `null` |');
  });

  it('gives each definition of a term', () => {
    expect(markdownOf('<dl><dt>a</dt><dd>one</dd><dd>two</dd><dt>b</dt><dd>three</dd></dl>')).toContain(
      'a\n: one\n: two\n\nb\n: three',
    );
  });

  it('has no title of a page that leaves out its head', () => {
    const page = `<title>Shop - Lamps</title><h1>Lamps</h1><p>${PARAGRAPH}</p>`;

    expect(mainText(page, BASE).markdown).toMatch(/^# Lamps\n/);
  });

  it('escapes a heading that it takes from outside of the content (N8)', () => {
    const html = `<body><div class="hero"><h1>&lt;img src=x&gt; *a*</h1></div><article><p>${'Words. '.repeat(80)}</p></article></body>`;

    expect(mainText(html, BASE).markdown).toMatch(/^# \\<img src=x> \\\*a\\\*\n/);
  });

  it('marks deleted text', () => {
    expect(markdownOf('<p>now <del>then</del></p>')).toContain('now ~~then~~');
  });
});
