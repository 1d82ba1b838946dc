import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkflowId } from '#core/model/ids.ts';
import { type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { sampleExecution } from '#test/contract/samples.ts';

const EACH = 30;

describe('lists of executions', () => {
  let api: ApiBench;
  let anna: string;
  let bert: string;
  beforeAll(async () => {
    api = openApiBench();
    const save = async (as: 'anna' | 'bert') =>
      String((await api.send('POST', '/v1/workflows', { body: { seeds: ['http://a.example/'] }, as })).body.id);
    anna = await save('anna');
    bert = await save('bert');
    for (let n = 0; n < EACH; n++) {
      for (const [owner, workflow] of [
        ['anna', anna],
        ['bert', bert],
        [undefined, bert],
      ] as const) {
        const status = n % 10 === 0 ? 'failed' : 'succeeded';
        const id = `x${owner ?? 'none'}${String(n).padStart(8, '0')}` as never;
        const made = { id, createdAt: 1_000 + n, status, workflowId: workflow as WorkflowId, base: undefined } as const;
        const { base: _, ...row } = sampleExecution({ ...made, ...(owner !== undefined && { owner }) });
        await api.ports.catalog.createExecution(row);
      }
    }
  });
  afterAll(() => api.close());

  /** All items, page by page, and how many pages that took. */
  async function walked(path: string, as: 'admin' | 'anna' = 'admin') {
    const items: { execution: string; owner: string; status: string; workflow: { id: string } }[] = [];
    let pages = 0;
    for (let next: string | null = null; pages === 0 || next !== null; pages += 1) {
      const at = `${path}${path.includes('?') ? '&' : '?'}limit=7${next === null ? '' : `&next=${next}`}`;
      const { status, body } = await api.send('GET', at, { as });
      expect(status).toBe(200);
      expect((body.items as unknown[]).length).toBeLessThanOrEqual(7);
      items.push(...(body.items as typeof items));
      next = body.next as string | null;
    }
    return items;
  }

  it.each([
    ['/v1/executions', 3 * EACH],
    ['/v1/executions?status=failed', 9],
    ['/v1/executions?status=running', 0],
    ['/v1/executions?owner=anna', EACH],
    ['/v1/executions?owner=local', EACH],
    ['/v1/executions?owner=bert&status=failed', 3],
  ])('%s has %i, each once, newest first', async (path, count) => {
    const items = await walked(path);

    expect(new Set(items.map(({ execution }) => execution)).size).toBe(count);
    expect(items).toHaveLength(count);
  });

  it('is by workflow in the list of all, and below the workflow', async () => {
    const filtered = await walked(`/v1/executions?workflow=${bert}&status=failed`);
    const below = await walked(`/v1/workflows/${bert}/executions`);

    expect(filtered.map(({ workflow, status }) => [workflow.id, status])).toEqual(
      Array.from({ length: 6 }, () => [bert, 'failed']),
    );
    expect(below).toHaveLength(2 * EACH);
  });

  it('shows nobody the executions of others', async () => {
    const own = await walked('/v1/executions', 'anna');
    const others = await api.send('GET', '/v1/executions?owner=bert', { as: 'anna' });
    const below = await api.send('GET', `/v1/workflows/${bert}/executions`, { as: 'anna' });
    const ofWorkflow = await walked(`/v1/executions?workflow=${bert}`, 'anna');

    expect(new Set(own.map(({ owner }) => owner))).toEqual(new Set(['anna']));
    expect([others.status, others.body.code]).toEqual([403, 'RIGHT_MISSING']);
    expect([below.status, below.body.code]).toEqual([404, 'WORKFLOW_NOT_FOUND']);
    expect(ofWorkflow).toEqual([]);
  });
});
