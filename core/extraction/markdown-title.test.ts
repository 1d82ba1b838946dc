import { describe, expect, it } from 'vitest';
import { markdownTitle } from '#core/extraction/markdown-title.ts';

describe('the title of a Markdown page', () => {
  it.each([
    ['its first heading', 'Before\n\n# The guide\n\n# Other', 'The guide'],
    ['an underlined heading', 'The guide\n=========\n', 'The guide'],
    ['a heading without its marks', '# The *first* `guide` of [all](https://a.test/) ##', 'The first guide of all'],
    ['no comment in code', '```sh\n# no\n```\n# The guide', 'The guide'],
    ['a name with underscores', '# my_own_name and _this_', 'my_own_name and this'],
    ['cut after 512 characters', `# ${'a'.repeat(600)}`, 'a'.repeat(512)],
  ])('is %s', (_, text, title) => {
    expect(markdownTitle(text)).toBe(title);
  });

  it.each([
    ['no heading', 'Text'],
    ['headings of level 2 alone', '## Part'],
    ['an empty heading', '# '],
    ['a heading far below', `${'\n'.repeat(300)}# Late`],
  ])('is none with %s', (_, text) => {
    expect(markdownTitle(text)).toBeNull();
  });
});
