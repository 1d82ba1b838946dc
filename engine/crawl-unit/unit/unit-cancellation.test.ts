import { describe, expect, it } from 'vitest';
import { UnitCancellation } from '#engine/crawl-unit/unit/unit-cancellation.ts';

const halted = (end: (halt: UnitCancellation) => void): UnitCancellation => {
  const halt = new UnitCancellation();
  end(halt);
  return halt;
};

describe('a unit that is halted', () => {
  it('still writes while it runs, after its time, a deadline or a stop', () => {
    const halts = [
      new UnitCancellation(),
      halted((halt) => halt.stopStarts('unit-time')),
      halted((halt) => halt.stopStarts('deadline')),
      halted((halt) => halt.stopStarts('stop')),
    ];

    expect(halts.map(({ silent }) => silent)).toEqual([false, false, false, false]);
  });

  it('is silent once its wave is over or it failed', () => {
    const halts = [halted((halt) => halt.close()), halted((halt) => halt.fail(new Error('disk')))];

    expect(halts.map(({ silent }) => silent)).toEqual([true, true]);
  });
});
