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
    rule: 'waves in which no unit begins end',
    broken: 'they are not counted',
    file: 'adapters/embedded/embedded-runner.ts',
    find: 'if (waves < MOST_STARTLESS) {',
    replace: 'if (waves < 1_000) {',
    tests: ['adapters/embedded/embedded-runner.test.ts'],
  },
  {
    rule: 'a database file that was removed or replaced takes no writes',
    broken: 'it takes them, for nobody',
    file: 'adapters/embedded/sqlite/sqlite-database.ts',
    find: 'inodeOf(this.#folder) !== this.#inode) throw folderGone(this.#folder);',
    replace: 'inodeOf(this.#folder) === -1) throw folderGone(this.#folder);',
    tests: ['adapters/embedded/sqlite/sqlite-database.test.ts'],
  },
  {
    rule: 'no thread of the API makes a new data folder',
    broken: 'it makes one where the folder was removed',
    file: 'cli/serve/threads/api-thread.ts',
    find: 'existing: true, ',
    replace: '',
    tests: ['cli/serve/threads/api-threads.test.ts'],
  },
  {
    rule: 'a name is not unknown because no descriptor is left to ask for it',
    broken: 'the failed look-up counts',
    file: 'adapters/http/resolver/system-resolver.ts',
    find: '      refuseWithoutFiles();\n',
    replace: '',
    tests: ['adapters/http/resolver/system-resolver.test.ts'],
  },
  {
    rule: 'a command whose result is printed ends',
    broken: 'it waits for its threads',
    file: 'cli/main.ts',
    find: 'endProcess();',
    replace: 'process.exit();',
    tests: ['test/e2e/process/end-process.test.ts'],
  },
];
