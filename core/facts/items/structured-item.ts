/**
 * A thing that a page describes, in one shape for JSON-LD, microdata and RDFa. Names are as
 * written, without the vocabulary in front.
 */
export interface StructuredItem {
  /** `Product`; at most 10. */
  readonly type: readonly string[];
  readonly id?: string;
  readonly properties: Readonly<Record<string, readonly StructuredValue[]>>;
}

/** A text, number or yes/no, or a thing within. */
export type StructuredValue = string | number | boolean | StructuredItem;

export const MOST_ITEMS = 100;
/** Properties and values of one page's items together. */
export const MOST_VALUES = 2_000;
export const MOST_ITEM_DEPTH = 8;
/** Characters of a value. */
export const MOST_VALUE_LENGTH = 2_000;

/** Both forms of the vocabulary that nearly every page uses, and the names of its terms. */
const SCHEMA_ORG = /^https?:\/\/(?:www\.)?schema\.org\/|^schema:/i;

/** `Product` of `https://schema.org/Product`; other vocabularies keep their address. */
export const termOf = (name: string): string => name.trim().replace(SCHEMA_ORG, '').slice(0, 200);

/** The first text that an item has for a property, its own before nested ones. */
export function firstText(items: readonly StructuredItem[], property: string): string | null {
  for (const { properties } of items) {
    if (!Object.hasOwn(properties, property)) continue;
    const text = properties[property]?.find((value) => typeof value === 'string');
    if (typeof text === 'string' && text !== '') return text;
  }
  for (const { properties } of items) {
    const within = Object.values(properties)
      .flat()
      .filter((value) => typeof value === 'object');
    const text = within.length === 0 ? null : firstText(within, property);
    if (text !== null) return text;
  }
  return null;
}
