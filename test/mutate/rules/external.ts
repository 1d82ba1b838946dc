import type { Mutation } from '#test/mutate/mutation.ts';

const EXTERNAL = 'engine/external/keep-external.test.ts';
const FOLD = 'engine/external/fold-checks.test.ts';
const CHECKS = 'engine/external/keep-checks.test.ts';

/** The register of external links, and what checks find about them (G2). */
export const external: readonly Mutation[] = [
  {
    rule: 'no external link is decided twice',
    broken: 'each execution decides about all of them',
    file: 'engine/external/register-merge.ts',
    find: 'rules.id === before?.rules',
    replace: "before?.rules === ''",
    tests: [EXTERNAL],
  },
  {
    rule: 'a full register drops no external link that it knows, and counts the new ones',
    broken: 'it has room without end',
    file: 'engine/external/register-merge.ts',
    find: 'if (this.#room <= 0)',
    replace: 'if (this.#room < -1_000_000)',
    tests: [EXTERNAL],
  },
  {
    rule: 'external links of an execution that was killed at its end are kept',
    broken: 'the next one begins with what came before',
    file: 'engine/external/keep-external.ts',
    find: 'await keepBase(ports, request);',
    replace: '',
    tests: [EXTERNAL],
  },
  {
    rule: 'banned wins over allowed among external links',
    broken: 'allowed wins',
    file: 'core/scope/external/external-rules.ts',
    find: 'of this.#lists)',
    replace: 'of this.#lists.toReversed())',
    tests: ['core/scope/external/external-rules.test.ts'],
  },
  {
    rule: 'surf verify looks at external links',
    broken: 'it believes each line of the register',
    file: 'engine/verify/checks/check-external.ts',
    find: 'this.#audit;\n    const where',
    replace: 'this.#audit;\n    return;\n    const where',
    tests: ['test/e2e/rules/external.test.ts'],
  },
  {
    rule: 'of two answers to an external link the newer one stays',
    broken: 'the older one stays',
    file: 'core/external/external-check.ts',
    find: 'answer.at > known.at ?',
    replace: 'answer.at < known.at ?',
    tests: [FOLD],
  },
  {
    rule: 'of two checks that end at once each has its answers in the register',
    broken: 'the one that finds the name taken believes that it won',
    file: 'engine/external/fold-checks.ts',
    find: "=== 'created';",
    replace: '!== null;',
    tests: [FOLD],
  },
  {
    rule: 'an execution takes up the answers that came while its register was made',
    broken: 'it looks at the register before only once',
    file: 'engine/external/keep-external.ts',
    find: 'now.head.key !== merged?.head.key',
    replace: 'false',
    tests: [FOLD],
  },
  {
    rule: 'a resumed execution keeps the answers of the register that it replaces',
    broken: 'it makes the register from its log alone',
    file: 'engine/external/keep-external.ts',
    find: 'if (wave !== row.wave) await',
    replace: 'if (wave < 0) await',
    tests: [FOLD],
  },
  {
    rule: 'a check finds the registers that were made from the one that it names',
    broken: 'no execution leaves word',
    file: 'engine/external/keep-external.ts',
    find: 'if (parts.before !== null) await leaveWord',
    replace: 'if (parts.most < 0 && parts.before !== null) await leaveWord',
    tests: [CHECKS],
  },
  {
    rule: 'answers go into registers of the owner of the check only',
    broken: 'they go into everyone’s',
    file: 'engine/external/keep-checks.ts',
    find: ' || named.owner !== row.owner',
    replace: '',
    tests: [CHECKS],
  },
  {
    rule: 'a link is dead by GET, not by HEAD',
    broken: 'only a server error of HEAD is tried by GET',
    file: 'engine/crawl-unit/hosts/page-requests.ts',
    find: 'status >= 400 && !ASK_LATER',
    replace: 'status >= 500 && !ASK_LATER',
    tests: ['engine/crawl-unit/hosts/head-first.test.ts'],
  },
  {
    rule: 'an external link is not requested again before its time',
    broken: 'each is due',
    file: 'core/external/external-check.ts',
    find: 'check.at + days * DAY_MS <= now',
    replace: 'check.at <= now',
    tests: ['core/external/external-check.test.ts'],
  },
];
