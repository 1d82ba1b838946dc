import type { Mutation } from '#test/mutate/mutation.ts';

/** Ticks of a collection: when a page is due, and how a tick tells of pages that it kept. */
export const collections: readonly Mutation[] = [
  {
    rule: 'Surf reads a page that a tick kept from the execution that fetched it',
    broken: 'the tick has nothing of it',
    file: 'engine/pages/kept-pages.ts',
    find: 'if (at === undefined) return null;',
    replace: 'return null;',
    tests: ['test/e2e/rules/collection.test.ts'],
  },
  {
    rule: 'a shorter interval of the workflow holds at the next tick',
    broken: 'each page waits as long as its last visit planned',
    file: 'core/collection/page-state.ts',
    find: 'return state.dueAt <= latest ? state : { ...state, dueAt: latest };',
    replace: 'return latest === 0 ? { ...state, dueAt: latest } : state;',
    tests: ['core/collection/page-state.test.ts', 'test/e2e/rules/collection.test.ts'],
  },
  {
    rule: 'a tick with no page due raises no alarm',
    broken: 'Surf says that it fetched nothing',
    file: 'core/notify/execution-news.ts',
    find: ' && (kept + goneDue === 0 || discovered > kept + goneDue)',
    replace: '',
    tests: ['core/notify/execution-news.test.ts'],
  },
  {
    rule: 'a tick with tombstones alone due raises no alarm',
    broken: 'Surf says that it fetched nothing',
    file: 'core/notify/execution-news.ts',
    find: 'discovered > kept + goneDue',
    replace: 'discovered > kept',
    tests: ['core/notify/execution-news.test.ts'],
  },
];
