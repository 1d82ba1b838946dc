import { describe, expect, it } from 'vitest';
import { mainText } from '#core/content/main-text.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

const EVIL = '<img src=x onerror=alert(1)>';
const CODE = EVIL.replace('<', '&lt;');

/** Each was markup of the page in the Markdown of it, as CommonMark reads it. */
describe('code of a page in Markdown', () => {
  it.each([
    [
      'a fence that is indented',
      `<pre><code>a\n   \`\`\`\n${CODE}</code></pre>`,
      `\`\`\`\`\na\n   \`\`\`\n${EVIL}\n\`\`\`\``,
    ],
    ['a language with a backtick', `<pre><code class="language-a\`b">${CODE}</code></pre>`, `\`\`\`\n${EVIL}\n\`\`\``],
    ['code spans that touch', `<p><code>a</code><code>\`${CODE}</code></p>`, `\`a\` \`\` \`${EVIL} \`\``],
    [
      'spans that only a control parts',
      `<p><code>\`\`&#12;</code><code>${CODE}</code></p>`,
      `\`\`\` \`\` \`\`\` \`${EVIL}\``,
    ],
    [
      'a block within emphasis',
      `<p>x <em> <pre><code>a\n\n${CODE}</code></pre>y</em></p>`,
      `\`\`\`\na\n\n${EVIL}\n\`\`\`\n`,
    ],
    ['a backtick in an address', `<a href="/?\`">y</a> <code>${CODE}</code>`, `[y](http://a.test/?%60) \`${EVIL}\``],
    [
      'a backtick in an image’s text',
      `<img alt="\`" src="/y"><code>${CODE}</code>`,
      `![\\\`](http://a.test/y)\`${EVIL}\``,
    ],
    [
      'a backslash in an image’s text',
      '<img alt="a\\](javascript:alert(1))" src="/y">',
      '![a\\\\\\](javascript:alert(1))](http://a.test/y)',
    ],
    ['the mark of code itself', `<p>&#xfdd0;0&#xfdd1;<code>${CODE}</code></p>`, `0\`${EVIL}\``],
    ['a fence of tildes behind a control', '<p>&#2;\n~~~</p><pre>~~~\n&lt;i></pre>', '\\~\\~~\n\n```\n~~~\n<i>\n```'],
  ])('stays code beside %s', (_name, html, markdown) => {
    const text = mainText(html, 'http://a.test/' as CrawlUrl);

    expect(text.markdown).toContain(markdown);
  });

  it('is a block in lists and quotes, with their indentation', () => {
    const { markdown } = mainText(
      '<ul><li>a<pre><code>b\nc</code></pre></li></ul><blockquote><pre>d\ne</pre></blockquote>',
      'http://a.test/' as CrawlUrl,
    );

    expect(markdown).toContain('  ```\n  b\n  c\n  ```');
    expect(markdown).toContain('> ```\n> d\n> e\n> ```');
  });
});
