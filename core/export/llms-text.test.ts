import { describe, expect, it } from 'vitest';
import { llmsFullPage, llmsLine, llmsSectionOf } from '#core/export/llms-text.ts';

const page = (over: object = {}) => ({ url: 'http://a.test/g/x', title: 'X', description: '', ...over });

describe('llms.txt', () => {
  it('has a line for each page, with its description', () => {
    expect(llmsLine(page())).toBe('- [X](http://a.test/g/x)\n');
    expect(llmsLine(page({ description: 'What\nit is' }))).toBe('- [X](http://a.test/g/x): What it is\n');
    expect(llmsLine(page({ title: '' }))).toBe('- [http://a.test/g/x](http://a.test/g/x)\n');
  });

  it('has no markup of a page', () => {
    const line = llmsLine(page({ url: 'http://a.test/(x)', title: '](javascript:1)\n# <b>', description: '`<img>' }));

    expect(line).toBe('- [\\](javascript:1) # \\<b\\>](http://a.test/%28x%29): \\`\\<img\\>\n');
  });

  it('has a section for each first folder, with the host where it is another', () => {
    expect(llmsSectionOf('http://a.test/g/x', 'a.test')).toBe('g');
    expect(llmsSectionOf('http://a.test/x', 'a.test')).toBe('Pages');
    expect(llmsSectionOf('http://b.test/g/x', 'a.test')).toBe('b.test/g');
  });

  it('has the whole text of a page behind its heading and address', () => {
    expect(llmsFullPage(page(), '# H\n\ntext')).toBe('# H\n\nSource: http://a.test/g/x\n\ntext\n\n');
    expect(llmsFullPage(page(), 'text')).toBe('# X\n\nSource: http://a.test/g/x\n\ntext\n\n');
  });
});
