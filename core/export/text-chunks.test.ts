import { describe, expect, it } from 'vitest';
import { textChunks } from '#core/export/text-chunks.ts';

const URL = 'http://a.test/';

describe('chunks of a page’s Markdown', () => {
  it('are the texts below each heading, with the headings above', () => {
    const chunks = textChunks(URL, 'Intro.\n\n# A\n\nOne.\n\n## B \\*\n\nTwo.\n\n- x\n\n  y\n\n# C\n\n## D\n\nThree.');

    expect(chunks.map(({ breadcrumb, markdown }) => [breadcrumb, markdown])).toEqual([
      [[], 'Intro.'],
      [['A'], 'One.'],
      [['A', 'B *'], 'Two.\n\n- x\n\n  y'],
      [['C', 'D'], 'Three.'],
    ]);
  });

  it('keep their ids when texts change and when other sections come', () => {
    const before = textChunks(URL, '# A\n\nOne.\n\n# B\n\nTwo.');
    const after = textChunks(URL, '# New\n\nThree.\n\n# A\n\nOne, changed.\n\n# B\n\nTwo.');

    expect(after.slice(1).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(new Set(after.map(({ id }) => id)).size).toBe(3);
    expect(textChunks('http://b.test/', '# A\n\nOne.')[0]?.id).not.toBe(before[0]?.id);
  });

  it('tell apart sections with the same heading', () => {
    const chunks = textChunks(URL, '# A\n\nOne.\n\n# A\n\nTwo.');

    expect(chunks.map(({ part }) => part)).toEqual([0, 1]);
    expect(chunks[0]?.id).not.toBe(chunks[1]?.id);
  });

  it('are no larger than asked, in whole blocks where a block fits', () => {
    const paragraph = 'word '.repeat(10).trim();
    const chunks = textChunks(URL, `# A\n\n${Array(5).fill(paragraph).join('\n\n')}`, { tokens: 30 });

    expect(chunks.map(({ markdown }) => markdown)).toEqual([
      `${paragraph}\n\n${paragraph}`,
      `${paragraph}\n\n${paragraph}`,
      paragraph,
    ]);
    expect(chunks.every(({ tokens }) => tokens <= 30)).toBe(true);
  });

  it('fence each part of a long listing, and take no heading from code', () => {
    const code = Array.from({ length: 40 }, (_, n) => `# line ${n}`).join('\n');
    const chunks = textChunks(URL, `# A\n\n\`\`\`sh\n${code}\n\`\`\``, { tokens: 40 });

    expect(chunks.length).toBeGreaterThan(2);
    for (const { breadcrumb, markdown } of chunks) {
      expect(breadcrumb).toEqual(['A']);
      expect(markdown).toMatch(/^```sh\n[^`]+\n```$/);
    }
    expect(chunks.flatMap(({ markdown }) => markdown.match(/# line \d+/g) ?? [])).toHaveLength(40);
  });

  it.each([
    ['a quote', '> ', '> '],
    ['a list', '1. ', '   '],
  ])('fence each part of a listing in %s', (_, first, rest) => {
    const code = Array.from({ length: 40 }, (_line, n) => `${rest}call_${n}();`).join('\n');
    const chunks = textChunks(URL, `${first}\`\`\`js\n${code}\n${rest}\`\`\``, { tokens: 40 });

    expect(chunks.length).toBeGreaterThan(2);
    for (const { markdown, tokens } of chunks) {
      expect(tokens).toBeLessThanOrEqual(40);
      expect(markdown).toMatch(/^(?:> |1\. )?```js\n[^`]+\n(?:> | {3})?```$/);
    }
    expect(chunks.flatMap(({ markdown }) => markdown.match(/call_\d+/g) ?? [])).toHaveLength(40);
  });

  it('have the head of a table in each part of it', () => {
    const rows = Array.from({ length: 40 }, (_, n) => `| key ${n} | value |`).join('\n');
    const chunks = textChunks(URL, `| Key | Value |\n| --- | --- |\n${rows}`, { tokens: 40 });

    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.every(({ markdown }) => /^\| Key \| Value \|\n\| --- \| --- \|\n\| key /.test(markdown))).toBe(true);
    expect(chunks.flatMap(({ markdown }) => markdown.match(/key \d+/g) ?? [])).toHaveLength(40);
  });

  it('lose no character of a line without spaces, and cut no pair of surrogates', () => {
    const line = '😀'.repeat(1_000);

    const chunks = textChunks(URL, line, { tokens: 21 });

    expect(chunks.map(({ markdown }) => markdown).join('')).toBe(line);
    expect(chunks.every(({ markdown }) => markdown.isWellFormed())).toBe(true);
  });

  it('of four million characters take time linear in them', () => {
    expect(textChunks(URL, 'word '.repeat(800_000)).length).toBeGreaterThan(1_000);
    expect(textChunks(URL, '# a\n\nb\n\n'.repeat(100_000))).toHaveLength(100_000);
  });
});
