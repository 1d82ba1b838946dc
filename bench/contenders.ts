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

/** Surf as `npm install` brings it: bundled modules instead of a thousand sources. */
export const INSTALLED = 'surf-installed';

/** Folders and files that a comparison needs. */
interface ContenderParts {
  /** Top of the checkout. */
  readonly root: string;
  readonly tools: string;
  /** Folder with the package (`installSurf`). */
  readonly installed: string;
  readonly workflow: string;
}

/**
 * Surf of this checkout and as it is installed, Crawlee as it comes and tuned, and the bare loop
 * that marks the bound: no politeness, robots, accounting or durability. All run on the Node of
 * this process.
 */
export function contenders({ root, tools, installed, workflow }: ContenderParts): Contender[] {
  const node = process.execPath;
  const surf = (top: string): string[] => [
    ...[node, join(top, 'cli', 'surf.mjs'), 'run', workflow],
    ...['--data', 'data', '--allow-private-network', '--json'],
  ];
  const crawlers = join(tools, 'crawlers');
  const crawlee = { CONC: '32', KIND: 'cheerio' };
  return [
    {
      name: SURF,
      what: 'surf run of the sources, all on, delay 0',
      command: surf(root),
      environment: {},
    },
    {
      name: INSTALLED,
      what: 'surf run of the package, all on, delay 0',
      command: surf(installed),
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
