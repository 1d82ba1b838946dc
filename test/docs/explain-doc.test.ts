import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Explanation } from '#core/execution/explanation.ts';
import { ALL_MERGE_RULES } from '#core/url/explain-url.ts';

const PAGE = readFileSync(new URL('../../docs/how-to/explain.md', import.meta.url), 'utf8');

describe('docs/how-to/explain.md', () => {
  it('shows an answer that is one, with every field', () => {
    const [, example = '{}'] = /```json\n(.*)\n```/.exec(PAGE) ?? [];
    const shown = JSON.parse(example) as object;

    expect(Explanation.parse(shown)).toEqual(shown);
    expect(Object.keys(shown).sort()).toEqual(Object.keys(Explanation.shape).sort());
  });

  it('names every rule of a merge', () => {
    expect(ALL_MERGE_RULES.filter((rule) => !PAGE.includes(`\`${rule}\``))).toEqual([]);
  });
});
