import { isAddressOf, type ResolveAddress } from '#core/facts/items/item-address.ts';
import { type Json, JsonLdContext } from '#core/facts/items/json-ld-context.ts';
import { repairedJson } from '#core/facts/items/json-repair.ts';
import {
  MOST_ITEM_DEPTH,
  MOST_VALUE_LENGTH,
  type StructuredItem,
  type StructuredValue,
  termOf,
} from '#core/facts/items/structured-item.ts';

/** Counts what a page may have; a page beyond it loses the rest. */
export interface ValueBudget {
  left: number;
}

interface Reading {
  readonly budget: ValueBudget;
  readonly resolve: ResolveAddress;
  readonly context: JsonLdContext;
}

/** Names that the context of schema.org has for `@type` and `@id`; it has no such properties. */
const ALIASES: ReadonlySet<string> = new Set(['type', 'id']);

/**
 * The things of one JSON-LD script: arrays and `@graph` are opened, and nothing is fetched. A
 * script that is not JSON is read again, repaired: each thing in it that is JSON then counts.
 * @see https://www.w3.org/TR/json-ld11/
 */
export function jsonLdItems(text: string, budget: ValueBudget, resolve: ResolveAddress): StructuredItem[] {
  return itemsOf(parsedOrRepaired(text), { budget, resolve, context: JsonLdContext.none }, 0);
}

/** A JSON object of a script, as it is there. */
export type JsonLdThing = Readonly<Record<string, unknown>>;

/**
 * The things of one JSON-LD script, without those within them.
 * @param most things at most
 */
export function jsonLdThings(text: string, most: number): JsonLdThing[] {
  const things: JsonLdThing[] = [];
  const collect = (json: Json, depth: number): void => {
    if (depth > MOST_ITEM_DEPTH || json === null || typeof json !== 'object' || things.length >= most) return;
    if (Array.isArray(json)) for (const part of json.slice(0, most)) collect(part, depth + 1);
    else if (json['@graph'] !== undefined) collect(json['@graph'], depth + 1);
    else things.push(json);
  };
  collect(parsedOrRepaired(text), 0);
  return things;
}

const parsedOrRepaired = (text: string): Json =>
  parsed(text) ?? repairedJson(text).flatMap((part): Json[] => [parsed(part) ?? null]);

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function itemsOf(json: Json, reading: Reading, depth: number): StructuredItem[] {
  const { budget } = reading;
  if (depth > MOST_ITEM_DEPTH || json === null || typeof json !== 'object' || budget.left <= 0) return [];
  if (Array.isArray(json)) return json.slice(0, budget.left).flatMap((part) => itemsOf(part, reading, depth + 1));
  const graph = json['@graph'];
  const inner = { ...reading, context: reading.context.with(json['@context']) };
  if (graph !== undefined) return itemsOf(graph, inner, depth + 1);
  const item = itemOf(json, reading, depth);
  return item === null ? [] : [item];
}

function itemOf(json: { [name: string]: Json }, outer: Reading, depth: number): StructuredItem | null {
  const { budget, resolve } = outer;
  const context = outer.context.with(json['@context']);
  const reading = { ...outer, context };
  budget.left -= 1;
  let [id, kind]: (Json | undefined)[] = [json.id, json.type];
  const properties: Record<string, StructuredValue[]> = Object.create(null);
  for (const [written, value] of Object.entries(json)) {
    const name = context.nameOf(written);
    if (name === '@id') id = value;
    if (name === '@type') kind = value;
    if (name.startsWith('@') || ALIASES.has(name) || budget.left <= 0) continue;
    const term = termOf(name);
    const values = partsOf(context.valueOf(written, value))
      .flatMap((part) => structuredValue(part, reading, depth + 1))
      .map((one) => (typeof one === 'string' && isAddress(one, term, written, context) ? resolve(one) : one));
    if (values.length > 0) properties[term] = [...(properties[term] ?? []), ...values];
  }
  const type = typesOf(kind, context);
  if (type.length === 0 && Object.keys(properties).length === 0) return null;
  return { type, ...(typeof id === 'string' && { id: idOf(id, reading) }), properties };
}

const isAddress = (text: string, term: string, written: string, context: JsonLdContext): boolean =>
  isAddressOf(term, text) || context.isAddress(written);

const idOf = (id: string, { resolve }: Reading): string => resolve(id.slice(0, MOST_VALUE_LENGTH));

/** The values of a property, and those of a list or a set (JSON-LD 1.1 §4.3). */
function partsOf(value: Json): Json[] {
  if (value === null || typeof value !== 'object') return [value];
  if (Array.isArray(value)) return value.flatMap((part) => (Array.isArray(part) ? [] : partsOf(part)));
  const within = value['@list'] ?? value['@set'];
  if (within === undefined) return [value];
  return (Array.isArray(within) ? within : [within]).filter((part) => !Array.isArray(part));
}

function structuredValue(value: Json, reading: Reading, depth: number): StructuredValue[] {
  const { budget, context } = reading;
  if (value === null || budget.left <= 0 || depth > MOST_ITEM_DEPTH) return [];
  if (typeof value === 'object') {
    if (Array.isArray(value)) return [];
    const literal = value['@value'];
    if (literal !== undefined) return typeof literal === 'object' ? [] : structuredValue(literal, reading, depth);
    const item = itemOf(value, reading, depth);
    if (item !== null) return [item];
    const [id] = Object.entries(value).flatMap(([name, one]) => (context.nameOf(name) === '@id' ? [one] : []));
    const named = id ?? value.id;
    return typeof named === 'string' ? [idOf(named, reading)] : [];
  }
  budget.left -= 1;
  return [typeof value === 'string' ? value.slice(0, MOST_VALUE_LENGTH) : value];
}

const typesOf = (type: Json | undefined, context: JsonLdContext): string[] =>
  (Array.isArray(type) ? type : [type])
    .filter((name) => typeof name === 'string')
    .slice(0, 10)
    .map((name) => termOf(context.nameOf(name)));
