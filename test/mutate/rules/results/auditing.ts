import type { Mutation } from '#test/mutate/mutation.ts';

const FACTS = ['core/facts/read-facts.test.ts'];
const GROUPS = ['test/e2e/results/groups/named-groups.test.ts'];

/** What an audit, groups of pages, and the importance of pages say. */
export const auditing: readonly Mutation[] = [
  {
    rule: 'what is in a template is not a fact of its page',
    broken: 'it is one',
    file: 'core/facts/fact-reader.ts',
    find: 'if (this.#templates === 0) this.#read(name, attributes);',
    replace: 'this.#read(name, attributes);',
    tests: FACTS,
  },
  {
    rule: 'an image that an element around it hides lacks no text',
    broken: 'only its own attributes count',
    file: 'core/facts/fact-reader.ts',
    find: 'if (this.#hiddenDepth === 0 && lacksText(attributes))',
    replace: 'if (lacksText(attributes))',
    tests: FACTS,
  },
  {
    rule: 'lists and sets of JSON-LD are their values',
    broken: 'they are things without properties',
    file: 'core/facts/items/json-ld.ts',
    find: "const within = value['@list'] ?? value['@set'];",
    replace: 'const within: Json | undefined = undefined;',
    tests: FACTS,
  },
  {
    rule: 'the alternative text of an image is text of its link',
    broken: 'an image has none',
    file: 'core/extraction/html/html-scanner.ts',
    find: "if (alt !== null && alt !== '') this.#text +=",
    replace: 'if (alt === null) this.#text +=',
    tests: ['core/extraction/page-scan.test.ts'],
  },
  {
    rule: 'an exact copy does not give the rank of its page again',
    broken: 'its links are entered as links of the page',
    file: 'engine/importance/page-importance.ts',
    find: 'return this.#leads.has(place) ? -1 : this.#pageAt(place);',
    replace: 'return this.#pageAt(place);',
    tests: ['engine/importance/page-importance.test.ts'],
  },
  {
    rule: 'a canonical that a rule kept from the crawl is unknown',
    broken: 'Surf reports nothing',
    file: 'core/audit/source-rules.ts',
    find: "if (outcome.type !== 'skipped' || dead",
    replace: "if (outcome.type === 'skipped' || dead",
    tests: GROUPS,
  },
  {
    rule: 'an address leads the pages that name it as their canonical',
    broken: 'it comes behind them',
    file: 'engine/named-groups/canonical-groups.ts',
    find: '{ group, at: 0 }',
    replace: '{ group, at: 999_999 }',
    tests: GROUPS,
  },
  {
    rule: 'exact copies are in the group of the canonical that they name',
    broken: 'a copy names nothing',
    file: 'engine/named-groups/canonical-groups.ts',
    find: '{ readsCopies: true }',
    replace: '{ readsCopies: false }',
    tests: GROUPS,
  },
  {
    rule: 'an address that robots.txt forbids is not crawled, in its group either',
    broken: 'it is',
    file: 'engine/named-groups/canonical-groups.ts',
    find: 'crawled: target !== null && wasRequested(target.audited)',
    replace: 'crawled: target !== null',
    tests: GROUPS,
  },
  {
    rule: 'an entry of a sitemap joins the language versions that it names',
    broken: 'only pages do',
    file: 'engine/named-groups/language-groups.ts',
    find: 'groups.join(from < 0 ? count - from - 1 : from, to);',
    replace: 'if (from >= 0) groups.join(from, to);',
    tests: GROUPS,
  },
  {
    rule: 'an address in a group of languages has the issues that the audit has',
    broken: 'it has none',
    file: 'engine/named-groups/language-groups.ts',
    find: "if (source.how !== 'alternate' || this.#audited === null ||",
    replace: 'if (this.#audited !== null ||',
    tests: GROUPS,
  },
];
