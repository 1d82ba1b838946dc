import type { AuditedUrl, Named } from '#core/audit/audited-url.ts';
import type { LineSorter, Scratch } from '#core/export/scratch.ts';
import { asciiJson } from '#engine/export/job/counted-text.ts';
import { sortedLines } from '#engine/export/job/sorted-lines.ts';

/** Redirects that are followed from one URL; clients give up after 20. */
const MOST_HOPS = 10;
const [END, REDIRECT, CHAIN] = ['0', '1', '2'];

interface Redirect {
  readonly key: string;
  readonly to: Named;
}

/** The URLs of a chain; the last one may redirect. */
interface Chain {
  readonly keys: readonly string[];
  readonly urls: readonly string[];
}

/** Redirects that begin at a URL and lead to another redirect, or to an end that is not known. */
export interface RedirectFault {
  /** Key of the first URL. */
  readonly key: string;
  /** Null: one redirect, which is not an issue. */
  readonly code: 'redirect-chain' | 'redirect-loop' | null;
  /** `addEnd` did not take the URL where they end. */
  readonly isOpen: boolean;
  /** The addresses that follow the first. */
  readonly detail: string;
}

/** Follows redirects to redirects by sorting them once for each hop: no row is looked up. */
export class RedirectChains {
  readonly #scratch: Scratch;
  #redirects: LineSorter;
  #count = 0;
  #hasEnds = false;

  constructor(scratch: Scratch) {
    this.#scratch = scratch;
    this.#redirects = scratch.sorter();
  }

  async add({ key, url }: AuditedUrl, to: Named): Promise<void> {
    this.#count += 1;
    const chain: Chain = { keys: [key, to.key], urls: [url, to.url] };
    await this.#redirects.add([redirectLine({ key, to: { key: to.key, url: to.url } }), chainLine(chain)]);
  }

  /**
   * Takes a URL that answers well, where redirects may end. Once one is taken, redirects without
   * such an end are open.
   */
  async addEnd({ key }: Pick<AuditedUrl, 'key'>): Promise<void> {
    this.#hasEnds = true;
    await this.#redirects.add([`${key}\t${END}`]);
  }

  /**
   * A fault for each URL that redirects to a redirect, or whose redirects are open. Call it once,
   * after the last `add`.
   */
  async *faults(): AsyncGenerator<RedirectFault> {
    for (let hops = 1, open = this.#count; open > 0 && hops <= MOST_HOPS; hops += 1) {
      const next = this.#scratch.sorter();
      open = 0;
      let redirect: Redirect | null = null;
      let end: string | null = null;
      for await (const line of sortedLines(this.#redirects)) {
        const [key = '', mark, json = ''] = line.split('\t');
        if (mark !== CHAIN) {
          if (mark === END) end = key;
          else redirect = JSON.parse(json) as Redirect;
          await next.add([line]);
          continue;
        }
        const chain = JSON.parse(json) as Chain;
        if (redirect?.key !== key) {
          const isOpen = this.#hasEnds && end !== key;
          if (hops > 1 || isOpen) yield faultOf(hops > 1 ? 'redirect-chain' : null, { chain, isOpen });
          continue;
        }
        const longer = { keys: [...chain.keys, redirect.to.key], urls: [...chain.urls, redirect.to.url] };
        if (chain.keys.includes(redirect.to.key)) yield faultOf('redirect-loop', { chain: longer, isOpen: true });
        else if (hops === MOST_HOPS) yield faultOf('redirect-chain', { chain: longer, isOpen: true });
        else {
          open += 1;
          await next.add([chainLine(longer)]);
        }
      }
      this.#redirects = next;
    }
  }
}

const redirectLine = (redirect: Redirect): string => `${redirect.key}\t${REDIRECT}\t${asciiJson(redirect)}`;
const chainLine = (chain: Chain): string => `${chain.keys.at(-1)}\t${CHAIN}\t${asciiJson(chain)}`;

function faultOf(
  code: RedirectFault['code'],
  { chain, isOpen }: { readonly chain: Chain; readonly isOpen: boolean },
): RedirectFault {
  const [, ...rest] = chain.urls;
  return { key: chain.keys[0] ?? '', code, isOpen, detail: `${rest.length} redirects: ${rest.join(' ')}` };
}
