import type { Json } from '#core/model/json.ts';
import { type CompiledField, compileFields } from '#core/selection/compiled/compiled-field.ts';
import { fieldValue } from '#core/selection/compiled/field-value.ts';
import { MarkupTrees } from '#core/selection/compiled/markup-tree.ts';
import { PageContent, type Scope } from '#core/selection/compiled/page-content.ts';
import { SelectionRules } from '#core/selection/compiled/selection-rules.ts';
import type { ExtractionPage } from '#core/selection/extractor.ts';
import { MAX_LIST_ITEMS, RecordBuilder } from '#core/selection/records/record-builder.ts';
import {
  type ExtractedRecord,
  MAX_PAGE_MS,
  TOO_SLOW,
  TooComplex,
  tooComplex,
} from '#core/selection/records/too-complex.ts';
import type { Selection } from '#core/selection/selection.ts';

/** Items of a list between two checks of the time. */
const ITEMS_A_LOOK = 100;

/**
 * A selection policy, ready for pages. One page at a time; nothing of a page is kept when it is
 * done.
 */
export class CompiledSelection {
  readonly #rules: SelectionRules;
  readonly #trees: MarkupTrees;
  readonly #cpuMs: () => number;
  /** Fields by the rules that apply. */
  readonly #fields = new Map<string, readonly CompiledField[]>();

  /**
   * @param cpuMs CPU time that this thread has used, in ms
   * @throws SurfError, Error for a policy that `checkSelection` has not seen
   */
  constructor(selection: Selection, cpuMs: () => number) {
    this.#rules = new SelectionRules(selection);
    this.#trees = new MarkupTrees(selection.dom);
    this.#cpuMs = cpuMs;
  }

  /**
   * Total: never throws, for any page. A page with which it runs out of time in the middle
   * of a field is for the caller to end.
   */
  extract(page: ExtractionPage): ExtractedRecord {
    const fields = this.#fieldsFor(page);
    const builder = new RecordBuilder();
    const run = new PageRun(new PageContent(page, this.#trees), builder, { cpuMs: this.#cpuMs, from: this.#cpuMs() });
    try {
      const record = run.record(fields, null);
      run.checkPage(fields);
      return { record, errors: builder.errors };
    } catch (error) {
      return tooComplex(error instanceof TooComplex ? error.message : wordsOf(error));
    }
  }

  #fieldsFor({ url, contentType }: ExtractionPage): readonly CompiledField[] {
    const places = this.#rules.matching(url, contentType);
    const key = places.join();
    const known = this.#fields.get(key);
    if (known !== undefined) return known;
    const fields = compileFields(this.#rules.fieldsOf(places));
    if (this.#fields.size < MAX_COMBINATIONS) this.#fields.set(key, fields);
    return fields;
  }
}

/** Combinations of rules that are kept ready. */
const MAX_COMBINATIONS = 1_000;

/**
 * Words for a stack overflow, or a string that is too long: a page may break even our libraries.
 */
const wordsOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** The work on one page. */
class PageRun {
  readonly #content: PageContent;
  readonly #builder: RecordBuilder;
  readonly #time: { readonly cpuMs: () => number; readonly from: number };

  constructor(
    content: PageContent,
    builder: RecordBuilder,
    time: { readonly cpuMs: () => number; readonly from: number },
  ) {
    this.#content = content;
    this.#builder = builder;
    this.#time = time;
  }

  /** @param scope null: the page */
  record(fields: readonly CompiledField[], scope: Scope | null): { readonly [name: string]: Json } {
    return Object.fromEntries(fields.map((field) => [field.name, this.#value(field, scope)]));
  }

  /** Reports faults of the page as a whole. */
  checkPage(fields: readonly CompiledField[]): void {
    const wantsJson = fields.some(({ source }) => source.kind === 'jsonPath' || source.kind === 'pointer');
    if (wantsJson && this.#content.isBrokenJson) this.#builder.fail(null, 'parse', 'the page is not JSON');
  }

  #value(field: CompiledField, scope: Scope | null): Json {
    if (this.#builder.isFull) {
      this.#builder.admit(field.path, field.name, null);
      return null;
    }
    const value = this.#found(field, scope);
    this.#lookAtTime();
    const nothing = value === undefined || (field.all && Array.isArray(value) && value.length === 0);
    if (nothing || value === '') {
      if (field.required) this.#builder.fail(field.path, 'missing', 'nothing was found');
      if (nothing) return field.all ? [] : field.default;
    }
    return value;
  }

  /** Undefined: nothing was found. */
  #found(field: CompiledField, scope: Scope | null): Json | undefined {
    if (field.source.kind === 'keywords') return this.#passages(field, scope);
    const found = this.#find(field, scope);
    if (field.all) return this.#list(field, found);
    const [first] = found;
    if (first === undefined) return undefined;
    return field.fields === null ? this.#item(field, first, field.name) : this.record(field.fields, first);
  }

  #find(field: CompiledField, scope: Scope | null): Scope[] {
    try {
      return this.#content.find(field, scope, field.all ? MAX_LIST_ITEMS + 1 : 1);
    } catch (error) {
      if (error instanceof TooComplex) throw error;
      this.#builder.fail(field.path, 'parse', wordsOf(error));
      return [];
    }
  }

  #list(field: CompiledField, found: readonly Scope[]): Json[] {
    const items: Json[] = [];
    for (const [i, one] of found.entries()) {
      if (i === MAX_LIST_ITEMS) {
        this.#builder.fail(field.path, 'too-large', 'the list is cut off after 10,000 items');
        break;
      }
      if (this.#builder.isFull) break;
      if (i % ITEMS_A_LOOK === 0) this.#lookAtTime();
      const item = field.fields === null ? this.#item(field, one, '') : this.record(field.fields, one);
      if (item !== undefined) items.push(item);
    }
    return items;
  }

  /** A value; undefined if there is none, or it does not suit the field. */
  #item(field: CompiledField, found: Scope, name: string): Json | undefined {
    const raw = this.#content.take(field, found);
    if (raw === undefined) return undefined;
    const { value, fault } = fieldValue(field, raw, () => this.#content.base);
    if (fault !== undefined) this.#builder.fail(field.path, fault.code, fault.message);
    return value !== undefined && this.#builder.admit(field.path, name, value) ? value : undefined;
  }

  #passages(field: CompiledField, scope: Scope | null): Json[] {
    if (field.source.kind !== 'keywords') return [];
    const { passages, more } = field.source.finder.find(this.#content.textOf(scope));
    if (more) this.#builder.fail(field.path, 'too-large', 'there are more than 1,000 passages');
    return passages.filter((passage) => this.#builder.admit(field.path, '', passage));
  }

  #lookAtTime(): void {
    if (this.#time.cpuMs() - this.#time.from > MAX_PAGE_MS) throw new TooComplex(TOO_SLOW);
  }
}
