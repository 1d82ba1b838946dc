import { describe, expect, it } from 'vitest';
import { mainText } from '#core/content/main-text.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

const PROSE = `<p>${'Sentences about the subject of this page, which have many words. '.repeat(20)}</p>`;
const markdownOf = (content: string): string =>
  mainText(`<body><main><h1>Page</h1>${PROSE}${content}</main></body>`, 'http://a.test/dir/' as CrawlUrl).markdown;

describe('as generators write it, Markdown has', () => {
  it.each([
    ['maths of Sphinx', '<div class="math notranslate">\\[a < b\\]</div>', '```math\na < b\n```'],
    ['maths of MkDocs', '<p>Of <span class="arithmatex">\\(f_1\\)</span></p>', 'Of $`f_1`$'],
    [
      'maths of GitHub in its line',
      '<p>Of <math-renderer class="js-inline-math">$x$</math-renderer>.</p>',
      'Of $`x`$.',
    ],
    [
      'code of SyntaxHighlighter',
      `<div class="syntaxhighlighter python"><table><tr><td class="gutter"><div class="line">1</div></td>
       <td class="code"><div class="container"><div class="line"><code>if</code> <code>x:</code></div>
       <div class="line"><code>&nbsp;&nbsp;</code><code>y</code></div></div></td></tr></table></div>`,
      '```python\nif x:\n  y\n```',
    ],
    [
      'code of GitHub in a gist',
      `<table class="highlight js-file-line-container"><tr><td class="blob-num" data-line-number="1"></td>
       <td class="blob-code">a</td></tr><tr><td class="blob-num"></td><td class="blob-code">b</td></tr></table>`,
      '```\na\nb\n```',
    ],
    [
      'the language of code beside its numbers',
      `<div class="highlight-python"><table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td>
       <td class="code"><div class="highlight"><pre>a\nb</pre></div></td></tr></table></div>`,
      '```python\na\nb\n```',
    ],
    ['lines of Expressive Code', '<pre><code><div>a</div><div>b</div></code></pre>', '```\na\nb\n```'],
    ['lines of a table in code', '<pre><table><tr><td>a</td></tr><tr><td>b</td></tr></table></pre>', '```\na\nb\n```'],
    [
      'the language of GitHub and MediaWiki',
      '<div class="highlight highlight-source-shell"><pre>ls</pre></div><div class="mw-highlight-lang-lua"><pre>x</pre></div>',
      '```shell\nls\n```\n\n```lua\nx\n```',
    ],
    ['the title of Doxygen', '<div class="headertitle"><div class="title">Class Foo</div></div>', '# Class Foo'],
    [
      'a signature of Doxygen',
      '<div class="memproto"><table><tr><td>int f</td><td>(</td><td>int&#160;</td><td>x</td><td>)</td></tr></table></div>',
      '```\nint f(int x)\n```',
    ],
    [
      'members of Doxygen',
      `<table class="memberdecls"><tr class="heading"><td colspan="2"><h2>Functions</h2></td></tr>
       <tr class="memitem:a"><td>int&#160;</td><td><a href="#a">f</a> ()</td></tr>
       <tr class="memdesc:a"><td>&#160;</td><td>Does it.</td></tr></table>`,
      '## Functions\n\n- int [f](http://a.test/dir/#a) ()\\\n  Does it.',
    ],
    ['a note of Doxygen', '<dl class="section note"><dt>Note</dt><dd>Slow.</dd></dl>', '> [!NOTE]\n> Slow.'],
    [
      'a table of javadoc',
      `<div class="summary-table two-column-summary"><div class="table-header">Type</div>
       <div class="table-header">Method</div><div class="col-first"><code>void</code></div>
       <div class="col-last"><code>f()</code></div></div>`,
      '| Type | Method |\n| --- | --- |\n| `void` | `f()` |',
    ],
    ['a signature of javadoc', '<div class="member-signature">void&nbsp;f()</div>', '```java\nvoid f()\n```'],
    [
      'footnotes of Docutils',
      `<p>Of<a href="#id2">[1]</a></p><aside class="footnote-list brackets"><aside class="footnote brackets" id="id2">
       <span class="label">[<a href="#id1">1</a>]</span><p>A note.</p></aside></aside>`,
      'Of[^1]\n\n[^1]: A note.',
    ],
    [
      'footnotes of older Docutils',
      `<p>Of<a href="#id2">[1]</a></p><dl class="footnote brackets"><dt class="label" id="id2">
       <span class="brackets"><a class="fn-backref" href="#id1">1</a></span></dt><dd><p>A note.</p></dd></dl>`,
      'Of[^1]\n\n[^1]: A note.',
    ],
    [
      'a warning of DocBook',
      `<div class="warning"><table summary="Warning"><tr><td rowspan="2"><img alt="[Warning]" src="w.png"></td>
       <th>Warning</th></tr><tr><td><p>Hot.</p></td></tr></table></div>`,
      '> [!WARNING]\n> Hot.',
    ],
    [
      'tabs of Docusaurus',
      `<div class="tabs-container"><ul role="tablist"><li role="tab">npm</li><li role="tab">Yarn</li></ul>
       <div><div role="tabpanel"><pre>a</pre></div><div role="tabpanel" hidden><pre>b</pre></div></div></div>`,
      '**npm**\n\n```\na\n```\n\n**Yarn**\n\n```\nb\n```',
    ],
    [
      'tabs of MkDocs',
      `<div class="tabbed-set"><input id="__tabbed_1_1" type="radio"><div class="tabbed-labels">
       <label for="__tabbed_1_1">C</label></div><div class="tabbed-content"><div class="tabbed-block">x</div></div></div>`,
      '**C**\n\nx',
    ],
    [
      'tabs of Sphinx Design and of older MkDocs: a radio button, its label, its panel',
      `<div class="sd-tab-set"><input type="radio" id="a"><label class="sd-tab-label" for="a">Linux</label>
       <div class="sd-tab-content">One.</div><input type="radio" id="b"><label class="sd-tab-label" for="b">Windows</label>
       <div class="sd-tab-content">Two.</div></div>`,
      '**Linux**\n\nOne.\n\n**Windows**\n\nTwo.',
    ],
    [
      'tabs of VitePress, whose buttons and labels are before all panels',
      `<div class="vp-code-group"><div class="tabs"><input type="radio" id="a"><label for="a">a.js</label><input type="radio"
       id="b"><label for="b">b.ts</label></div><div class="blocks"><div class="language-js"><span class="lang">js</span>
       <pre><code>x</code></pre></div><div class="language-ts"><pre><code>y</code></pre></div></div></div>`,
      '**a.js**\n\n```js\nx\n```\n\n**b.ts**\n\n```ts\ny\n```',
    ],
    [
      'maths that KaTeX has drawn, in display mode as a block',
      `<p><span class="katex-display"><span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi>
       <annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html"
       aria-hidden="true">x2</span></span></span></p>`,
      '```math\nx^2\n```',
    ],
    [
      'maths that MathJax 3 has drawn, in its line',
      `<p>Of <mjx-container class="MathJax"><mjx-math aria-hidden="true">y</mjx-math><mjx-assistive-mml><math><semantics>
       <mi>y</mi><annotation encoding="application/x-tex">y</annotation></semantics></math></mjx-assistive-mml></mjx-container>.</p>`,
      'Of $`y`$.',
    ],
    [
      'TeX in the text of a page whose script draws it',
      '<p>A \\(a_1\\) costs $5 or $6.</p><p>$$\\frac{a}{b}$$</p><p>\\[u_t\\]</p><pre>\\(x\\)</pre><script src="/mathjax/tex.js"></script>',
      'A $`a_1`$ costs $5 or $6.\n\n```math\n\\frac{a}{b}\n```\n\n```math\nu_t\n```\n\n```\n\\(x\\)\n```',
    ],
    [
      'TeX between single dollars where the settings of the script have them',
      "<p>Of $a_1$ and $5.</p><script>MathJax = {tex: {inlineMath: [['$', '$']]}}</script>",
      'Of $`a_1`$ and $5.',
    ],
    [
      'text between such delimiters on a page that only speaks of MathJax',
      '<p>MathJax: \\(a_1\\)</p>',
      'MathJax: \\\\(a_1\\\\)',
    ],
    [
      'parameters of Doxygen as a list',
      '<table class="params"><tr><td class="paramdir">[in]</td><td class="paramname">n</td><td>number</td></tr></table>',
      '- \\[in\\] `n` number',
    ],
    [
      'the language of mdBook, Mintlify, ExDoc, Jupyter and Confluence',
      `<pre><pre class="playground"><code class="language-rust edition2021">a</code></pre></pre><pre language="sh"><code>b</code></pre>
       <pre><code class="makeup elixir">c</code></pre><div class="highlight hl-ipython3"><pre>d</pre></div>
       <pre data-syntaxhighlighter-params="brush: java; gutter: false">e</pre>`,
      '```rust\na\n```\n\n```sh\nb\n```\n\n```elixir\nc\n```\n\n```python\nd\n```\n\n```java\ne\n```',
    ],
    [
      'signatures and comments of TypeDoc',
      '<div class="tsd-comment">Keeps.</div><ul class="tsd-signatures"><li>get(key)</li></ul>',
      'Keeps.\n\n- get(key)',
    ],
    [
      'a quotation in a forum post',
      '<aside class="quote"><div class="title">ann:</div><blockquote><p>Why?</p></blockquote></aside>',
      'ann:\n\n> Why?',
    ],
    [
      'an accordion, whose panels are in the list of its labels',
      '<div role="tablist"><p role="tab">Why?</p><div role="tabpanel">Because.</div></div>',
      'Why?\n\nBecause.',
    ],
    [
      'tabs of Docusaurus whose code begins with the word of the label',
      `<div><ul role="tablist"><li role="tab">npm</li><li role="tab">Yarn</li></ul><div role="tabpanel"><pre><b>npm</b> i</pre></div>
       <div role="tabpanel"><pre><b>yarn</b></pre></div></div>`,
      '**npm**\n\n```\nnpm i\n```\n\n**Yarn**',
    ],
    [
      'tabs of Bootstrap, of two lists beside each other',
      `<ul class="nav nav-tabs"><li><a data-toggle="tab" href="#a">One</a></li></ul><div class="tab-content"><div class="tab-pane"
       id="a">1</div></div><ul class="nav nav-tabs" role="tablist"><li><a href="#b">Two</a></li></ul><div><div class="tab-pane" id="b">2</div></div>`,
      '**One**\n\n1\n\n**Two**\n\n2',
    ],
    [
      'comments and empty lines in a listing of Doxygen, without its numbers',
      `<div class="fragment"><div class="line"><span class="lineno">    1</span><span class="comment">// why</span></div>
       <div class="line"><span class="lineno">    2</span></div><div class="line"><span class="lineno">    3</span>  f();</div></div>`,
      '```\n// why\n\n  f();\n```',
    ],
    [
      'the type of a parameter apart from its name, as Doxygen 1.12 has them',
      '<div class="memproto"><table><tr><td>int f</td><td>(</td><td class="paramtype">int</td><td>x</td><td>)</td></tr></table></div>',
      '```\nint f(int x)\n```',
    ],
    [
      'footnotes of DocBook',
      `<p>Of<a href="#ftn.a" class="footnote" name="a"><sup class="footnote">[1]</sup></a></p><div class="footnotes"><hr>
       <div id="ftn.a" class="footnote"><p><a href="#a" class="para"><sup class="para">[1] </sup></a>A note.</p></div></div>`,
      'Of[^1]\n\n[^1]: A note.',
    ],
    [
      'footnotes of Asciidoctor',
      `<p>Of<sup class="footnote">[<a id="_r_1" class="footnote" href="#_d_1">1</a>]</sup></p><div class="footnote" id="_d_1">
       <a href="#_r_1">1</a>. A note, <b>kept</b>.</div>`,
      'Of[^1]\n\n[^1]: A note, **kept**.',
    ],
    [
      'a numbered equation of Sphinx',
      '<div class="math"><span class="eqno">(1)<a class="headerlink" href="#e">¶</a></span>\\[a_1\\]</div>',
      '```math\na_1\n```',
    ],
    [
      'the name of a file above code beside its numbers',
      `<div class="language-yaml"><table class="highlighttable"><tr><th class="filename"><span>a.yml</span></th></tr><tr>
       <td class="linenos"><pre>1</pre></td><td class="code"><pre>a: 1</pre></td></tr></table></div>`,
      'a.yml\n\n```yaml\na: 1\n```',
    ],
    ['the language of SyntaxHighlighter', '<pre class="brush: sql; gutter: false">x</pre>', '```sql\nx\n```'],
    [
      'a note of Confluence once',
      `<div class="confluence-information-macro confluence-information-macro-note"><p class="title">Look</p>
       <div class="confluence-information-macro-body"><p>A.</p></div></div>`,
      '> [!NOTE]\n> **Look**\n>\n> A.',
    ],
    [
      'an admonition of Sphinx with another title',
      '<div class="admonition-see admonition"><p class="admonition-title">See</p><p>A.</p></div>',
      '> [!NOTE]\n> **See**\n>\n> A.',
    ],
    [
      'signatures of JSDoc, and its parameters as a table',
      `<h4>new Lamp<span class="signature">(level)</span></h4><table class="params"><thead><tr><th>Name</th><th>Type</th></tr>
       </thead><tr><td class="name"><code>level</code></td><td>number</td></tr></table>`,
      '#### new Lamp(level)\n\n| Name | Type |\n| --- | --- |\n| `level` | number |',
    ],
    [
      'a note of AWS once, and the language of its code behind a button',
      `<div class="awsdocs-note awsdocs-important"><div class="awsdocs-note-title"><h6>Important</h6></div><div class="awsdocs-note-text">
       <p>Read.</p></div></div><pre class="programlisting"><div></div><code class="json hljs">{}</code></pre>`,
      '> [!IMPORTANT]\n> Read.\n\n```json\n{}\n```',
    ],
    [
      'signatures, parameters and code of YARD',
      `<h3 class="signature first" id="on">#<strong>on</strong>(level)</h3><div class="tags"><p class="tag_title">Parameters:</p>
       <ul class="param"><li>level</li></ul></div><table class="source_code"><tr><td><pre class="lines">\n10</pre></td><td><pre class="code">x</pre>
       </td></tr></table><div class="tags"><a href="/t">Gone</a></div>`,
      '### #**on**(level)\n\nParameters:\n\n- level\n\n```\nx\n```',
    ],
    [
      'footnotes of LaTeXML, at the end of the document',
      `<div class="ltx_document"><p>Of<span id="n1" class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">1</sup>
       <span class="ltx_note_outer"><span class="ltx_note_content"><sup class="ltx_note_mark">1</sup><span class="ltx_tag ltx_tag_note">1</span>A
       <i>note</i>.</span></span></span>.</p><p>Last.</p></div>`,
      'Of[^1].\n\nLast.\n\n[^1]: A *note*.',
    ],
    [
      'headings of Docusaurus, whose class names a bar',
      '<h2 class="anchor anchorWithStickyNavbar_LWe7" id="start">Start</h2>',
      '## Start',
    ],
    ['headings that link to themselves, without the link', '<h2 id="a"><a href="#a">A</a></h2>', '## A'],
    [
      'the price of WooCommerce',
      '<p><ins aria-hidden="true">$40</ins><span class="screen-reader-text">x</span></p>',
      '$40',
    ],
  ])('%s', (_, html, markdown) => {
    expect(markdownOf(html)).toContain(markdown);
  });

  it('no numbers, labels or links that belong to them alone', () => {
    const markdown = markdownOf(
      `<dl><dt>f()<a href="_modules/f.html"><span class="viewcode-link">[Gone]</span></a></dt></dl>
       <div id="p-lang-btn" class="mw-portlet mw-portlet-lang"><a href="/de">Gone</a></div>
       <p class="noprint">Gone</p><div id="titlearea">Gone</div><div class="signature">Gone</div>
       <p>Code: <a href="#">Select all</a></p>`,
    );

    expect(markdown).toContain('f()');
    expect(markdown).not.toMatch(/Gone|Select all/);
  });

  it('all text of frames in each other, once, in time linear in their number', () => {
    const depth = 150;
    const frames = '<div class="tabs-container"><div class="syntaxhighlighter"><table class="memberdecls"><tr><td>';
    const markdown = markdownOf(`${frames.repeat(depth / 2)}Kept${'</td></tr></table></div></div>'.repeat(depth / 2)}`);

    expect(markdown.match(/Kept/g)).toHaveLength(1);
  });
});
