import type { Command } from '#cli/args/command.ts';
import { RUN_FLAGS, START_FLAGS } from '#cli/args/flag.ts';

/** Commands that start a crawl, or estimate one. */
export const START_COMMANDS: readonly Command[] = [
  {
    name: 'crawl',
    takes: 'URL|FILE.txt…',
    least: 1,
    most: 10_000,
    summary: 'crawl from these addresses and show the pages',
    details: [
      'surf example.org is short for surf crawl example.org. Without a scheme Surf takes https.',
      'FILE.txt has one address a line; - reads such a list from stdin. --depth 0 crawls these pages alone.',
      'Ctrl-C stops cleanly. surf resume continues the crawl from there, also when its process was killed.',
      'A flag sets the field of the workflow with its name; lists repeat the flag; none means unlimited.',
    ],
    fields: 'workflow',
    flags: START_FLAGS,
    crawls: true,
    load: () => import('#cli/commands/crawls/crawl.ts'),
  },
  {
    name: 'run',
    takes: 'FILE|WORKFLOW',
    least: 1,
    most: 1,
    summary: 'run a workflow file (JSON or YAML) or a Crawler.conf; - reads stdin',
    details: [
      'WORKFLOW is the name of a saved workflow. Flags override the file. docs/reference/workflow.md has all fields.',
      'A Crawler.conf (docs/reference/crawler-conf.md) writes mirror and index to its repository, and repeats the crawl every period until Ctrl-C.',
    ],
    fields: 'workflow',
    flags: [...START_FLAGS, ...RUN_FLAGS],
    crawls: true,
    load: () => import('#cli/commands/crawls/run.ts'),
  },
  {
    name: 'estimate',
    takes: 'FILE|WORKFLOW|URL…',
    least: 1,
    most: 10_000,
    summary: 'estimate pages, time and cost of a crawl before it starts',
    details: [
      'A workflow file, - for stdin, the name of a saved workflow, or addresses, also those of FILE.txt.',
      'Surf reads robots.txt, sitemaps and a random sample of pages, as slowly as a crawl: about 40 requests, a minute at most (a server 20 s).',
      'Each figure is a range and says what its bounds come from: sitemap, limit, sample or unknown. --random-seed N picks other pages.',
      'Exit code 10 when the sample got no page. With --json one object.',
    ],
    fields: 'workflow',
    flags: [],
    load: () => import('#cli/commands/crawls/estimate.ts'),
  },
];
