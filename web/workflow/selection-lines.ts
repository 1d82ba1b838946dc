import type { Draft } from './start-crawl.ts';

/** The short notation for a selection policy: one field per line. */
export const SELECTION_HELP = 'A name, a colon and a CSS selector; one per line.';
export const SELECTION_EXAMPLE = 'heading: h1\nprice: .price';

/**
 * Parses lines such as `price: .price` into a selection policy; null if there is none. Other lines
 * are ignored.
 */
export function selectionOf(lines: string): Draft | null {
  const fields = lines.split('\n').flatMap((line) => {
    const [, name, selector] = /^\s*([^:\s]+)\s*:\s*(.+?)\s*$/.exec(line) ?? [];
    return name === undefined || selector === undefined ? [] : [[name, { selector }] as const];
  });
  return fields.length === 0 ? null : { fields: Object.fromEntries(fields) };
}
