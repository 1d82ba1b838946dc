import type { Mutation } from '#test/mutate/mutation.ts';

const ANSWERS = 'core/plugin/plugin-answer.test.ts';
const STAGES = 'engine/crawl-unit/plugins/plugin-stages.test.ts';
const UNIT = 'engine/crawl-unit/plugins/plugin-unit.test.ts';
const THREADS = 'adapters/threads/plugins/thread-plugin.test.ts';

/** Plug-ins are called in order, cost no page, and say no more than they may. */
export const plugging: readonly Mutation[] = [
  {
    rule: 'a plug-in sees the fields of those before it',
    broken: 'it sees those of the selection only',
    file: 'engine/crawl-unit/plugins/plugin-stages.ts',
    find: 'this.#reply(plugin, { page, record, leftMs })',
    replace: 'this.#reply(plugin, { page, record: before.record, leftMs })',
    tests: [STAGES],
  },
  {
    rule: 'Surf calls plug-ins in the order of the operator',
    broken: 'the workflow orders them',
    file: 'core/plugin/known-plugins.ts',
    find: 'known.filter(({ name }) => plugins.includes(name))',
    replace: 'plugins.flatMap((name) => known.filter((one) => one.name === name))',
    tests: ['core/plugin/known-plugins.test.ts'],
  },
  {
    rule: 'Surf stops calling a plug-in that takes too long again and again',
    broken: 'Surf calls it for each page',
    file: 'engine/crawl-unit/plugins/plugin-stages.ts',
    find: 'export const MOST_TIMEOUTS = 3;',
    replace: 'export const MOST_TIMEOUTS = 1e6;',
    tests: [STAGES],
  },
  {
    rule: 'an answer of a plug-in is bounded',
    broken: 'Surf accepts an answer of any length',
    file: 'core/plugin/plugin-answer.ts',
    find: 'if (Buffer.byteLength(text) > MAX_ANSWER_BYTES)',
    replace: 'if (text === undefined)',
    tests: [ANSWERS],
  },
  {
    rule: 'no field has a name that JavaScript reserves',
    broken: 'any name is taken',
    file: 'core/plugin/plugin-answer.ts',
    find: 'names.find((name) => !FIELD.test(name))',
    replace: 'names.find((name) => name.length > 64)',
    tests: [ANSWERS],
  },
  {
    rule: 'Surf ends a plug-in that does not answer',
    broken: 'its thread stays',
    file: 'adapters/threads/plugins/thread-plugin.ts',
    find: "if (notice.type === 'silent') await this.end();",
    replace: '',
    tests: [THREADS],
  },
  {
    rule: 'a fraction of a millisecond of a page’s time left ends no worker',
    broken: 'Surf passes the fraction as a limit',
    file: 'adapters/aws/calls/lambda-plugin.ts',
    find: 'Math.ceil(limitMs)',
    replace: 'limitMs',
    tests: ['adapters/aws/calls/lambda-plugin.test.ts'],
  },
  {
    rule: 'with plug-ins each page has a record',
    broken: 'only those of the selection have',
    file: 'engine/crawl-unit/chunk/record-writer.ts',
    find: 'if (extracted === null && stages === null) return;',
    replace: 'if (extracted === null) return;',
    tests: [UNIT],
  },
];
