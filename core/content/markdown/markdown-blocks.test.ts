import { describe, expect, it } from 'vitest';
import { mainText } from '#core/content/main-text.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

const markdownOf = (content: string): string =>
  mainText(
    `<body><main><h1>Page</h1><p>${'Words about the page. '.repeat(20)}</p>${content}</main></body>`,
    'http://a.test/dir/' as CrawlUrl,
  ).markdown;

describe('the structure of a page in Markdown', () => {
  it.each([
    ['nested lists', '<ul><li>a<ol start="3"><li>b</li></ol></li></ul>', '- a\n  3. b'],
    ['items with paragraphs', '<ul><li><p>a</p><p>b</p></li><li>c</li></ul>', '- a\n\n  b\n\n- c'],
    [
      'a task list',
      '<ul><li><input type="checkbox" checked> a</li><li><input type="checkbox"> b</li></ul>',
      '- [x] a\n- [ ] b',
    ],
    ['a definition list', '<dl><dt>Term</dt><dd>What <b>it</b> is</dd></dl>', 'Term\n: What **it** is'],
    ['definitions with blocks', '<dl><dt>f()</dt><dd><p>a</p><pre>b</pre></dd></dl>', 'f()\n\na\n\n```\nb\n```'],
    ['a quote', '<blockquote><p>a</p><ul><li>b</li></ul></blockquote>', '> a\n>\n> - b'],
    [
      'an admonition of Sphinx',
      '<div class="admonition warning"><p class="admonition-title">Warning</p><p>Hot.</p></div>',
      '> [!WARNING]\n> Hot.',
    ],
    [
      'an admonition of VitePress, and one of Confluence',
      `<div class="tip custom-block"><p class="custom-block-title">TIP</p><p>Do.</p></div>
       <div class="confluence-information-macro confluence-information-macro-information"><p>See.</p></div>`,
      '> [!TIP]\n> Do.\n\n> [!NOTE]\n> See.',
    ],
    [
      'an admonition of ReadMe',
      '<blockquote class="callout callout_warn"><p>Hot.</p></blockquote>',
      '> [!WARNING]\n> Hot.',
    ],
    ['a task of Confluence', '<ul><li class="checked" data-inline-task-id="1">a</li></ul>', '- [x] a'],
    [
      'no label above code that repeats its language',
      '<div><p>js</p><pre><code class="language-js">a</code></pre></div>',
      'page.\n\n```js\na\n```',
    ],
    [
      'an image that a script loads late, the largest of several, and no pixel',
      `<p><img alt="A" src="/spacer.gif" data-src="/a.jpg"><img alt="B" srcset="/b1.jpg 400w, /b2.jpg 800w">
       <img src="/count.gif" width="1" height="1"></p>`,
      '![A](http://a.test/a.jpg)![B](http://a.test/b2.jpg)',
    ],
    [
      'an admonition of Starlight',
      '<aside class="starlight-aside starlight-aside--tip"><p>Do.</p></aside>',
      '> [!TIP]\n> Do.',
    ],
    [
      'TeX of MathML',
      '<p>Of <math><semantics><mi>x</mi><annotation encoding="application/x-tex">x < y</annotation></semantics></math></p>',
      'Of $`x < y`$',
    ],
    [
      'lists in the cells of a table',
      '<table><tr><th>Needs</th><th>Gives</th></tr><tr><td><ul><li>a</li><li>b</li></ul></td><td>c</td></tr></table>',
      '| Needs | Gives |\n| --- | --- |\n| a; b | c |',
    ],
    [
      'a table with a list within a list',
      '<table><tr><th>A</th><th>B</th></tr><tr><td><ul><li>a<ul><li>b</li></ul></li></ul></td><td>c</td></tr></table>',
      '- a\n  - b',
    ],
    [
      'labels side by side',
      '<p><span>amount</span><span><span>nullable </span>string</span></p>',
      'amount nullable string',
    ],
    ['a signature of Sphinx', '<dl><dt><span>os.</span><span>path</span><span>(</span></dt></dl>', 'os.path('],
    ['letters of an effect', '<p><span>S</span><span>u</span><span>r</span><span>f</span></p>', 'Surf'],
    [
      'a terminal of Termynal, whose code is HTML',
      '<div class="termy"><div class="highlight"><pre><code>$ &lt;u&gt;surf&lt;/u&gt; &amp;lt;url&amp;gt;</code></pre></div></div>',
      '```\n$ surf <url>\n```',
    ],
    ['TeX of MathJax', '<p>Of <script type="math/tex">a_b</script></p>', 'Of $`a_b`$'],
    ['TeX in display mode', '<script type="math/tex; mode=display">\\int f</script>', '```math\n\\int f\n```'],
    [
      'a listing of Doxygen',
      '<div class="fragment"><div class="line"><span class="lineno">1</span>int a;</div><div class="line">  b;</div></div>',
      '```\nint a;\n  b;\n```',
    ],
    ['a listing of DocBook', '<pre class="programlisting java">int a;<br>b;</pre>', '```java\nint a;\nb;\n```'],
    [
      'a link with a fragment',
      '<p><a href="b#c">d</a> <a href="#e">f</a></p>',
      '[d](http://a.test/dir/b#c) [f](http://a.test/dir/#e)',
    ],
    [
      'an image that a script loads',
      '<p><img src="data:x" data-src="a.png" alt="A"></p>',
      '![A](http://a.test/dir/a.png)',
    ],
    ['hard breaks', '<p>a<br>- b</p>', 'a\\\n\\- b'],
    ['a rule', '<p>a</p><hr><p>b</p>', 'a\n\n* * *\n\nb'],
    [
      'cells over several rows and columns in their places',
      `<table><tr><th>A</th><th colspan="2">B</th><th>C</th></tr><tr><td rowspan="2">1</td><td>2</td><td>3</td><td>4</td></tr>
       <tr><td>5</td><td>6</td><td>7</td></tr></table>`,
      '| A | B |  | C |\n| --- | --- | --- | --- |\n| 1 | 2 | 3 | 4 |\n|  | 5 | 6 | 7 |',
    ],
    [
      'a table without a head, whose first row names no columns',
      '<table><tr><td>Name</td><td>Ada</td></tr><tr><td>Born</td><td>1815</td></tr></table>',
      '|  |  |\n| --- | --- |\n| Name | Ada |\n| Born | 1815 |',
    ],
    [
      'a table whose rows have names',
      '<table><thead></thead><tr><th>Name</th><td>Ada</td></tr><tr><th>Born</th><td>1815</td></tr></table>',
      '|  |  |\n| --- | --- |\n| Name | Ada |\n| Born | 1815 |',
    ],
    [
      'a head of bold cells, with an empty corner',
      '<table><tr><td></td><td><p><b>S</b></p></td><td> <strong>L</strong> </td></tr><tr><td>a</td><td>1</td><td>2</td></tr></table>',
      '|  | **S** | **L** |\n| --- | --- | --- |\n| a | 1 | 2 |',
    ],
    [
      'a head that is one by its place',
      '<table><thead><tr><td>S</td><td>L</td></tr></thead><tr><td>1</td><td>2</td></tr></table>',
      '| S | L |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'a row that is bold in part as no head',
      '<table><tr><td><b>a</b> b</td><td><b>c</b></td></tr><tr><td>1</td><td>2</td></tr></table>',
      '|  |  |\n| --- | --- |\n| **a** b | **c** |',
    ],
    [
      'how the head of a table is aligned',
      `<table><tr><th align="Left">A</th><th style="color:red; text-align: right">B</th><th align=center>C</th><th>D</th></tr>
       <tr><td align=right>1</td><td>2</td><td>3</td><td>4</td></tr></table>`,
      '| A | B | C | D |\n| :--- | ---: | :---: | --- |\n',
    ],
    [
      'a link around blocks: their heading is the link',
      '<a href="/x"><p>New</p><h3>Title</h3><p>What it is</p></a>',
      'New\n\n### [Title](http://a.test/x)\n\nWhat it is',
    ],
    [
      'a link around blocks without a heading: the first line is the link',
      '<a href="/x"><pre>f()</pre><div><div></div><div> <b>Title</b> of it</div></div><p>What it is</p></a>',
      '```\nf()\n```\n\n[**Title** of it](http://a.test/x)\n\nWhat it is',
    ],
    [
      'the caption of a table',
      '<table><caption>Rows</caption><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>',
      'Rows\n\n| A | B |',
    ],
    [
      'code in a cell, a span for each line',
      '<table><tr><th>A</th><th>B</th></tr><tr><td><pre>a | b\nc</pre></td><td>d</td></tr></table>',
      '| `a \\| b` `c` | d |',
    ],
    ['the label of details', '<details><summary>More</summary><p>Text</p></details>', '**More**\n\nText'],
    [
      'the title of an admonition',
      '<div class="admonition tip"><p class="admonition-title">Look</p><p>Here.</p></div>',
      '> [!TIP]\n> **Look**\n>\n> Here.',
    ],
    ['headings of a list without its marks', '<ul><li><h2>A</h2><p>b</p></li></ul>', '\n\n## A\n\nb'],
    ['powers', '<p>10<sup>-6</sup> m<sup>th</sup></p>', '10^-6 mth'],
    ['code without an empty line at its start', '<pre>\n\n  a\n\n</pre>', '```\n  a\n```'],
  ])('has %s', (_, html, markdown) => {
    expect(markdownOf(html)).toContain(markdown);
  });

  it('has no rule at its end, or before footnotes', () => {
    expect(markdownOf('<p>last</p><hr>')).toMatch(/last$/);
    expect(
      markdownOf('<p>of<a href="#n">1</a></p><div class="footnotes"><hr><ol><li id="n">A note</li></ol></div>'),
    ).toMatch(/of\[\^1\]\n\n\[\^1\]: A note$/);
  });

  it('has footnotes with their references, without links back', () => {
    const markdown = markdownOf(
      '<p>Text<sup><a href="#fn1">1</a></sup></p><section class="footnotes"><ol><li id="fn1"><p>Note. <a href="#r1">↩</a></p></li></ol></section>',
    );

    expect(markdown).toContain('Text[^1]');
    expect(markdown).toMatch(/\n\[\^1\]: Note\.$/);
  });
});

