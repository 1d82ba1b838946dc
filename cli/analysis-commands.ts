import type { Command } from '#cli/args/command.ts';
import { AUDIT_FLAGS, DUPLICATES_FLAGS, EXTERNAL_FLAGS, SEARCH_FLAGS, TOPICS_FLAGS } from '#cli/args/command-flags.ts';
import { ID, NO_FIELDS, ONE_ID } from '#cli/command-parts.ts';

/** Commands that analyse the content of all pages of an execution. */
export const ANALYSIS_COMMANDS: readonly Command[] = [
  {
    ...NO_FIELDS,
    ...ONE_ID,
    name: 'audit',
    summary: 'issues of the crawled site: broken links, titles, canonicals, and how to fix them',
    details: [
      ID,
      'Reads the archive and makes no request: a link to a page that was not crawled is not judged.',
      'With --compare, --fail-on counts new issues only.',
      'JSON lines where the output is not a terminal, or with --json; the first has the counts.',
    ],
    flags: AUDIT_FLAGS,
    load: () => import('#cli/commands/results/audit.ts'),
  },
  {
    ...NO_FIELDS,
    ...ONE_ID,
    name: 'duplicates',
    summary: 'groups of pages with nearly the same text, one canonical, or other languages',
    details: [
      ID,
      'Reads the archive and makes no request: give another --threshold and run it again.',
      '--by canonical and --by hreflang name the issues of a group, as surf audit does.',
      'JSON lines where the output is not a terminal, or with --json; the first has the counts.',
    ],
    flags: DUPLICATES_FLAGS,
    load: () => import('#cli/commands/results/duplicates.ts'),
  },
  {
    ...NO_FIELDS,
    ...ONE_ID,
    name: 'external',
    summary: 'links that leave the scope: allowed or banned, alive or dead',
    details: [
      ID,
      'The workflow keeps them with external.keep. The register has those of all executions of a collection.',
      'surf external last --seeds | surf run - --depth 1 crawls the allowed ones.',
      'surf external last --check | surf run - asks which are alive, each once in --days. --state dead lists the others.',
      'JSON lines where the output is not a terminal, or with --json; the first has the counts.',
    ],
    flags: EXTERNAL_FLAGS,
    load: () => import('#cli/commands/results/external.ts'),
  },
  {
    ...NO_FIELDS,
    name: 'search',
    takes: 'ID WORDS…',
    least: 2,
    most: 100,
    summary: 'find pages of an ended execution by their words, best first',
    details: [
      ID,
      'Words, "phrases", title:WORD, site:HOST, type:html|xml|json|text|document, lang:CODE; a minus excludes.',
      'Of a collection: "changed:<7d", "changed:>30d" (h, d, w), "changed:<2026-11-01"; quoted, for the shell.',
      'Fields alone list their pages, the last change first: surf search last lang:de type:document.',
      'An argument with spaces is a phrase; with a minus or a field it is a query.',
      'A minus at the start needs -- before the words: surf search last -- -draft release.',
      'The first search of an execution builds its index from the archive: the command waits for it.',
      'JSON lines where the output is not a terminal, or with --json; the first has the counts.',
    ],
    flags: SEARCH_FLAGS,
    load: () => import('#cli/commands/results/search.ts'),
  },
  {
    ...NO_FIELDS,
    ...ONE_ID,
    name: 'topics',
    summary: 'group the pages of an ended execution by topic',
    details: [
      ID,
      'Surf counts words and uses no model. The words that tell its pages from the others name a topic.',
      'Reads 5,000 pages at most, and says so; the index is that of surf search, Surf makes no request.',
      'JSON lines where the output is not a terminal, or with --json; the first has the counts.',
    ],
    flags: TOPICS_FLAGS,
    load: () => import('#cli/commands/results/topics.ts'),
  },
];
