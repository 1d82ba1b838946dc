import type { ResolveAddress } from '#core/facts/items/item-address.ts';
import type { Holder, ItemRefs } from '#core/facts/items/item-refs.ts';
import type { ValueBudget } from '#core/facts/items/json-ld.ts';
import { RdfaNames } from '#core/facts/items/rdfa-names.ts';
import {
  MOST_ITEM_DEPTH,
  MOST_VALUE_LENGTH,
  type StructuredItem,
  type StructuredValue,
  termOf,
} from '#core/facts/items/structured-item.ts';

type Attributes = Readonly<Record<string, string>>;

/** Attributes of an element, by their meaning in one syntax. */
interface Syntax {
  /** Its element is a thing. */
  readonly isItem: (attributes: Attributes) => boolean;
  readonly type: string;
  readonly id: readonly string[];
  readonly property: string;
  /** Attributes whose value wins over the text, by element; `*` holds for every element. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

const MEDIA = ['src'];
const LINKS = ['href'];
const ELEMENT_VALUES = {
  meta: ['content'],
  a: LINKS,
  area: LINKS,
  link: LINKS,
  time: ['datetime'],
  object: ['data'],
  audio: MEDIA,
  embed: MEDIA,
  iframe: MEDIA,
  img: MEDIA,
  source: MEDIA,
  track: MEDIA,
  video: MEDIA,
};

/**
 * HTML §5, "Microdata", and `content` of any element, as W3C's Note of 2021 (§5.4) and search
 * engines read it: schema.org's own examples have times and yes/no there.
 */
const MICRODATA: Syntax = {
  isItem: ({ itemscope }) => itemscope !== undefined,
  type: 'itemtype',
  id: ['itemid'],
  property: 'itemprop',
  values: { ...ELEMENT_VALUES, '*': ['content'], data: ['value'], meter: ['value'] },
};

/**
 * RDFa Lite 1.1, and of RDFa Core 1.1 `rel`, `rev`, `about`, `datatype` and `src`. A vocabulary is
 * taken for that of schema.org.
 */
const RDFA: Syntax = {
  isItem: ({ typeof: type }) => type !== undefined,
  type: 'typeof',
  id: ['resource', 'about'],
  property: 'property',
  values: { ...ELEMENT_VALUES, '*': ['content', 'resource'] },
};

/** Attributes that have an address, and never a text. */
const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'data', 'resource']);

/** A relation whose thing is an element below (RDFa 1.1 §7.5, step 11). */
interface Relation {
  readonly names: readonly string[];
  readonly into: readonly Holder[];
  readonly depth: number;
}

interface OpenText {
  readonly names: readonly string[];
  readonly into: readonly Holder[];
  readonly depth: number;
  text: string;
}

/** Collects the things of one syntax while elements open and close. */
export class MarkupItems {
  readonly #syntax: Syntax;
  readonly #budget: ValueBudget;
  readonly #refs: ItemRefs;
  readonly #resolve: ResolveAddress;
  readonly #items: StructuredItem[] = [];
  readonly #open: Holder[] = [];
  readonly #texts: OpenText[] = [];
  /** Of RDFa alone. */
  readonly #names: RdfaNames | null;
  readonly #relations: Relation[] = [];
  readonly #byId = new Map<string, Holder['item']>();

  /** @param refs what `itemref` attributes of the page name */
  constructor(
    syntax: 'microdata' | 'rdfa',
    {
      budget,
      refs,
      resolve,
    }: { readonly budget: ValueBudget; readonly refs: ItemRefs; readonly resolve: ResolveAddress },
  ) {
    this.#syntax = syntax === 'microdata' ? MICRODATA : RDFA;
    this.#budget = budget;
    this.#refs = refs;
    this.#resolve = resolve;
    this.#names = syntax === 'rdfa' ? new RdfaNames(resolve) : null;
  }

  get items(): readonly StructuredItem[] {
    return this.#refs.resolved(this.#items);
  }

  /** @param depth open elements, this one included */
  open(name: string, attributes: Attributes, depth: number): void {
    const { isItem, property } = this.#syntax;
    this.#refs.open(attributes.id, depth);
    this.#names?.open(attributes.prefix, depth);
    const names = this.#namesOf(attributes[property]);
    const relations = this.#names?.relationsOf(wordsOf(attributes.rel)) ?? [];
    if (isItem(attributes)) this.#openItem(attributes, names.length > 0 ? names : relations, depth);
    else {
      if (names.length === 0 || attributes.about !== undefined) this.#openSubject(attributes, relations, depth);
      if (relations.length > 0) this.#relate(attributes, relations, depth);
      if (names.length > 0) this.#openValue({ name, attributes, names, depth, isText: relations.length > 0 });
    }
  }

