import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { workflowFields } from '#core/workflow/fields/workflow-fields.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';
import { parseDocument } from '#core/workflow/parsing/workflow-document.ts';
import { renderWorkflowDoc } from '#test/docs/workflow-table.ts';

const PAGE = new URL('../../docs/reference/workflow.md', import.meta.url);

describe('docs/reference/workflow.md', () => {
  it('is what the schema says (UPDATE_DOCS=1 writes it again)', () => {
    const current = renderWorkflowDoc(readFileSync(PAGE, 'utf8'));
    if (process.env.UPDATE_DOCS === '1') writeFileSync(PAGE, current);

    expect(readFileSync(PAGE, 'utf8')).toBe(current);
  });

  it('says a meaning for every field', () => {
    expect(workflowFields().filter(({ description }) => description.length < 10)).toEqual([]);
  });

  it('has an example that is a workflow', () => {
    const [, example] = /```yaml\n([\s\S]*?)```/.exec(readFileSync(PAGE, 'utf8')) ?? [];

    expect(checkWorkflow(parseDocument(example ?? ''))).toMatchObject({
      seeds: ['https://example.org/handbook/'],
      limits: { depth: 5, pages: 2_000, budgetUsd: 0.1 },
    });
  });
});
