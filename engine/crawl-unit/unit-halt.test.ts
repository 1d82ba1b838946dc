import { describe, expect, it } from 'vitest';
import { UnitHalt } from '#engine/crawl-unit/unit-halt.ts';

const halted = (end: (halt: UnitHalt) => void): UnitHalt => {
  const halt = new UnitHalt();
  end(halt);
  return halt;
};

describe('a unit that is halted', () => {
  it('still writes while it runs, after its time, a deadline or a stop', () => {
    const halts = [
      new UnitHalt(),
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
