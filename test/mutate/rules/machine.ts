import type { Mutation } from '#test/mutate/mutation.ts';

/** Faults of the machine blame nobody, and a dead driver is not taken for a living one. */
export const machine: readonly Mutation[] = [
  {
    rule: 'a silent driver is gone',
    broken: 'a process id that is in use is enough',
    file: 'core/execution/driver.ts',
    find: 'if (sign?.isAlive === true && Math.abs(now - sign.beatAt) < DRIVER_SILENT_MS) return ALIVE;',
    replace: 'if (sign?.isAlive === true) return ALIVE;',
    tests: ['core/execution/driver.test.ts'],
  },
  {
    rule: 'a crawl keeps its clock',
    broken: 'the system clock is read each time',
    file: 'adapters/embedded/system-clock.ts',
    find: 'return Number(Atomics.load(this.zero, 0)) + Math.floor(passedMs());',
    replace: 'return super.now();',
    tests: ['adapters/embedded/system-clock.test.ts'],
  },
  {
    rule: 'waves in which no unit begins come to an end',
    broken: 'they are not counted',
    file: 'adapters/embedded/embedded-runner.ts',
    find: 'if (waves < MOST_STARTLESS) {',
    replace: 'if (waves < 1_000) {',
    tests: ['adapters/embedded/embedded-runner.test.ts'],
  },
];
