import { describe, expect, it } from 'vitest';
import type { Catalog, ExecutionEvent } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import { ExecutionId, WorkflowId } from '#core/model/ids.ts';
import { type CreateFixture, fixtures, rivals } from '#test/contract/fixture.ts';
import { EXECUTION, OTHER_EXECUTION, sampleCommit, sampleExecution, sampleWorkflow } from '#test/contract/samples.ts';
import { controlContract } from '#test/contract/suites/catalog-control.ts';

const T0 = 1_763_700_000_000;
const CONDITION = { wave: 3, run: 1, desired: 'run', status: 'running' } as const;

/** Runs every promise of `Catalog` against one adapter. */
export function catalogContract(name: string, create: CreateFixture<Catalog>): void {
  describe(`${name} keeps the Catalog contract`, () => {
    const fresh = fixtures(create);
    const created = async (change: Partial<Execution> = {}) => {
      const fixture = await fresh();
      await fixture.port.createExecution(sampleExecution(change));
      return fixture;
    };

    controlContract(created);

    describe('workflows', () => {
      it('keeps every version as it was saved', async () => {
        const { port } = await fresh();

        await port.saveWorkflow(sampleWorkflow(1));
        await port.saveWorkflow(sampleWorkflow(2, 'https://example.net/'));
        await port.saveWorkflow(sampleWorkflow(1));

        const id = WorkflowId.parse('wcontract0001');
        expect(await port.workflow(id, 1)).toEqual(sampleWorkflow(1));
        expect(await port.workflow(id, 2)).toEqual(sampleWorkflow(2, 'https://example.net/'));
      });

      it('refuses a version with a setting of a newer Surf, and names the setting', async () => {
        const { port } = await fresh();
        const { definition, ...row } = sampleWorkflow(1);
        const fetch = { ...definition.fetch, ofTomorrow: true };

        await port.saveWorkflow({ ...row, definition: { ...definition, fetch } });

        await expect(port.workflow(row.id, 1)).rejects.toMatchObject({
          code: 'FORMAT_UNKNOWN',
          message: expect.stringContaining('it does not know definition.fetch.ofTomorrow'),
          remedy: expect.stringContaining('upgrade Surf'),
        });
      });

      it('never changes a version: another definition under its number is a conflict', async () => {
        const { port } = await fresh();
        await port.saveWorkflow(sampleWorkflow(1));

        await expect(port.saveWorkflow(sampleWorkflow(1, 'https://example.net/'))).rejects.toMatchObject({
          code: 'STATE_CONFLICT',
        });

        expect(await port.workflow(WorkflowId.parse('wcontract0001'), 1)).toEqual(sampleWorkflow(1));
      });

      it('throws WORKFLOW_NOT_FOUND for an unknown id or version', async () => {
        const { port } = await fresh();
        await port.saveWorkflow(sampleWorkflow(1));

        await expect(port.workflow(WorkflowId.parse('wcontract0001'), 2)).rejects.toMatchObject({
          code: 'WORKFLOW_NOT_FOUND',
        });
        await expect(port.workflow(WorkflowId.parse('wcontract0009'), 1)).rejects.toMatchObject({
          code: 'WORKFLOW_NOT_FOUND',
        });
      });
    });

    describe('executions', () => {
      it('deletes a row with its events, also twice; nothing of it is found, and others stay', async () => {
        const { port } = await created({ status: 'succeeded', owner: 'anna' });
        await port.createExecution(sampleExecution({ id: OTHER_EXECUTION, owner: 'anna' }));
        await port.addEvents(EXECUTION, [{ once: 'a', at: T0, type: 'created', text: 'made' }]);
        await port.control(EXECUTION, ['succeeded'], { status: 'deleting' });
        expect((await port.execution(EXECUTION)).status).toBe('deleting');
        for (let times = 0; times < 2; times++) await port.deleteExecution(EXECUTION);
        await expect(port.execution(EXECUTION)).rejects.toMatchObject({ code: 'EXECUTION_NOT_FOUND' });
        expect(await port.events(EXECUTION, 10)).toEqual([]);
        expect((await port.executions(10, undefined, 'anna')).rows.map(({ id }) => id)).toEqual([OTHER_EXECUTION]);
      });

      it('returns the row as it was created, to everyone', async () => {
        const fixture = await created();

        expect(await fixture.rival().execution(EXECUTION)).toEqual(sampleExecution());
      });

      it('takes the same row again, and refuses another under the same id', async () => {
        const { port } = await created();

        await port.createExecution(sampleExecution());

        await expect(port.createExecution(sampleExecution({ name: 'other' }))).rejects.toMatchObject({
          code: 'STATE_CONFLICT',
        });
        expect(await port.execution(EXECUTION)).toEqual(sampleExecution());
      });

      it('lists the executions of one owner only, newest first, each once for any page size (S15)', async () => {
        const { port } = await fresh();
        for (let n = 0; n < 6; n += 1) {
          const id = `x00000000000${n}` as Execution['id'];
          const owner = n === 5 ? {} : { owner: n % 2 === 0 ? 'anna' : 'bert' };
          await port.createExecution(sampleExecution({ id, createdAt: 1_763_700_000_000 + n, ...owner }));
        }

        const first = await port.executions(2, undefined, 'anna');
        const second = await port.executions(2, first.next ?? '', 'anna');

        expect(first.rows.map(({ id }) => id)).toEqual(['x000000000004', 'x000000000002']);
        expect(second.rows.map(({ id }) => id)).toEqual(['x000000000000']);
        expect(second.next).toBeNull();
        expect((await port.executions(10)).rows).toHaveLength(6);
        expect((await port.executions(10, undefined, 'nobody')).rows).toEqual([]);
      });

      it('throws EXECUTION_NOT_FOUND from every call that needs the row', async () => {
        const { port } = await fresh();

        const calls = [
          port.execution(EXECUTION),
          port.acquireRun(EXECUTION, 1),
          port.renewLease(
            EXECUTION,
            { wave: 3, run: 1, status: 'running' },
            { deadlineAt: T0, uncommitted: { wave: 3, attempts: 1, usd: 0 } },
          ),
          port.commit(EXECUTION, CONDITION, sampleCommit(4)),
          port.control(EXECUTION, ['running'], { desired: 'stop' }),
          port.projected(EXECUTION, 1),
        ];

        for (const call of await Promise.allSettled(calls)) {
          expect(call).toMatchObject({ status: 'rejected', reason: { code: 'EXECUTION_NOT_FOUND' } });
        }
      });

      it('lists newest first, each once, for any page size', async () => {
        const { port } = await fresh();
        const ages = [5, 1, 9, 3, 3, 3, 7, 0];
        for (const [i, age] of ages.entries()) {
          await port.createExecution(sampleExecution({ id: ExecutionId.parse(`xlisted000${i}`), createdAt: T0 + age }));
        }

        for (const limit of [1, 2, 3, 8, 1_000]) {
          const rows = await everyExecution(port, limit);

          expect(rows.map(({ createdAt }) => createdAt - T0)).toEqual([9, 7, 5, 3, 3, 3, 1, 0]);
          expect(new Set(rows.map(({ id }) => id)).size).toBe(8);
        }
      });

      it('finds those whose deadline passed and those that ended with projections behind, and no others', async () => {
        const { port } = await fresh();
        const make = (id: string, change: Partial<Execution>) =>
          port.createExecution(sampleExecution({ id: ExecutionId.parse(id), ...change }));
        await make('xlate00001', { deadlineAt: T0 });
        await make('xearly0001', { deadlineAt: T0 + 2_000, projected: 2 });
        await make('xbehind001', { status: 'succeeded', deadlineAt: null, projected: 2 });
        await make('xdone00001', { status: 'succeeded', deadlineAt: null, projected: 3 });

        const found = (await port.overdue(T0 + 1_000)).map(({ id }) => id);

        expect(found.toSorted()).toEqual(['xbehind001', 'xlate00001']);
      });
    });

    describe('acquireRun', () => {
      it('sets run and lastRun for a run that is not behind, and returns the row as it is then', async () => {
        const { port } = await created({ run: 1, lastRun: 5 });

        const second = await port.acquireRun(EXECUTION, 2);
        const seventh = await port.acquireRun(EXECUTION, 7);

        expect(second).toEqual(sampleExecution({ run: 2, lastRun: 5 }));
        expect(seventh).toEqual(sampleExecution({ run: 7, lastRun: 7 }));
        expect(await port.execution(EXECUTION)).toEqual(seventh);
      });

      it('lets the same run acquire the execution again', async () => {
        const { port } = await created();
        await port.acquireRun(EXECUTION, 2);

        expect(await port.acquireRun(EXECUTION, 2)).toEqual(sampleExecution({ run: 2, lastRun: 2 }));
      });

      it('never gives it to a run below the one that has it', async () => {
        const { port } = await created();
        await port.acquireRun(EXECUTION, 5);

        expect(await port.acquireRun(EXECUTION, 4)).toBe('superseded');
        expect(await port.execution(EXECUTION)).toEqual(sampleExecution({ run: 5, lastRun: 5 }));
      });

      it('leaves it with the highest of many rivals', async () => {
        const fixture = await created();

        const answers = await Promise.all(rivals(fixture).map((rival, i) => rival.acquireRun(EXECUTION, 20 - i)));

        expect(answers[0]).toMatchObject({ run: 20 });
        expect(await fixture.port.execution(EXECUTION)).toMatchObject({ run: 20, lastRun: 20 });
        for (const [i, answer] of answers.entries()) if (answer !== 'superseded') expect(answer.run).toBe(20 - i);
      });
    });

    describe('commit', () => {
      it('makes all of the commit true and leaves the rest of the row', async () => {
        const { port } = await created();
        const commit = sampleCommit(4, {
          status: 'limited',
          reason: 'pages',
          deadlineAt: null,
          endedAt: T0 + 9,
          bytes: 77,
        });

        expect(await port.commit(EXECUTION, CONDITION, commit)).toBe('committed');

        expect(await port.execution(EXECUTION)).toEqual({ ...sampleExecution(), ...commit });
      });

      it.each([
        ['wave', { ...CONDITION, wave: 2 }],
        ['run', { ...CONDITION, run: 2 }],
        ['desired', { ...CONDITION, desired: 'stop' as const }],
        ['status', { ...CONDITION, status: 'failed' as const }],
      ])('is lost and changes nothing when %s is another', async (_, condition) => {
        const { port } = await created();

        expect(await port.commit(EXECUTION, condition, sampleCommit(4))).toBe('lost');

        expect(await port.execution(EXECUTION)).toEqual(sampleExecution());
      });

      it('succeeds for exactly one of many rivals with the same condition, and the row is that one’s (N11)', async () => {
        const fixture = await created();

        const answers = await Promise.all(
          rivals(fixture).map((rival, i) =>
            rival.commit(EXECUTION, CONDITION, sampleCommit(4, { frontier: `frontier-of-${i}` })),
          ),
        );

        expect(answers.filter((answer) => answer === 'committed')).toHaveLength(1);
        const row = await fixture.port.execution(EXECUTION);
        expect(row).toMatchObject({ wave: 4, frontier: `frontier-of-${answers.indexOf('committed')}` });
      });

      it('shows a winner that lost its answer, from the row, that it won', async () => {
        const { port } = await created();
        const commit = sampleCommit(4);
        await port.commit(EXECUTION, CONDITION, commit);

        expect(await port.commit(EXECUTION, CONDITION, commit)).toBe('lost');
        expect(await port.execution(EXECUTION)).toMatchObject({ wave: 4, plannedBy: 1, answer: commit.answer });
      });

      it('is lost to a run that acquired the execution meanwhile', async () => {
        const { port } = await created();
        await port.acquireRun(EXECUTION, 2);

        expect(await port.commit(EXECUTION, CONDITION, sampleCommit(4))).toBe('lost');
      });
    });

    describe('renewLease', () => {
      const lease = { deadlineAt: T0 + 5_000, uncommitted: { wave: 3, attempts: 2, usd: 0.25 } };

      it('writes the lease of the run that has the wave, and nothing else', async () => {
        const { port } = await created();
        const { wave, run, status } = sampleExecution();

        expect(await port.renewLease(EXECUTION, { wave, run, status }, lease)).toBe('kept');

        expect(await port.execution(EXECUTION)).toEqual({ ...sampleExecution(), ...lease });
        expect(await port.overdue(T0 + 4_000)).toEqual([]);
        expect(await port.overdue(T0 + 6_000)).toMatchObject([{ id: EXECUTION }]);
      });

      it.each([
        ['wave', { wave: 99 }],
        ['run', { run: 99 }],
        ['status', { status: 'waiting' as const }],
      ])('changes nothing when the row has another %s', async (_, other) => {
        const { port } = await created();
        const { wave, run, status } = sampleExecution();

        expect(await port.renewLease(EXECUTION, { wave, run, status, ...other }, lease)).toBe('lost');

        expect(await port.execution(EXECUTION)).toEqual(sampleExecution());
      });
    });

    it('moves the projection cursor forward, never back', async () => {
      const { port } = await created({ projected: 1 });

      await port.projected(EXECUTION, 3);
      await port.projected(EXECUTION, 2);

      expect(await port.execution(EXECUTION)).toEqual(sampleExecution({ projected: 3 }));
    });

    it('no longer calls an ended execution overdue when its projections have caught up', async () => {
      const { port } = await created({ status: 'succeeded', deadlineAt: null, projected: 2 });

      await port.projected(EXECUTION, 3);

      expect(await port.overdue(T0 * 2)).toEqual([]);
    });

    describe('events', () => {
      it('numbers them from 1 without gaps, in the order added, per execution', async () => {
        const { port } = await fresh();

        await port.addEvents(EXECUTION, [event('a'), event('b')]);
        await port.addEvents(OTHER_EXECUTION, [event('a')]);
        await port.addEvents(EXECUTION, [event('c')]);

        expect(await port.events(EXECUTION, 10)).toEqual([
          { seq: 1, at: T0, type: 'closed', text: 'text of a' },
          { seq: 2, at: T0, type: 'closed', text: 'text of b' },
          { seq: 3, at: T0, type: 'closed', text: 'text of c' },
        ]);
        expect((await port.events(OTHER_EXECUTION, 10)).map(({ seq }) => seq)).toEqual([1]);
      });

      it('adds an event with the same once a single time, ever, and leaves no gap for it', async () => {
        const { port } = await fresh();
        await port.addEvents(EXECUTION, [event('a'), event('b')]);

        await port.addEvents(EXECUTION, [event('b'), event('c'), event('c'), event('a'), event('d')]);

        expect((await port.events(EXECUTION, 10)).map(({ seq, text }) => `${seq} ${text}`)).toEqual([
          '1 text of a',
          '2 text of b',
          '3 text of c',
          '4 text of d',
        ]);
      });

      it('numbers without gaps or doubles with rivals, whose events overlap', async () => {
        const fixture = await fresh();

        await Promise.all(
          rivals(fixture).map((rival, i) =>
            rival.addEvents(EXECUTION, [event(`own-${i}`), event('shared'), event(`pair-${i >> 1}`)]),
          ),
        );

        const events = await fixture.port.events(EXECUTION, 1_000);
        expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 16 + 1 + 8 }, (_, i) => i + 1));
        expect(new Set(events.map(({ text }) => text)).size).toBe(25);
      });

      it('gives at most as many as asked, after the number given', async () => {
        const { port } = await fresh();
        await port.addEvents(
          EXECUTION,
          Array.from({ length: 20 }, (_, i) => event(`e${i}`)),
        );

        expect((await port.events(EXECUTION, 3)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
        expect((await port.events(EXECUTION, 3, 17)).map(({ seq }) => seq)).toEqual([18, 19, 20]);
        expect(await port.events(EXECUTION, 3, 20)).toEqual([]);
      });
    });
  });
}

const event = (once: string): Omit<ExecutionEvent, 'seq'> & { once: string } => ({
  at: T0,
  type: 'closed',
  text: `text of ${once}`,
  once,
});

async function everyExecution(catalog: Catalog, limit: number): Promise<Execution[]> {
  const rows: Execution[] = [];
  let next: string | null = null;
  do {
    const page: Awaited<ReturnType<Catalog['executions']>> = await catalog.executions(
      limit,
      ...(next === null ? [] : [next]),
    );
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    rows.push(...page.rows);
    next = page.next;
  } while (next !== null);
  return rows;
}
