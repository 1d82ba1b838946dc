import { describe, expect, it } from 'vitest';
import { pageText, writtenText } from '#core/content/markdown/markdown-page.ts';
import { writtenMarkdown } from '#core/content/markdown/written-markdown.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

const BASE = 'http://a.test/dir/page.md' as CrawlUrl;
const written = (text: string): string => writtenMarkdown(text, BASE);

describe('a page of type text/markdown', () => {
  it('stays as it is', () => {
    const text =
      '# Title\n\nText with `Vec<T>` and *marks*.\n\n```rust\nlet a: Vec<u8>;\n```\n\n| A | B |\n| --- | --- |\n| 1 | 2 |';

    expect(written(text)).toBe(text);
  });

  it.each([
    ['links', '[a](b.md#c "t")', '[a](http://a.test/dir/b.md#c "t")'],
    ['images', '![a](/b.png)', '![a](http://a.test/b.png)'],
    ['definitions', '[a]: ../b', '[a]: http://a.test/b'],
    ['links to the page', '[a](#b)', '[a](http://a.test/dir/page.md#b)'],
  ])('has absolute %s', (_, text, markdown) => {
    expect(written(text)).toBe(markdown);
  });

  it.each([
    ['front matter', '---\ntitle: A\n---\n# A', '# A'],
    ['rules', 'a\n\n---\n\nb', 'a\n\n* * *\n\nb'],
    ['headings with a line below', 'a\n---\nb', 'a\n--\nb'],
    ['an open fence', '```\na', '```\na\n```'],
    ['footnotes', 'a[^1]\n\n[^1]: See this', 'a[^1]\n\n[^1]: See this'],
    ['brackets before a colon', 'a[i]: b', 'a[i\\]: b'],
  ])('has its %s so that no reader takes them for others', (_, text, markdown) => {
    expect(written(text)).toBe(markdown);
  });

  it.each([
    ['HTML', 'a <script>alert(1)</script>'],
    ['HTML behind backslashes', 'a \\<b>\\\\<b>'],
    ['HTML behind an odd backtick', '`a\n`<b>`'],
    ['HTML behind a backtick in a title', '[a](/x "`") <b> `"'],
    ['HTML in a cell that begins as code', '| ` | <b> ` |'],
    ['HTML behind an escaped backtick', 'a \\` <b> `'],
    ['HTML in a fence within a list', '1. a\n   ```\n<b>'],
    ['HTML behind a fence with a bar in its info', '```a|b\n```\n<b>'],
    ['HTML behind a fence of tildes within a fence', '```\n~~~\n```\n<b>'],
    ['HTML behind a line with a backtick in its info', '``` a`b\n<b>'],
    ['a script as the address of a link', '[a](javascript:b)'],
    ['a script behind spaces and a line feed', '[a](\njavascript:b)'],
    ['a script in character references', '[a](&#106;avascript:b)'],
    ['a script behind a control character', '[a]\u0000(javascript:b)'],
    ['a script in angle brackets', '[a](<javascript:b>)'],
    ['a script in a definition', '[a]: javascript:b'],
    ['a script in a definition whose label began above', '[a\nb]: javascript:b'],
    ['a script in a definition in a quote', '> [a]: javascript:b'],
    ['a script in a footnote, which is a definition elsewhere', '[^1]: javascript:b'],
    ['a script as an address', 'a <javascript:b>'],
    ['data as an image', '![a](data:image/png;base64,x)'],
  ])('has no %s', (_, text) => {
    const markdown = written(text);

    expect(markdown.replace(/^```\n[\s\S]*?^```$/gm, '')).not.toMatch(
      /<(?:b|script|javascript)|\]\(\s*<?(?:java|data|&#)/,
    );
    expect(markdown).not.toMatch(/(?:^|[^\\])\]:\s*javascript/m);
  });

  it('has no code below a fence that readers see differently', () => {
    expect(written('```a|b\n```\n<b>')).toBe('```a|b\n```\n&lt;b>');
    expect(written('1. a\n   ```\n<b>')).toContain('&lt;b>');
  });

  it('takes time linear in its length', () => {
    const runs = Array.from({ length: 60 }, (_, n) => '`'.repeat(n + 1)).join('a');

    expect(written(`${runs}\n`.repeat(500))).toContain('`');
    expect(written('['.repeat(200_000)).length).toBe(200_000);
    expect(written('`'.repeat(200_000)).length).toBeGreaterThan(199_999);
  });

  it('is recognized by its type; other text is a code block', () => {
    const markdownOf = (type: string): string => {
      const page = pageText(Buffer.from('# A'), type, BASE);
      return page === null || page.type === 'html' ? '' : writtenText(page).markdown;
    };

    expect(markdownOf('text/markdown; charset=utf-8')).toBe('# A');
    expect(markdownOf('text/x-markdown')).toBe('# A');
    expect(markdownOf('text/plain')).toBe('```text\n# A\n```');
  });
});
