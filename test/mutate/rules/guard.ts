import type { Mutation } from '#test/mutate/mutation.ts';

const THREADS = 'cli/serve/threads/api-threads.test.ts';
const ADMISSION = 'cli/serve/threads/admission.test.ts';

/** Nobody stops the others: places, CPU, bodies. */
export const guard: readonly Mutation[] = [
  {
    rule: 'one user never has all places of the API',
    broken: 'a user may have each of them',
    file: 'cli/serve/threads/admission.ts',
    find: ' && (this.#inside.get(user) ?? 0) < this.#bounds.placesPerUser;',
    replace: ';',
    tests: [ADMISSION],
  },
  {
    rule: 'the API queues few requests',
    broken: 'it queues any number',
    file: 'cli/serve/threads/admission.ts',
    find: "if (this.#waiting.size >= waiting) throw busy('too many requests wait');",
    replace: '',
    tests: [ADMISSION],
  },
  {
    rule: 'the API ends a request that takes too much CPU',
    broken: 'its thread is never ended',
    file: 'cli/serve/threads/request-thread.ts',
    find: 'if (usedMs >= this.#mostCpuMs || isStuck) await',
    replace: 'if (this.#mostCpuMs < 0) await',
    tests: [THREADS],
  },
  {
    rule: 'the API decodes a path before it looks up the weight of the request',
    broken: 'it looks up the path with its escapes',
    file: 'api/middleware/elsewhere.ts',
    find: 'path: c.req.path, body',
    replace: 'path: new URL(c.req.url).pathname, body',
    tests: ['api/middleware/elsewhere.test.ts'],
  },
  {
    rule: 'a connection pipelines at most eight requests',
    broken: 'the server begins all that it has read',
    file: 'cli/serve/bounded-pipelining.ts',
    find: 'if (queue.length === MOST_PIPELINED) {',
    replace: 'if (queue.length > 1_000) {',
    tests: ['cli/serve/local-server.test.ts'],
  },
  {
    rule: 'the server answers /health before a burst of requests',
    broken: 'requests begin while connections wait',
    file: 'cli/serve/connections-first.ts',
    find: 'hasAccepted = true;',
    replace: 'hasAccepted = false;',
    tests: ['cli/serve/local-server.test.ts'],
  },
  {
    rule: 'the API refuses a body whose type is not JSON',
    broken: 'it accepts any type',
    file: 'api/middleware/content-type.ts',
    find: "type.trim() !== '' && !JSON_TYPE.test(type)",
    replace: 'false',
    tests: ['test/api/contract/content-types.test.ts'],
  },
  {
    rule: 'the expressions of a workflow have one limit together',
    broken: 'each has its own limit',
    file: 'core/workflow/parsing/field-rules.ts',
    find: 'if (budget.program > MAX_EXPRESSIONS_PROGRAM) {',
    replace: 'if (budget.program > 1_000_000) {',
    tests: ['core/workflow/parsing/parse-workflow.test.ts'],
  },
  {
    rule: 'the facts of a page end where it is too deep',
    broken: 'the depth does not count',
    file: 'core/facts/read-facts.ts',
    find: 'if (reader.depth <= MOST_DEPTH) continue;',
    replace: 'if (reader.depth >= 0) continue;',
    tests: ['core/facts/read-facts.test.ts'],
  },
  {
    rule: 'the report of an audit shows markup of the site as text',
    broken: 'nothing is escaped',
    file: 'core/model/html-text.ts',
    find: ".replace(/[&<>\"']/g, (character) => ENTITIES[character] ?? '');",
    replace: ".replace(/[&]/g, (character) => ENTITIES[character] ?? '');",
    tests: ['core/audit/audit-page.test.ts'],
  },
];
