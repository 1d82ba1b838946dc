import { isAddressOf, type ResolveAddress } from '#core/facts/item-address.ts';
import {
  MOST_ITEM_DEPTH,
  MOST_VALUE_LENGTH,
  type StructuredItem,
  type StructuredValue,
  termOf,
} from '#core/facts/structured-item.ts';

/** Counts what a page may have; a page beyond it loses the rest. */
export interface ValueBudget {
  left: number;
}

interface Reading {
  readonly budget: ValueBudget;
  readonly resolve: ResolveAddress;
}

type Json = null | string | number | boolean | Json[] | { [name: string]: Json };

/** Wrappers of JSON from the days of XHTML: comments of HTML and JavaScript, and CDATA. */
const START = /^\s*(?:\/\/|\/\*)?\s*<!(?:--|\[CDATA\[)?\s*(?:\*\/)?/;
const END = /(?:(?:\/\/|\/\*)?\s{0,9}(?:-->|\]\]>)\s{0,9}(?:\*\/)?|;)\s*$/;
/** Line feeds within strings, which writers of pages forget to escape; elsewhere they are space. */
const CONTROLS = /\p{Cc}+/gu;
/** Names that the context of schema.org has for `@type` and `@id`; it has no such properties. */
const ALIASES: ReadonlySet<string> = new Set(['type', 'id']);
const LINE_COMMENT = /^[ \t]*\/\/.*$/gm;

/**
 * The things of one JSON-LD script: arrays and `@graph` are opened, `@context` is not read, and
 * nothing is fetched. A script that is not JSON is read again without comments, and with spaces for
 * control characters; if it is none even so, it has none.
 * @see https://www.w3.org/TR/json-ld11/
 */
export function jsonLdItems(text: string, budget: ValueBudget, resolve: ResolveAddress): StructuredItem[] {
  const json = parsedOrRepaired(text);
  return json === undefined ? [] : itemsOf(json, { budget, resolve }, 0);
}

/** A JSON object of a script, as it is there. */
export type JsonLdThing = Readonly<Record<string, unknown>>;

/**
 * The things of one JSON-LD script, without those within them.
 * @param most things at most
 */
export function jsonLdThings(text: string, most: number): JsonLdThing[] {
  const things: JsonLdThing[] = [];
  const collect = (json: Json | undefined, depth: number): void => {
    if (depth > MOST_ITEM_DEPTH || json === null || typeof json !== 'object' || things.length >= most) return;
    if (Array.isArray(json)) for (const part of json.slice(0, most)) collect(part, depth + 1);
    else if (json['@graph'] !== undefined) collect(json['@graph'], depth + 1);
    else things.push(json);
  };
  collect(parsedOrRepaired(text), 0);
  return things;
}

const parsedOrRepaired = (text: string): Json | undefined => parsed(text) ?? parsed(repaired(text));

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

const repaired = (text: string): string =>
  text.trim().replace(START, '').replace(END, '').replace(LINE_COMMENT, '').replace(CONTROLS, ' ');

function itemsOf(json: Json, reading: Reading, depth: number): StructuredItem[] {
  const { budget } = reading;
  if (depth > MOST_ITEM_DEPTH || json === null || typeof json !== 'object' || budget.left <= 0) return [];
  if (Array.isArray(json)) return json.slice(0, budget.left).flatMap((part) => itemsOf(part, reading, depth + 1));
  const graph = json['@graph'];
  if (graph !== undefined) return itemsOf(graph, reading, depth + 1);
  const item = itemOf(json, reading, depth);
  return item === null ? [] : [item];
}

function itemOf(json: { [name: string]: Json }, reading: Reading, depth: number): StructuredItem | null {
  const { budget, resolve } = reading;
  budget.left -= 1;
  const id = json['@id'] ?? json.id;
  const properties: Record<string, StructuredValue[]> = Object.create(null);
  for (const [name, value] of Object.entries(json)) {
    if (name.startsWith('@') || ALIASES.has(name) || budget.left <= 0) continue;
    const term = termOf(name);
    const values = partsOf(value)
      .flatMap((part) => structuredValue(part, reading, depth + 1))
      .map((one) => (typeof one === 'string' && isAddressOf(term, one) ? resolve(one) : one));
    if (values.length > 0) properties[term] = values;
  }
  const type = typesOf(json['@type'] ?? json.type);
  if (type.length === 0 && Object.keys(properties).length === 0) return null;
  return { type, ...(typeof id === 'string' && { id: resolve(id.slice(0, MOST_VALUE_LENGTH)) }), properties };
}

/** The values of a property, and those of a list or a set (JSON-LD 1.1 §4.3). */
function partsOf(value: Json): Json[] {
  if (value === null || typeof value !== 'object') return [value];
  if (Array.isArray(value)) return value.flatMap((part) => (Array.isArray(part) ? [] : partsOf(part)));
  const within = value['@list'] ?? value['@set'];
  if (within === undefined) return [value];
  return (Array.isArray(within) ? within : [within]).filter((part) => !Array.isArray(part));
}

function structuredValue(value: Json, reading: Reading, depth: number): StructuredValue[] {
  const { budget, resolve } = reading;
  if (value === null || budget.left <= 0 || depth > MOST_ITEM_DEPTH) return [];
  if (typeof value === 'object') {
    if (Array.isArray(value)) return [];
    const literal = value['@value'];
    if (literal !== undefined) return typeof literal === 'object' ? [] : structuredValue(literal, reading, depth);
    const item = itemOf(value, reading, depth);
    if (item !== null) return [item];
    const id = value['@id'] ?? value.id;
    return typeof id === 'string' ? [resolve(id.slice(0, MOST_VALUE_LENGTH))] : [];
  }
  budget.left -= 1;
  return [typeof value === 'string' ? value.slice(0, MOST_VALUE_LENGTH) : value];
}

const typesOf = (type: Json | undefined): string[] =>
  (Array.isArray(type) ? type : [type])
    .filter((name) => typeof name === 'string')
    .slice(0, 10)
    .map(termOf);
