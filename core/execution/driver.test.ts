import { describe, expect, it } from 'vitest';
import { drivennessOf } from '#core/execution/driver.ts';
import type { Execution } from '#core/execution/execution.ts';
import { EXECUTION, sampleExecution } from '#test/contract/samples.ts';

const NOW = 1_763_700_100_000;
const running = (more: Partial<Execution> = {}): Execution =>
  sampleExecution({ status: 'running', run: 1, id: EXECUTION, ...more });
const signed = (isAlive: boolean, beatAt: number) => new Map([[EXECUTION, { isAlive, beatAt }]]);

describe('drivennessOf', () => {
  it('a driver is alive until it showed no sign of life for 15 s, and its process id does not matter', () => {
    const of = (ageMs: number) => drivennessOf(running(), signed(true, NOW - ageMs), NOW);

    expect([of(0).driver, of(14_999).driver, of(15_000).driver]).toEqual(['alive', 'alive', 'gone']);
    expect(of(15_000).silentSince).toBe(NOW - 15_000);
  });

  it('a dead process is gone at once, and so is a driver that left no trace', () => {
    expect(drivennessOf(running(), signed(false, NOW - 1), NOW)).toEqual({ driver: 'gone', silentSince: NOW - 1 });
    expect(drivennessOf(running(), new Map(), NOW)).toEqual({ driver: 'gone', silentSince: null });
  });

  it('what has ended, is paused or waits for its turn needs no driver', () => {
    const of = (more: Partial<Execution>) => drivennessOf(running(more), new Map(), NOW).driver;

    expect([of({ status: 'paused' }), of({ status: 'failed' }), of({ status: 'deleting' })]).toEqual([
      'none',
      'none',
      'none',
    ]);
    expect(of({ status: 'queued', run: 0, atOnce: 1 })).toBe('none');
  });

  it('where nobody records signs of life, a passed deadline says that the driver is gone', () => {
    const of = (deadlineAt: number) => drivennessOf(running({ deadlineAt }), null, NOW);

    expect([of(NOW + 1).driver, of(NOW - 1)]).toEqual(['alive', { driver: 'gone', silentSince: NOW - 1 }]);
  });
});
