import { describe, expect, it } from 'vitest';
import { plainWords } from '#core/search/plain-words.ts';

const MOST = { body: 10_000, headings: 100 };

describe('words of Markdown', () => {
  it('are its text without markup and addresses', () => {
    const markdown = [
      '# The *old* lamp',
      '',
      'A [link to it](https://example.org/very/long "a title") and ![a picture](https://example.org/x.png).',
      '',
      '> quoted **bold** ~~gone~~ snake_case \\*star\\*',
      '',
      '| a | b |',
      '| --- | :-: |',
      '| 1 | two |',
      '',
      '- item',
      '1. first',
    ].join('\n');

    const { headings, body } = plainWords(markdown, MOST);

    expect(headings).toBe('The old lamp');
    expect(body.split('\n')).toEqual([
      'The old lamp',
      'A link to it and a picture.',
      'quoted bold gone snake_case *star*',
      'a b',
      '1 two',
      'item',
      'first',
    ]);
  });

  it('have the characters of entities, but not in code or behind a backslash', () => {
    const markdown = 'a &lt;b&gt; &quot;c&quot; &amp;amp; [d &lt;](https://example.org/) `&lt;` \\&lt; &lt;*e*';

    expect(plainWords(markdown, MOST).body).toBe('a <b> "c" &amp; d < &lt; &lt; <e');
    expect(plainWords(`${'`&lt;'.repeat(200_000)}`, { body: 5, headings: 0 }).body.length).toBe(5);
  });

  it('have code as it is, and no heading from it', () => {
    const { headings, body } = plainWords('```sh\n# not a heading\na_b_ *c*\n```', MOST);

    expect([headings, body]).toEqual(['', '# not a heading\na_b_ *c*']);
  });

  it('end at the limit, between characters', () => {
    const { headings, body } = plainWords(`# ${'😀'.repeat(60)}\n`, { body: 5, headings: 3 });

    expect([headings, body]).toEqual(['😀', '😀😀']);
  });
});
