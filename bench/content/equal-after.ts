import { statementsOf } from '#bench/content/statements.ts';
import { type StructuredItem, type StructuredValue, termOf } from '#core/facts/items/structured-item.ts';

type Items = readonly StructuredItem[];

/** What may differ between two syntaxes without a difference in what they say. */
const STEPS: readonly (readonly [name: string, step: (items: Items) => Items])[] = [
  ['as Surf gives them', (items) => items],
  ['yes and no in any case', (items) => mapped(items, yesOrNo)],
  ['without properties of other vocabularies', (items) => itemsMapped(items, ofSchemaOrg)],
  ['additionalType is a type (W3C, Microdata to RDF)', (items) => itemsMapped(items, withTypes)],
  ['things where their ids are named', embedded],
  ['a text instead of a thing', (items) => mapped(items, textOfThing)],
];

/** The rest: the two syntaxes do not say the same. */
const REST = {
  form: 'not the same: letter case, quotes, points and tags within values',
  values: 'not the same: other values',
  less: 'not the same: one says less',
  other: 'not the same: other properties or types',
} as const;

/** Each class, in the order of its steps. */
export const CLASSES: readonly string[] = [...STEPS.map(([name]) => name), ...Object.values(REST)];

/** The first class of two groups of items. A step comes after all those before it. */
export function classOf(one: Items, other: Items): string {
  let sides = [one, other];
  for (const [name, step] of STEPS) {
    sides = sides.map(step);
    const [left, right] = sides.map((items) => new Set(statementsOf(items))) as [Set<string>, Set<string>];
    if (isSame(left, right)) return name;
  }
  const [left, right] = sides.map((items) => new Set(statementsOf(items))) as [Set<string>, Set<string>];
  if (alike(left, right, (line) => line.replace(/&lt;.*?&gt;|<.*?>|[^\p{L}\p{N}=./+]|\.$/gu, '').toLowerCase()))
    return REST.form;
  if (isWithin(left, right) || isWithin(right, left)) return REST.less;
  return alike(left, right, (line) => line.replace(/=.*$/s, '')) ? REST.values : REST.other;
}

const isWithin = (one: Set<string>, other: Set<string>): boolean => [...one].every((line) => other.has(line));
const isSame = (one: Set<string>, other: Set<string>): boolean => one.size === other.size && isWithin(one, other);

const alike = (left: Set<string>, right: Set<string>, form: (line: string) => string): boolean =>
  isSame(new Set([...left].map(form)), new Set([...right].map(form)));

const itemsMapped = (items: Items, change: (item: StructuredItem) => StructuredItem): Items =>
  items.map((item) =>
    change(withValues(item, (value) => (typeof value === 'object' ? itemsMapped([value], change) : [value]))),
  );

const mapped = (items: Items, change: (value: StructuredValue) => StructuredValue): Items =>
  items.map((item) =>
    withValues(item, (value) => {
      const changed = change(value);
      return typeof changed === 'object' ? mapped([changed], change) : [changed];
    }),
  );

const withValues = (
  item: StructuredItem,
  change: (value: StructuredValue) => readonly StructuredValue[],
): StructuredItem => ({
  ...item,
  properties: Object.fromEntries(
    Object.entries(item.properties).map(([name, values]) => [name, values.flatMap(change)]),
  ),
});

const yesOrNo = (value: StructuredValue): StructuredValue =>
  typeof value === 'string' && /^(?:https?:\/\/schema\.org\/)?(?:true|false)$/i.test(value)
    ? termOf(value).toLowerCase() === 'true'
    : value;

const ofSchemaOrg = (item: StructuredItem): StructuredItem => ({
  ...item,
  properties: Object.fromEntries(Object.entries(item.properties).filter(([name]) => !name.includes(':'))),
});

function withTypes({
  type,
  properties: { additionalType = [], ...properties },
  ...item
}: StructuredItem): StructuredItem {
  const more = additionalType.filter((value) => typeof value === 'string').map(termOf);
  return { ...item, type: [...new Set([...type, ...more])], properties };
}

/** A thing with a name, or an address, and nothing else is that text. */
function textOfThing(value: StructuredValue): StructuredValue {
  if (typeof value !== 'object') return value;
  const { name = [], url = [], ...rest } = value.properties;
  const [text] = name.length > 0 ? name : url;
  const isMore = Object.keys(rest).length > 0 || name.length > 1 || url.length > 1;
  return isMore || typeof text === 'object' ? value : (text ?? value.id ?? value);
}

/**
 * Items with one id are one, and are where it is named; those that no item names stay at the top.
 */
function embedded(items: Items): Items {
  const byId = new Map<string, StructuredItem>();
  const collect = (item: StructuredItem): void => {
    if (item.id !== undefined) byId.set(item.id, joined(byId.get(item.id), item));
    for (const value of Object.values(item.properties).flat()) if (typeof value === 'object') collect(value);
  };
  for (const item of items) collect(item);
  const named = new Set<string>();
  const replaced = (item: StructuredItem, within: readonly string[]): StructuredItem => {
    const { id = '' } = item;
    const whole = within.includes(id) ? item : (byId.get(id) ?? item);
    const seen = id === '' ? within : [...within, id];
    return withValues(whole, (value) => {
      const of = typeof value === 'object' ? value.id : typeof value === 'string' ? value : undefined;
      const thing = of === undefined ? undefined : byId.get(of);
      if (of === undefined || thing === undefined) return [typeof value === 'object' ? replaced(value, seen) : value];
      named.add(of);
      return seen.includes(of) ? [of] : [replaced(thing, seen)];
    });
  };
  const whole = items.map((item) => replaced(item, []));
  const top = whole.filter(({ id }) => id === undefined || !named.has(id));
  return top.length === 0 ? whole : top;
}

function joined(one: StructuredItem | undefined, other: StructuredItem): StructuredItem {
  if (one === undefined) return other;
  const properties = { ...one.properties };
  for (const [name, values] of Object.entries(other.properties))
    properties[name] = [...(properties[name] ?? []), ...values];
  return { ...other, type: [...new Set([...one.type, ...other.type])], properties };
}
