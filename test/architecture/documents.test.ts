import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Workflow } from '#core/workflow/workflow.ts';
import { ROOT, repositoryFiles } from '#test/architecture/source-files.ts';

const files = repositoryFiles();
const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? '';

/** Code blocks of one language in a Markdown text. */
const blocks = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map((match) => match[1] ?? '');

describe('documents', () => {
  it('link files that exist', () => {
    const broken = files
      .filter(({ path }) => path.endsWith('.md'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
          .map((match) => posix.join(posix.dirname(path), match[1] ?? ''))
          .filter((target) => !existsSync(`${ROOT}${target}`))
          .map((target) => `${path} links ${target}`),
      );

    expect(broken).toEqual([]);
  });

  it('are all in the table of contents, but decisions, which are numbered', () => {
    const contents = textOf('docs/README.md');
    const unlisted = files
      .map(({ path }) => path)
      .filter((path) => /^docs\/(?!README|adr\/).*\.md$/.test(path))
      .filter((path) => !contents.includes(`](${path.slice('docs/'.length)})`));

    expect(unlisted).toEqual([]);
  });

  it('show in README exactly the two set-ups, made of scripts that exist', () => {
    const setups = blocks(textOf('README.md'), 'sh')
      .join('')
      .match(/^npm ci .*$/gm);
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };

    expect(setups).toEqual(['npm ci && npm run demo', 'npm ci && npm test']);
    expect([typeof scripts.demo, typeof scripts.test]).toEqual(['string', 'string']);
  });

  it('show a workflow in README that is examples/docs.yaml and valid', () => {
    const [shown] = blocks(textOf('README.md'), 'yaml');

    expect(textOf('examples/docs.yaml')).toContain(shown);
    expect(Workflow.parse(parse(shown ?? '')).limits.pages).toBe(2000);
  });

  it('come with examples that are valid workflows', () => {
    const examples = files.filter(({ path }) => /^examples\/[^/]*\.(?:json|ya?ml)$/.test(path));

    for (const { path, text } of examples)
      expect([path, Workflow.safeParse(parse(text)).error]).toEqual([path, undefined]);
    expect(examples.length).toBeGreaterThanOrEqual(3);
  });

  it('hold the whole licence', () => {
    expect(textOf('LICENSE')).toContain('END OF TERMS AND CONDITIONS');
  });
});
