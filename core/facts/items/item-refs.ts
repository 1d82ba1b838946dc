import {
  MOST_ITEM_DEPTH,
  MOST_VALUES,
  type StructuredItem,
  type StructuredValue,
} from '#core/facts/items/structured-item.ts';

/** An item while its properties are collected. */
export interface ItemParts extends StructuredItem {
  readonly properties: Record<string, StructuredValue[]>;
}

/** An element that collects properties, and its depth. */
export interface Holder {
  readonly item: ItemParts;
  readonly depth: number;
}

const REFS = /\sitemref\s*=\s*(?:"([^"]{0,1000})"|'([^']{0,1000})'|([^\s"'>]{1,1000}))/gi;
const MOST_REFS = 100;

/** Ids that `itemref` attributes of a page name, at most 100. */
export function referredIds(html: string): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const [, double, single, bare] of html.matchAll(REFS)) {
    for (const id of idsOf(double ?? single ?? bare)) if (ids.size < MOST_REFS) ids.add(id);
    if (ids.size >= MOST_REFS) break;
  }
  return ids;
}

const idsOf = (refs: string | undefined): string[] =>
  (refs ?? '').trim().split(/\s+/).filter(Boolean).slice(0, MOST_REFS);

/**
 * Properties of elements that items elsewhere in the page refer to by their ids (HTML §5.2.4,
 * `itemref`).
 */
export class ItemRefs {
  readonly #ids: ReadonlySet<string>;
  readonly #parts = new Map<string, ItemParts>();
  readonly #open: Holder[] = [];
  readonly #referring = new Map<StructuredItem, readonly string[]>();

  constructor(ids: ReadonlySet<string>) {
    this.#ids = ids;
  }

  /**
   * Opens an element. If an item refers to its id, the element collects its own properties and
   * those of the elements below it.
   */
  open(id: string | undefined, depth: number): void {
    if (id === undefined || !this.#ids.has(id) || this.#parts.has(id)) return;
    const item = { type: [], properties: Object.create(null) as Record<string, StructuredValue[]> };
    this.#parts.set(id, item);
    this.#open.push({ item, depth });
  }

  /** @param depth number of elements that stay open */
  close(depth: number): void {
    while ((this.#open.at(-1)?.depth ?? depth) > depth) this.#open.pop();
  }

  /** Open elements below an item that collect the same properties as it. */
  within(item: Holder | undefined): readonly Holder[] {
    return this.#open.length === 0 ? [] : this.#open.filter(({ depth }) => depth > (item?.depth ?? 0));
  }

  refer(item: StructuredItem, refs: string | undefined): void {
    if (this.#ids.size > 0 && refs !== undefined) this.#referring.set(item, idsOf(refs));
  }

  /**
   * The items with the items to which they refer. An item inside another one is not an item of the
   * page itself. Circles, and levels below the limit, are cut.
   */
  resolved(items: readonly StructuredItem[]): readonly StructuredItem[] {
    if (this.#referring.size === 0) return items;
    const got = new Set<StructuredValue>();
    for (const ids of this.#referring.values())
      for (const id of ids)
        for (const value of Object.values(this.#parts.get(id)?.properties ?? {}).flat()) got.add(value);
    const budget = { left: MOST_VALUES };
    return items.filter((item) => !got.has(item)).map((item) => this.#copy(item, { budget, depth: 0 }));
  }

  #copy(item: StructuredItem, at: { readonly budget: { left: number }; readonly depth: number }): StructuredItem {
    const properties: Record<string, StructuredValue[]> = Object.create(null);
    const parts = (this.#referring.get(item) ?? []).map((id) => this.#parts.get(id)?.properties ?? {});
    for (const part of [item.properties, ...parts]) {
      for (const [name, values] of Object.entries(part)) {
        for (const value of values) {
          if (at.budget.left <= 0 || (typeof value === 'object' && at.depth >= MOST_ITEM_DEPTH)) continue;
          at.budget.left -= 1;
          properties[name] ??= [];
          properties[name].push(
            typeof value === 'object' ? this.#copy(value, { budget: at.budget, depth: at.depth + 1 }) : value,
          );
        }
      }
    }
    return { ...item, properties };
  }
}
