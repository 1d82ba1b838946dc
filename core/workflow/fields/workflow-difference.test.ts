import { describe, expect, it } from 'vitest';
import { workflowDifference } from '#core/workflow/fields/workflow-difference.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';
import { Workflow } from '#core/workflow/workflow.ts';

const SEEDS = ['http://a.example/'];
const workflow = (change: object = {}) => checkWorkflow({ seeds: SEEDS, ...change });

describe('the difference of two workflows', () => {
  it('is nothing between equal ones, for any order of names', () => {
    const one = workflow({ fetch: { headers: { A: '1', B: '2' } } });
    const other = workflow({ fetch: { headers: { B: '2', A: '1' } } });

    expect(workflowDifference(one, other)).toEqual([]);
  });

  it('names each field with its values, in the order of the schema', () => {
    const before = workflow({ limits: { pages: 100 }, politeness: { delaySeconds: 3 } });
    const after = workflow({ name: 'b', limits: { pages: null, depth: 3 }, scope: { include: ['*/a/*'] } });

    expect(workflowDifference(before, after)).toEqual([
      { field: 'name', from: 'crawl', to: 'b' },
      { field: 'scope.include', from: [], to: ['*/a/*'] },
      { field: 'limits.depth', from: 10, to: 3 },
      { field: 'limits.pages', from: 100, to: null },
      { field: 'politeness.delaySeconds', from: 3, to: 1 },
    ]);
  });

  it('of a new one is what differs from the defaults', () => {
    expect(workflowDifference(null, workflow({ limits: { pages: 7 } }))).toEqual([
      { field: 'seeds', from: null, to: SEEDS },
      { field: 'limits.pages', from: 10_000, to: 7 },
    ]);
  });

  it('tells that another secret is referred to', () => {
    const secret = (secretRef: string) =>
      workflow({ seeds: ['https://a.example/'], fetch: { headers: { 'X-Key': { secretRef } } } });

    expect(workflowDifference(secret('OLD'), secret('NEW'))).toEqual([
      {
        field: 'fetch.headers',
        from: { 'X-Key': { secretRef: 'OLD', plainHttp: false } },
        to: { 'X-Key': { secretRef: 'NEW', plainHttp: false } },
      },
    ]);
  });

  it('never shows a secret that an earlier version stored', () => {
    const secret = (value: string) =>
      Workflow.parse({ seeds: SEEDS, fetch: { headers: { 'X-Key': { value, secret: true } } } });
    const found = workflowDifference(secret('hush'), secret('whisper'));

    expect(found).toEqual([
      {
        field: 'fetch.headers',
        from: { 'X-Key': { value: '(secret)', secret: true } },
        to: { 'X-Key': { value: '(secret)', secret: true } },
      },
    ]);
  });
});
