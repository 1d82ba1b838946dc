import { describe, expect, it } from 'vitest';
import type { WorkflowId } from '#core/model/ids.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';
import type { WorkflowHead, WorkflowStore } from '#core/workflow/workflow-store.ts';
import { type CreateFixture, fixtures, rivals } from '#test/contract/fixture.ts';

const T0 = 1_763_700_000_000;
const DEFINITION = checkWorkflow({ name: 'shop', seeds: ['http://shop.example/'] });

const headOf = (n: number, change: Partial<WorkflowHead> = {}): WorkflowHead => ({
  v: 1,
  id: `w0000000000${String(n).padStart(3, '0')}` as WorkflowId,
  owner: 'anna',
  name: 'shop',
  version: 1,
  createdAt: T0 + n,
  updatedAt: T0 + n,
  ...change,
});

/** Runs every promise of `WorkflowStore` against one adapter. */
export function workflowStoreContract(name: string, create: CreateFixture<WorkflowStore>): void {
  describe(`${name} keeps the WorkflowStore contract`, () => {
    const fresh = fixtures(create);

    it('returns what was created, and null for what was not', async () => {
      const { port } = await fresh();
      await port.create(headOf(1), DEFINITION);

      expect(await port.head(headOf(1).id)).toEqual(headOf(1));
      expect(await port.head(headOf(2).id)).toBeNull();
    });

    it('refuses an id that is taken', async () => {
      const { port } = await fresh();
      await port.create(headOf(1), DEFINITION);

      await expect(port.create(headOf(1, { owner: 'bert' }), DEFINITION)).rejects.toMatchObject({
        code: 'STATE_CONFLICT',
      });
      expect((await port.head(headOf(1).id))?.owner).toBe('anna');
    });

    it('lets exactly one of many rivals save the next version', async () => {
      const fixture = await fresh();
      await fixture.port.create(headOf(1), DEFINITION);

      const answers = await Promise.all(
        rivals(fixture).map((rival, i) => rival.update(headOf(1, { version: 2, name: `rival ${i}` }), DEFINITION)),
      );

      expect(answers.filter((answer) => answer === 'saved')).toHaveLength(1);
      const head = await fixture.port.head(headOf(1).id);
      expect(head).toMatchObject({ version: 2, name: `rival ${answers.indexOf('saved')}` });
    });

    it('lists the workflows of one owner, the newest change first, each once for any page size', async () => {
      const { port } = await fresh();
      for (let n = 0; n < 7; n += 1) {
        await port.create(headOf(n, { owner: n % 2 === 0 ? 'anna' : 'bert' }), DEFINITION);
      }
      await port.update(headOf(2, { version: 2, updatedAt: T0 + 100 }), DEFINITION);

      const ids: string[] = [];
      for (let next: string | undefined; ; ) {
        const page = await port.list('anna', 2, next);
        expect(page.rows.length).toBeLessThanOrEqual(2);
        ids.push(...page.rows.map(({ id }) => id));
        if (page.next === null) break;
        next = page.next;
      }

      expect(ids).toEqual([headOf(2).id, headOf(6).id, headOf(4).id, headOf(0).id]);
      expect((await port.list(null, 100)).rows).toHaveLength(7);
    });

    it('deletes once, and only the version that is named', async () => {
      const { port } = await fresh();
      await port.create(headOf(1), DEFINITION);

      expect(await port.delete(headOf(1).id, 2)).toBe('conflict');
      expect(await port.delete(headOf(1).id, 1)).toBe('deleted');
      expect(await port.delete(headOf(1).id)).toBe('missing');
      expect(await port.head(headOf(1).id)).toBeNull();
      expect((await port.list('anna', 10)).rows).toEqual([]);
      expect(await port.update(headOf(1, { version: 2 }), DEFINITION)).toBe('conflict');
    });
  });
}
