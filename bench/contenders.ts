import { join } from 'node:path';

/** A crawler in the comparison: what is started, with which settings. */
export interface Contender {
  readonly name: string;
  readonly what: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** The one whose archive is checked afterwards. */
export const SURF = 'surf';

/**
 * Surf as it is shipped, Crawlee as it comes and tuned, and the bare loop that marks the bound: no
 * politeness, robots, accounting or durability. All run on the Node of this process.
 */
export function contenders(parts: { root: string; tools: string; workflow: string }): Contender[] {
  const { root, tools, workflow } = parts;
  const node = process.execPath;
  const surf = join(root, 'cli', 'surf.mjs');
  const crawlers = join(tools, 'crawlers');
  const crawlee = { CONC: '32', KIND: 'cheerio' };
  return [
    {
      name: SURF,
      what: 'surf run, all on, delay 0',
      command: [node, surf, 'run', workflow, '--data', 'data', '--allow-private-network', '--json'],
      environment: {},
    },
    {
      name: 'bare',
      what: 'bare loop, byte scanner, stored WARC',
      command: [node, join(crawlers, 'mini.mjs')],
      environment: { PARSER: 'scan', URLS: 'fast', WARC: 'stored' },
    },
    {
      name: 'crawlee-tuned',
      what: 'Crawlee CheerioCrawler, no header generator',
      command: [node, join(crawlers, 'crawlee.mjs')],
      environment: { ...crawlee, TUNE: '1' },
    },
    {
      name: 'crawlee',
      what: 'Crawlee CheerioCrawler',
      command: [node, join(crawlers, 'crawlee.mjs')],
      environment: crawlee,
    },
  ];
}
