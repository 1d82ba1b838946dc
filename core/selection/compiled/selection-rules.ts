import { acceptsType, parseMediaType } from '#core/fetch/headers/media-type.ts';
import { compilePattern, type Pattern } from '#core/scope/patterns/pattern.ts';
import type { Field, Selection } from '#core/selection/selection.ts';

/**
 * Characters of a Content-Type that an outcome keeps: a reader with only those decides the same.
 */
const TYPE_LENGTH = 100;

interface Rule {
  /** Null: every URL. */
  readonly url: readonly Pattern[] | null;
  readonly contentType: readonly string[] | null;
  readonly fields: Readonly<Record<string, Field>>;
}

/** Rules of a selection policy, by the pages that they apply to. */
export class SelectionRules {
  readonly #rules: readonly Rule[];

  /** @throws SurfError `EXPRESSION_INVALID` for a policy that `checkSelection` has not seen */
  constructor({ fields, rules }: Selection) {
    const all = Object.keys(fields).length === 0 ? [] : [{ url: null, contentType: null, fields }];
    this.#rules = [
      ...all,
      ...rules.map(({ url, contentType, fields: own }) => ({
        url: url === undefined ? null : url.map(compilePattern),
        contentType: contentType ?? null,
        fields: own,
      })),
    ];
  }

  /**
   * Does any rule apply?
   * @param contentType the header's value, whole or its first 100 characters; null: none, which is
   * read as HTML
   */
  applies(url: string, contentType: string | null): boolean {
    const type = typeOf(contentType);
    return this.#rules.some((rule) => holds(rule, url, type));
  }

  /** Places of the rules that apply, in their order. */
  matching(url: string, contentType: string | null): number[] {
    const type = typeOf(contentType);
    return this.#rules.flatMap((rule, place) => (holds(rule, url, type) ? [place] : []));
  }

  /**
   * The fields of those rules by name, each where its name stood first; of one name the later rule
   * counts.
   */
  fieldsOf(places: readonly number[]): Map<string, Field> {
    const fields = new Map<string, Field>();
    for (const place of places) {
      for (const [name, field] of Object.entries(this.#rules[place]?.fields ?? {})) fields.set(name, field);
    }
    return fields;
  }
}

const typeOf = (contentType: string | null): string =>
  parseMediaType((contentType ?? '').slice(0, TYPE_LENGTH))?.type ?? 'text/html';

function holds({ url, contentType }: Rule, address: string, type: string): boolean {
  if (contentType !== null && !acceptsType(contentType, type)) return false;
  return url === null || url.some((pattern) => pattern.matches(address));
}
