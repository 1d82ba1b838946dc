import { MOST_VALUES } from '#core/facts/items/structured-item.ts';

/** Any value of JSON. */
export type Json = null | string | number | boolean | Json[] | { [name: string]: Json };

/** What a context says of a name. */
interface Term {
  /** In full, or a keyword. */
  readonly name: string;
  /** Texts are addresses. */
  readonly isAddress: boolean;
  /** The value is an object whose keys are languages or the like. */
  readonly isMap: boolean;
}

const MOST_NAME = 500;
/** A prefix, and what is behind it. */
const COMPACT = /^([^:/?#]{1,100}):(?!\/\/)(.*)$/s;

/**
 * The names that the inline contexts of JSON-LD define: terms, prefixes, other names of keywords,
 * and a vocabulary (JSON-LD 1.1 §4.1). Surf fetches no context, and takes each for that of
 * schema.org.
 */
export class JsonLdContext {
  static readonly none = new JsonLdContext(new Map(), null);

  readonly #terms: ReadonlyMap<string, Term>;
  readonly #vocabulary: string | null;

  private constructor(terms: ReadonlyMap<string, Term>, vocabulary: string | null) {
    this.#terms = terms;
    this.#vocabulary = vocabulary;
  }

  /** This context with what an `@context` adds. */
  with(context: Json | undefined): JsonLdContext {
    if (context === undefined || typeof context === 'string') return this;
    if (Array.isArray(context)) return context.slice(0, 20).reduce<JsonLdContext>((all, one) => all.with(one), this);
    if (context === null || typeof context !== 'object') return JsonLdContext.none;
    const terms = new Map(this.#terms);
    const inner = new JsonLdContext(terms, vocabularyIn(context, this.#vocabulary));
    for (const [name, definition] of Object.entries(context)) {
      const term = name.startsWith('@') || terms.size >= MOST_VALUES ? null : termIn(definition);
      if (term !== null) terms.set(name, term);
    }
    for (const [name, term] of terms) terms.set(name, { ...term, name: inner.#prefixed(term.name) });
    return inner;
  }

  /** A name in full, or the keyword that it stands for. */
  nameOf(name: string): string {
    const term = this.#terms.get(name);
    if (term !== undefined) return term.name;
    const full = this.#prefixed(name);
    const isTerm = full === name && this.#vocabulary !== null && !/[:@]/.test(name);
    return isTerm ? `${this.#vocabulary}${name}` : full;
  }

  isAddress(name: string): boolean {
    return this.#terms.get(name)?.isAddress === true;
  }

  /** The value of a name, without the languages or indexes that it is sorted by. */
  valueOf(name: string, value: Json): Json {
    const isMap = this.#terms.get(name)?.isMap === true;
    return isMap && value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.values(value) : value;
  }

  #prefixed(name: string): string {
    const [, prefix = '', rest = ''] = COMPACT.exec(name) ?? [];
    const term = prefix === '' ? undefined : this.#terms.get(prefix);
    return term === undefined || term.name.startsWith('@') ? name : `${term.name}${rest}`.slice(0, MOST_NAME);
  }
}

function vocabularyIn(context: { [name: string]: Json }, outer: string | null): string | null {
  const named = context['@vocab'];
  if (named === undefined) return outer;
  return typeof named === 'string' && named !== '' ? named.slice(0, MOST_NAME) : null;
}

function termIn(definition: Json): Term | null {
  if (typeof definition === 'string') return termOf(definition, {});
  if (definition === null || typeof definition !== 'object' || Array.isArray(definition)) return null;
  const name = definition['@id'];
  return typeof name === 'string' ? termOf(name, definition) : null;
}

const termOf = (name: string, { '@type': type, '@container': container }: { [name: string]: Json }): Term => ({
  name: name.slice(0, MOST_NAME),
  isAddress: type === '@id',
  isMap: container === '@language' || container === '@index',
});
