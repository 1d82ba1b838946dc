import type { Draft } from './start-crawl.ts';

/** How values are named in forms: what a selection policy's `fields` can say in one line each. */
export const SELECTION_HELP = 'A name, a colon and a CSS selector; one per line.';
export const SELECTION_EXAMPLE = 'heading: h1\nprice: .price';

/** `price: .price` a line, as the selection policy's fields; null: none. Lines that say something else are left out. */
export function selectionOf(lines: string): Draft | null {
  const fields = lines.split('\n').flatMap((line) => {
    const [, name, selector] = /^\s*([^:\s]+)\s*:\s*(.+?)\s*$/.exec(line) ?? [];
    return name === undefined || selector === undefined ? [] : [[name, { selector }] as const];
  });
  return fields.length === 0 ? null : { fields: Object.fromEntries(fields) };
}
