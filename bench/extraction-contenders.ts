import { join } from 'node:path';
import type { Contender } from '#bench/contenders.ts';

/**
 * Five fields that every page of the site has; rivals/crawlers/crawlee-fields.mjs takes the same.
 */
export const FIELDS = {
  title: 'title',
  heading: 'h1',
  lead: 'article p',
  links: { selector: 'a[href]', all: true },
  description: { selector: 'meta[name="description"]', attribute: 'content' },
};

/**
 * Surf with the tree that browsers build, surf with the fast one, Crawlee. Names are those of
 * output folders.
 */
export const BROWSER = 'surf';
export const FAST = 'surf-fast';
export const CRAWLEE = 'crawlee-fields';

/** Surf's part of Crawlee's CPU that is allowed. */
export const WANTED: Readonly<Record<string, number>> = { [BROWSER]: 0.6, [FAST]: 0.3 };

export interface ExtractionParts {
  readonly root: string;
  readonly tools: string;
  /** Path of the workflow with the five fields. */
  readonly workflow: (dom: 'browser' | 'fast') => string;
}

/**
 * What extracts the five fields. All run on the Node of this process and store bodies and records.
 */
export function extractionContenders({ root, tools, workflow }: ExtractionParts): Contender[] {
  const node = process.execPath;
  const surf = (file: string): string[] => [
    node,
    join(root, 'cli', 'surf.mjs'),
    'run',
    file,
    '--data',
    'data',
    '--allow-private-network',
    '--json',
  ];
  return [
    { name: BROWSER, what: 'surf run, all on, delay 0', command: surf(workflow('browser')), environment: {} },
    { name: FAST, what: 'the same with dom: fast', command: surf(workflow('fast')), environment: {} },
    {
      name: CRAWLEE,
      what: 'Crawlee CheerioCrawler, no header generator',
      command: [node, join(tools, 'crawlers', 'crawlee-fields.mjs')],
      environment: { CONC: '32' },
    },
  ];
}