  #namesOf(written: string | undefined): string[] {
    const names = wordsOf(written);
    return this.#names === null ? names : names.map((name) => this.#names?.nameOf(name) ?? name);
  }

  /** An element that says more of a thing that another one has described. */
  #openSubject({ about, resource }: Attributes, relations: readonly string[], depth: number): void {
    const named = about ?? (relations.length === 0 ? resource : undefined);
    const item = named === undefined ? undefined : this.#byId.get(this.#addressOf(named));
    if (item !== undefined && this.#names !== null) this.#open.push({ item, depth });
  }

  /** The thing of a relation is the address of its element, or the things below. */
  #relate({ resource, href, src }: Attributes, names: readonly string[], depth: number): void {
    const into = this.#holders();
    const address = resource ?? href ?? src;
    if (into.length === 0) return;
    if (address !== undefined) this.#add(into, names, this.#addressOf(address));
    else if (this.#relations.length < MOST_ITEM_DEPTH) this.#relations.push({ names, into, depth });
  }

  #addressOf(written: string): string {
    const address = written.slice(0, MOST_VALUE_LENGTH);
    return this.#names === null ? this.#resolve(address) : this.#names.addressOf(address);
  }

  text(text: string): void {
    for (const open of this.#texts) if (open.text.length < MOST_VALUE_LENGTH) open.text += text;
  }

  /** @param depth number of elements that stay open */
  close(depth: number): void {
    while ((this.#texts.at(-1)?.depth ?? depth) > depth) {
      const ended = this.#texts.pop();
      if (ended !== undefined) this.#add(ended.into, ended.names, ended.text.replace(/\s+/g, ' ').trim());
    }
    while ((this.#open.at(-1)?.depth ?? depth) > depth) this.#open.pop();
    while ((this.#relations.at(-1)?.depth ?? depth) > depth) this.#relations.pop();
    this.#names?.close(depth);
    this.#refs.close(depth);
  }

  /** The holders that receive the properties of an element that opens. */
  #holders(): readonly Holder[] {
    const item = this.#open.at(-1);
    const parts = this.#refs.within(item);
    return item === undefined ? parts : [item, ...parts];
  }

  #openItem(attributes: Attributes, names: readonly string[], depth: number): void {
    if (this.#budget.left <= 0 || this.#open.length >= MOST_ITEM_DEPTH) return;
    this.#budget.left -= 1;
    const { type, id: idNames } = this.#syntax;
    const id = idNames.map((name) => attributes[name]).find((value) => value !== undefined);
    const item = {
      type: this.#namesOf(attributes[type]).map(termOf),
      ...(id !== undefined && { id: this.#addressOf(id) }),
      properties: Object.create(null) as Record<string, StructuredValue[]>,
    };
    this.#refs.refer(item, attributes.itemref);
    if (item.id !== undefined && !this.#byId.has(item.id)) this.#byId.set(item.id, item);
    const relation = names.length > 0 ? { names, into: this.#holders() } : this.#openRelation();
    if (relation !== undefined) this.#add(relation.into, relation.names, item);
    if (relation === undefined || this.#open.length === 0) this.#items.push(item);
    this.#addReverse(item, attributes.rev);
    this.#open.push({ item, depth });
  }

  /** The relation that waits for its thing: no thing is open within it. */
  #openRelation(): Relation | undefined {
    const last = this.#relations.at(-1);
    return last !== undefined && last.depth > (this.#open.at(-1)?.depth ?? 0) ? last : undefined;
  }

  /** A relation from the new thing to the one around it, which is named by its id. */
  #addReverse(item: Holder['item'], rev: string | undefined): void {
    const around = this.#open.at(-1)?.item.id;
    const names = rev === undefined ? [] : (this.#names?.relationsOf(wordsOf(rev)) ?? []);
    if (around !== undefined && names.length > 0) this.#add([{ item, depth: 0 }], names, around);
  }

  #openValue(of: {
    readonly name: string;
    readonly attributes: Attributes;
    readonly names: readonly string[];
    readonly depth: number;
    /** An address of the element is that of a relation. */
    readonly isText: boolean;
  }): void {
    const into = this.#holders();
    if (into.length === 0) return;
    const { values } = this.#syntax;
    const sources = [...(values['*'] ?? []), ...(values[of.name] ?? [])];
    const isText = of.isText || (this.#names !== null && (of.attributes.datatype ?? '') !== '');
    const source = sources.find((name) => of.attributes[name] !== undefined && !(isText && ADDRESSES.has(name)));
    const value = (source === undefined ? undefined : of.attributes[source])?.trim();
    const isAddress = source !== undefined && ADDRESSES.has(source);
    if (value !== undefined && isAddress) this.#add(into, of.names, this.#addressOf(value));
    else if (value !== undefined || of.name === 'meta') this.#add(into, of.names, value ?? '');
    else if (this.#texts.length < MOST_ITEM_DEPTH) {
      this.#texts.push({ names: of.names, into, depth: of.depth, text: '' });
    }
  }

  #add(into: readonly Holder[], names: readonly string[], value: StructuredValue): void {
    for (const { item } of into) {
      for (const name of names) {
        if (this.#budget.left <= 0) return;
        this.#budget.left -= 1;
        const term = termOf(name);
        item.properties[term] ??= [];
        item.properties[term].push(typeof value === 'string' ? value.slice(0, MOST_VALUE_LENGTH) : value);
      }
    }
  }
}

const wordsOf = (text: string | undefined): string[] =>
  text === undefined ? [] : text.trim().split(/\s+/).slice(0, 10).filter(Boolean);
