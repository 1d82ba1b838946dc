import type { ArchivedFacts } from '#core/facts/archived-facts.ts';
import { printable, printableJson } from '#core/model/printable.ts';

/** `surf explain --facts` as text: what a page says of itself, a fact per line. */
export function* factLines(facts: ArchivedFacts): Generator<string> {
  for (const [name, value] of Object.entries(facts)) yield* linesOf(name, value);
}

function* linesOf(name: string, value: unknown): Generator<string> {
  const values = Array.isArray(value) ? value : [value];
  for (const [i, one] of values.entries()) yield `${(i === 0 ? name : '').padEnd(18)}${wordsOf(one)}`;
  if (values.length === 0) yield `${name.padEnd(18)}-`;
}

const wordsOf = (value: unknown): string =>
  value === null ? '-' : typeof value === 'object' ? printableJson(value) : printable(String(value));
