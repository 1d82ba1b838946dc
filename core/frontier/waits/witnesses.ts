import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { originOf } from '#core/url/origin.ts';

/** Most origins that are kept. */
export const MOST_WITNESSES = 3;

interface Witness {
  readonly origin: string;
  /** As politeness counts hosts. */
  readonly host: string;
}

/**
 * Origins that answered, each of another host: the first of the crawl, and the last ones. A unit
 * connects to them to tell dead hosts from a network that is gone. The first stays, so that a site
 * with many host names cannot be all of them.
 */
export class Witnesses {
  readonly #kept: Witness[];

  /** @param origins what `origins` was before */
  constructor(origins: readonly string[] = []) {
    this.#kept = origins.map((origin) => ({ origin, host: hostKeyOf(`${origin}/` as CrawlUrl) }));
  }

  get origins(): string[] {
    return this.#kept.map(({ origin }) => origin);
  }

  get hosts(): string[] {
    return this.#kept.map(({ host }) => host);
  }

  /** @param url a URL whose host sent a page @param host its key */
  add(url: CrawlUrl, host: string = hostKeyOf(url)): void {
    const kept = this.#kept;
    const last = kept.length - 1;
    const place = kept.findIndex((witness) => witness.host === host);
    if ((place === 0 || place === last) && isOf(url, kept[place])) return;
    const witness = { origin: originOf(url), host };
    if (place === 0) kept[0] = witness;
    else if (place < 0 && kept.length < MOST_WITNESSES) kept.push(witness);
    else {
      for (let at = Math.max(1, place); at < last; at += 1) kept[at] = kept[at + 1] as Witness;
      kept[last] = witness;
    }
  }
}

/** Is the URL of this origin? */
const isOf = (url: CrawlUrl, witness: Witness | undefined): boolean =>
  witness !== undefined && url.startsWith(witness.origin) && url.charAt(witness.origin.length) === '/';
