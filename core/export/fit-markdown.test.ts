import { describe, expect, it } from 'vitest';
import { fitMarkdown } from '#core/export/fit-markdown.ts';

const prose = (name: string, words = 40): string => Array.from({ length: words }, (_, n) => `${name}${n}`).join(' ');
const MENU = Array.from({ length: 30 }, (_, n) => `- [Page ${n}](http://a.test/${n})`).join('\n');
const PAGE = [
  '# Guide',
  prose('lead'),
  '## Links',
  MENU,
  '## Install',
  prose('install'),
  prose('more'),
  '### Notes',
  prose('note'),
  '## Empty',
].join('\n\n');

describe('Markdown that fits into a number of tokens', () => {
  it('is the whole page where that fits', () => {
    expect(fitMarkdown(PAGE, 10_000)).toBe(PAGE);
  });

  it.each([20, 50, 120, 200, 300, 400])('is never longer than %i tokens, and never empty', (tokens) => {
    const text = fitMarkdown(PAGE, tokens);

    expect(text.length).toBeLessThanOrEqual(tokens * 4);
    expect(text).toContain('lead0');
  });

  it('has what comes first on the page and in its sections before the rest, under its headings', () => {
    const [lead, install, note] = [prose('lead'), prose('install'), prose('note')];

    expect(fitMarkdown(PAGE, 100)).toBe(`# Guide\n\n${lead}`);
    expect(fitMarkdown(PAGE, 280)).toBe(`# Guide\n\n${lead}\n\n## Install\n\n${install}\n\n### Notes\n\n${note}`);
  });

  it('has text before lists of links', () => {
    const fitted = fitMarkdown(PAGE, 360);

    expect([fitted.includes('more39'), fitted.includes('Page 3')]).toEqual([true, false]);
  });

  it('keeps listings whole', () => {
    const listing = `\`\`\`js\n${'call();\n\n'.repeat(30)}\`\`\``;
    const fitted = fitMarkdown(`# Code\n\n${prose('lead')}\n\n${listing}\n\n${prose('rest', 200)}`, 200);

    expect(fitted).toBe(`# Code\n\n${prose('lead')}\n\n${listing}`);
  });

  it('has the beginning of a block where whole blocks fill less than half of the tokens', () => {
    const text = fitMarkdown(`# Guide\n\n${prose('lead')}\n\n## Install\n\n${prose('install', 2_000)}`, 400);

    expect(text).toContain('lead39\n\n## Install\n\ninstall0 install1');
    expect([text.length > 1_500, text.length <= 1_600]).toEqual([true, true]);
  });

  it('of one long text is its beginning', () => {
    const fitted = fitMarkdown(prose('word', 5_000), 100);

    expect([fitted.startsWith('word0 word1'), fitted.length > 300, fitted.length <= 400]).toEqual([true, true, true]);
  });

  it('of headings alone is the first of them', () => {
    expect(fitMarkdown('# One heading\n\n## '.padEnd(400, 'x'), 20)).toBe('# One heading');
  });
});
