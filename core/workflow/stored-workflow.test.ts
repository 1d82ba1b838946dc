import { describe, expect, it } from 'vitest';
import { Plan } from '#core/archive/plan.ts';
import { WorkflowVersion } from '#core/execution/catalog.ts';
import { hasLiteralSecrets, StoredWorkflow } from '#core/workflow/stored-workflow.ts';
import { Workflow } from '#core/workflow/workflow.ts';

const SEEDS = ['https://a.example/'];
const REMOVED = { value: '(removed)', secret: true };
const OLD = {
  Authorization: 'Bearer hush',
  'X-Key': { value: 'hush', secret: true },
  'X-Plain': 'a',
  Cookie: { value: 'consent=yes', secret: false },
};

describe('a workflow that an earlier version stored', () => {
  it('is read without the values of its secrets', () => {
    const read = StoredWorkflow.parse({ seeds: SEEDS, fetch: { headers: OLD } });

    expect(read.fetch.headers).toEqual({ ...OLD, Authorization: REMOVED, 'X-Key': REMOVED });
    expect(hasLiteralSecrets(read)).toBe(true);
  });

  it('is read so from rows and plans', () => {
    const definition = Workflow.parse({ seeds: SEEDS, fetch: { headers: OLD } });
    const row = WorkflowVersion.parse({ v: 1, id: 'w000000000', version: 1, createdAt: 1, definition });
    const plan = Plan.shape.workflow.parse(definition);

    expect(JSON.stringify([row, plan])).not.toContain('hush');
  });
});

it('a workflow without literal secrets is read as it is', () => {
  const workflow = Workflow.parse({ seeds: SEEDS, fetch: { headers: { Authorization: { secretRef: 'TOKEN' } } } });

  expect(StoredWorkflow.parse(workflow)).toEqual(workflow);
  expect(hasLiteralSecrets(workflow)).toBe(false);
});
