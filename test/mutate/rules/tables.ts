import type { Mutation } from '#test/mutate/mutation.ts';

/** How tables keep what waves settled. */
export const tables: readonly Mutation[] = [
  {
    rule: 'the pack of the latest wave decides what a row says',
    broken: 'the pack that was read last counts',
    file: 'adapters/aws/dynamo/task-pack.ts',
    find: '.sort((a, b) => a.wave - b.wave || ',
    replace: '.sort((a, b) => ',
    tests: ['adapters/aws/dynamo/task-pack.test.ts'],
  },
  {
    rule: 'a correction of a row outranks the row that the same wave settled',
    broken: 'either may come first',
    file: 'adapters/aws/dynamo/task-pack.ts',
    find: "Number(a.holds === 'corrections') - Number(b.holds === 'corrections')",
    replace: '0',
    tests: ['adapters/aws/dynamo/task-pack.test.ts'],
  },
  {
    rule: 'keys of a range that is rounded down are found in its pack',
    broken: 'the range of a key is its first three digits',
    file: 'core/archive/task-packs.ts',
    find: '(last - (last % FINE_STEP))',
    replace: 'last',
    tests: ['core/archive/task-packs.test.ts'],
  },
  {
    rule: 'a pack that is not whole is damaged',
    broken: 'a reader accepts the rows that are left',
    file: 'core/archive/pack/pack.ts',
    find: 'if (offset !== bytes.length) throw',
    replace: 'if (offset < bytes.length) throw',
    tests: ['core/archive/pack/packed-archive.test.ts'],
  },
];
