import { describe, expect, it } from 'vitest';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution, ExecutionStatus } from '#core/execution/execution.ts';
import { type Fixture, rivals } from '#test/contract/fixture.ts';
import { EXECUTION, sampleCommit, sampleExecution } from '#test/contract/samples.ts';

const T0 = 1_763_700_000_000;
const CONDITION = { wave: 3, run: 1, desired: 'run', status: 'running' } as const;

/** What `control` of a catalog promises. @param created makes a catalog with one execution */
export function controlContract(created: (change?: Partial<Execution>) => Promise<Fixture<Catalog>>): void {
  describe('control', () => {
    it('writes the given fields and an unused run number in one step, and returns the new row', async () => {
      const { port } = await created({ run: 3, lastRun: 2 });
      const control = {
        desired: 'stop',
        deadlineAt: T0 + 120_000,
        limits: { pages: 500, seconds: null },
        secondsBaseMs: 42,
      } as const;

      const answer = await port.control(EXECUTION, ['running', 'waiting'], control);

      const { lastRun } = answer.row;
      expect(answer).toEqual({ done: true, row: sampleExecution({ ...control, run: 3, lastRun }) });
      expect(lastRun).toBeGreaterThan(3);
      expect(await port.execution(EXECUTION)).toEqual(answer.row);
    });

    it('opens what has ended: it runs, without end and reason', async () => {
      const ended = { status: 'limited', reason: 'pages', endedAt: T0, runningSince: null } as const;
      const { port } = await created(ended);
      const opened = { desired: 'run', status: 'running', endedAt: null, reason: null } as const;

      const answer = await port.control(EXECUTION, ['limited'], opened);

      expect(answer).toEqual({
        done: true,
        row: sampleExecution({ ...ended, ...opened, lastRun: answer.row.lastRun }),
      });
      expect(await port.execution(EXECUTION)).toEqual(answer.row);
    });

    it('makes an ended execution one that is behind when its projections are wanted again', async () => {
      const ended = { status: 'succeeded', endedAt: T0, runningSince: null, deadlineAt: null } as const;
      const { port } = await created({ ...ended, wave: 3, projected: 3 });
      expect(await port.overdue(T0)).toEqual([]);

      await port.control(EXECUTION, ['succeeded'], { projected: 0 });

      expect(await port.overdue(T0)).toMatchObject([{ id: EXECUTION, projected: 0, status: 'succeeded' }]);
    });

    it('leaves what is not given', async () => {
      const { port } = await created({ limits: { pages: 7 } });

      const answer = await port.control(EXECUTION, ['running'], { desired: 'pause' });

      expect(answer.row).toEqual(
        sampleExecution({ limits: { pages: 7 }, desired: 'pause', lastRun: answer.row.lastRun }),
      );
    });

    it('returns the unchanged row when its status is not among the allowed', async () => {
      const { port } = await created({ status: 'succeeded' });

      const answer = await port.control(EXECUTION, ['limited', 'stopped'] satisfies ExecutionStatus[], {
        desired: 'run',
      });

      expect(answer).toEqual({ done: false, row: sampleExecution({ status: 'succeeded' }) });
      expect(await port.execution(EXECUTION)).toEqual(answer.row);
    });

    it('gives every one of many rivals a different run number', async () => {
      const fixture = await created();

      const answers = await Promise.all(
        rivals(fixture).map((rival) => rival.control(EXECUTION, ['running'], { desired: 'run' })),
      );

      const numbers = answers.map(({ row }) => row.lastRun);
      expect(new Set(numbers).size).toBe(16);
      expect(Math.min(...numbers)).toBeGreaterThan(1);
    });

    it('makes a commit that has not seen it lose', async () => {
      const { port } = await created();
      await port.control(EXECUTION, ['running'], { desired: 'pause' });

      expect(await port.commit(EXECUTION, CONDITION, sampleCommit(4))).toBe('lost');
    });
  });
}
