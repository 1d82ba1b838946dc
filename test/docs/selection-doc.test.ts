import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkSelection } from '#core/selection/faults/check-selection.ts';
import { RECORD_ERROR_CODES } from '#core/selection/records/record-lines.ts';
import { FIELD_SPEC_NAMES, FIELD_TYPES } from '#core/selection/selection.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';
import { parseDocument } from '#core/workflow/parsing/workflow-document.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const PAGE = read('docs/reference/selection.md');

describe('docs/reference/selection.md', () => {
  it('has an example that is a selection policy', () => {
    const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(PAGE) ?? [];

    expect(checkSelection(parseDocument(example)).rules).toHaveLength(2);
  });

  it('names every field, type and error', () => {
    const names = [...FIELD_SPEC_NAMES.filter((name) => name !== 'context'), ...FIELD_TYPES, ...RECORD_ERROR_CODES];

    expect(names.filter((name) => !PAGE.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('examples/shop.yaml', () => {
  it('is a workflow with a selection policy', () => {
    expect(checkWorkflow(parseDocument(read('examples/shop.yaml'))).selection?.rules[0]?.fields).toHaveProperty(
      'reviews',
    );
  });
});
