import type { ResolveAddress } from '#core/facts/items/item-address.ts';

/** Link types of HTML: they say nothing of a thing. */
const LINK_TYPES: ReadonlySet<string> = new Set(
  (
    'alternate bookmark canonical dns-prefetch external help icon manifest me modulepreload next nofollow noopener ' +
    'noreferrer opener pingback preconnect prefetch preload prev search shortlink sponsored stylesheet tag ugc'
  ).split(' '),
);
const MOST_PREFIXES = 50;

interface Prefixes {
  readonly names: ReadonlyMap<string, string>;
  readonly depth: number;
}

/** The names of RDFa, in full where an element around them defines their prefix (RDFa 1.1 §7.4). */
export class RdfaNames {
  readonly #resolve: ResolveAddress;
  readonly #open: Prefixes[] = [];

  constructor(resolve: ResolveAddress) {
    this.#resolve = resolve;
  }

  /** @param defined value of the attribute `prefix` of an element that opens */
  open(defined: string | undefined, depth: number): void {
    if (defined === undefined) return;
    const names = new Map(this.#open.at(-1)?.names);
    const parts = defined.trim().split(/\s+/);
    for (let at = 0; at + 1 < parts.length && names.size < MOST_PREFIXES; at += 2)
      names.set((parts[at] ?? '').replace(/:$/, '').toLowerCase(), parts[at + 1] ?? '');
    this.#open.push({ names, depth });
  }

  /** @param depth number of elements that stay open */
  close(depth: number): void {
    while ((this.#open.at(-1)?.depth ?? depth) > depth) this.#open.pop();
  }

  nameOf(written: string): string {
    const colon = written.indexOf(':');
    const prefix = colon < 0 ? undefined : this.#open.at(-1)?.names.get(written.slice(0, colon).toLowerCase());
    return prefix === undefined ? written : `${prefix}${written.slice(colon + 1)}`;
  }

  /** Names of `rel` or `rev` that are those of properties. */
  relationsOf(names: readonly string[]): string[] {
    return names.filter((name) => !LINK_TYPES.has(name.toLowerCase())).map((name) => this.nameOf(name));
  }

  /** An address, or a name with a prefix, in brackets or not. */
  addressOf(written: string): string {
    const [, safe] = /^\s*\[(.*)\]\s*$/.exec(written) ?? [];
    return this.#resolve(this.nameOf((safe ?? written).trim()));
  }
}