describe('a footnote that no name tells', () => {
  it.each([
    [
      'of WordPress',
      '<p>Text.<sup class="fn"><a id="b" href="#a">1</a></sup></p><ol><li id="a">Note. <a href="#b">\u21a9\ufe0e</a></li></ol>',
    ],
    ['of Substack', '<p>Text.<a id="b" href="#a">1</a></p><div><a id="a" href="#b">1</a><div><p>Note.</p></div></div>'],
    ['of a word processor', '<p>Text.<a name="b" href="#a">[1]</a></p><p><a name="a" href="#b">[1]</a> Note.</p>'],
  ])('is one where it and its reference link to each other: %s', (_, html) => {
    expect(markdownOf(html)).toContain('Text.[^1]\n\n[^1]: Note.');
  });

  it('is none where only one links to the other, or where it is a section', () => {
    const one = '<p>Text.<a id="b" href="#a">1</a></p><p id="a">Other, as in <a id="e" href="#f">2</a></p>';
    const section = '<p>See <a id="d" href="#c">2</a></p><section><a id="c" href="#d">2</a><h2>Two</h2></section>';

    expect(markdownOf(one + section)).not.toContain('[^');
  });
});

describe('the title of a page', () => {
  it('is not a link, as a link in it leads to the page itself', () => {
    expect(
      mainText('<main><h1><a href="/here">Page</a></h1><p>Text.</p></main>', 'http://a.test/' as CrawlUrl).markdown,
    ).toBe('# Page\n\nText.');
  });

  it('keeps its link where a page has several: they lead to other pages', () => {
    const html = '<main><h1><a href="/a">A</a></h1><p>One.</p><h1><a href="/b">B</a></h1><p>Two.</p></main>';

    expect(mainText(html, 'http://a.test/' as CrawlUrl).markdown).toContain('# [B](http://a.test/b)');
  });
});

const EVIL = '&lt;img src=x onerror=alert(1)>';

/** Each would give markup of the page to a reader of CommonMark or of GitHub's tables (N8). */
describe('text of a page that looks like Markdown', () => {
  it.each([
    ['a list', '<p>- a</p>', '\\- a'],
    ['a numbered list', '<p>1. a</p>', '1\\. a'],
    ['a heading', '<p># a</p>', '\\# a'],
    ['a link', '<p>[a](javascript:alert(1))</p>', '\\[a\\](javascript:alert(1))'],
    ['emphasis', '<p>*a* _b_ c_d</p>', '\\*a\\* \\_b\\_ c_d'],
    ['an image', '<p>!<a href="b">c</a></p>', '\\![c](http://a.test/dir/b)'],
    ['an entity', '<p>&amp;lt;img></p>', '\\&lt;img>'],
    [
      'the second line of a table',
      `<p>a | b<br>--- | ---<br><code>c | ${EVIL}</code> | d</p>`,
      'a | b\\\n\\--- | ---\\\n',
    ],
    ['a table in a definition list', `<dl><dt>a | b</dt><dt>--- | ---</dt><dd>c</dd></dl>`, 'a | b\n\\--- | ---\n: c'],
  ])('is escaped: %s', (_, html, markdown) => {
    expect(markdownOf(html)).toContain(markdown);
  });

  it('makes no address of a link out of a footnote', () => {
    const markdown = markdownOf(
      '<p><a href="#n">1</a></p><ol class="footnotes"><li id="n">java<b></b>script:alert(1)</li></ol>',
    );

    expect(markdown).not.toMatch(/\[\^\d+\]:/);
  });

  it('escapes a bar in maths of a table', () => {
    const markdown = markdownOf(
      `<table><tr><th>A</th><th>B</th></tr><tr><td><math alttext="a | ${EVIL}"><mi>a</mi></math></td><td>b</td></tr></table>`,
    );

    expect(markdown).toContain('| $`a \\| <img src=x onerror=alert(1)>`$ | b |');
  });

  it.each([
    ['code', `<code>a\\| ${EVIL}</code>`],
    ['maths', `<math alttext="a\\| ${EVIL}"><mi>a</mi></math>`],
  ])('makes no table where a backslash is before a bar in %s', (_, cell) => {
    const markdown = markdownOf(`<table><tr><th>A</th><th>B</th></tr><tr><td>${cell}</td><td>b</td></tr></table>`);

    expect(markdown).not.toContain('| ---');
  });
});
