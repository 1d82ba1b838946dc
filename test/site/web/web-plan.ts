import { type Random, seededRandom } from '#test/site/random.ts';
import { refId, type WebPage, type WebRef } from '#test/site/web/web-page.ts';
import { sentence, sentences } from '#test/site/words.ts';

export interface WebOptions {
  readonly hosts: number;
  /** Real pages on all hosts together; spread evenly, the first of each host is `/`. */
  readonly pages: number;
  /** @default 1 */
  readonly seed?: number;
  /**
   * Links on a page besides those that make every page reachable from its host's `/`.
   * @default 5
   */
  readonly linksPerPage?: number;
  /** One redirect per status in the list; some lead to other redirects. @default none */
  readonly redirects?: readonly number[];
  /** One address per status in the list that always answers with it. @default none */
  readonly errors?: readonly number[];
  /** Addresses with the bytes of another page of their host. @default 0 */
  readonly duplicates?: number;
  /** Pages that robots.txt disallows. @default 0 */
  readonly disallowed?: number;
  /** Addresses on a foreign host. @default 0 */
  readonly outside?: number;
  /** Share of the free links that lead to another host. @default 0.2 */
  readonly crossHost?: number;
  /** Before each answer. @default 0 */
  readonly latencyMs?: number;
  /** Sentences of text on a page. @default 8 */
  readonly sentences?: number;
}

/** While it is planned, a page's links still grow. */
interface Draft extends Omit<WebPage, 'links' | 'to'> {
  readonly links: (WebRef | string)[];
  readonly linked: Set<string>;
  to: WebRef | null;
}

/** Invents a web: seeded, so that the same options give the same pages, links and bytes. */
export function planWeb(options: WebOptions): WebPage[] {
  const random = seededRandom(options.seed ?? 1);
  const pages = planPages(options, random);
  const all = [
    ...pages,
    ...planDuplicates(options, pages, random),
    ...planErrors(options, random),
    ...planDisallowed(options, random),
  ];
  all.push(...planRedirects(options, all, random));
  planLinks({ options, pages, all, random });
  shareLinks(all);
  return all.map(({ linked, ...page }) => page);
}

function draft(page: Pick<WebPage, 'host' | 'path' | 'kind' | 'status'>, random: Random, texts: number): Draft {
  const title = sentence(random, 3).slice(0, -1);
  return { ...page, links: [], linked: new Set(), to: null, title, text: sentences(random, texts) };
}

function planPages(options: WebOptions, random: Random): Draft[] {
  return Array.from({ length: options.pages }, (_, i) => {
    const host = i % options.hosts;
    const nth = Math.floor(i / options.hosts);
    const path = nth === 0 ? '/' : `/page/${nth}`;
    return draft({ host, path, kind: 'page', status: 200 }, random, options.sentences ?? 8);
  });
}

function planDuplicates(options: WebOptions, pages: readonly Draft[], random: Random): Draft[] {
  return Array.from({ length: options.duplicates ?? 0 }, (_, i) => {
    const original = random.pick(pages);
    const { host, title, text } = original;
    const copy = draft({ host, path: `/copy/${i}`, kind: 'duplicate', status: 200 }, random, 0);
    return { ...copy, title, text, to: { host, path: original.path } };
  });
}

function planErrors(options: WebOptions, random: Random): Draft[] {
  return (options.errors ?? []).map((status, i) =>
    draft({ host: random.below(options.hosts), path: `/error/${i}`, kind: 'error', status }, random, 1),
  );
}

function planDisallowed(options: WebOptions, random: Random): Draft[] {
  return Array.from({ length: options.disallowed ?? 0 }, (_, i) =>
    draft({ host: random.below(options.hosts), path: `/private/${i}`, kind: 'disallowed', status: 200 }, random, 1),
  );
}

/** A redirect leads to a page, an error, a disallowed page or an earlier redirect: chains end. */
function planRedirects(options: WebOptions, targets: readonly Draft[], random: Random): Draft[] {
  const redirects: Draft[] = [];
  for (const [i, status] of (options.redirects ?? []).entries()) {
    const chained = redirects.length > 0 && random.next() < 0.3;
    const { host, path } = random.pick(chained ? redirects : targets);
    const from = draft({ host: random.below(options.hosts), path: `/moved/${i}`, kind: 'redirect', status }, random, 0);
    redirects.push({ ...from, to: { host, path } });
  }
  return redirects;
}

interface LinkPlan {
  readonly options: WebOptions;
  readonly pages: readonly Draft[];
  readonly all: readonly Draft[];
  readonly random: Random;
}

/** Every page is reachable from the `/` of its host, every host from host 0; the rest is chance. */
function planLinks({ options, pages, all, random }: LinkPlan): void {
  const { hosts } = options;
  for (const [i, page] of pages.entries()) {
    if (i === 0) continue;
    const host = i < hosts ? random.below(i) : page.host;
    const before = i < hosts ? 1 : Math.floor(i / hosts);
    const parent = pages[random.below(before) * hosts + host];
    if (parent !== undefined) link(parent, page);
  }
  for (const other of all.slice(pages.length))
    link(random.pick(pages.filter((page) => page.host === other.host)), other);
  for (let i = 0; i < (options.outside ?? 0); i++) link(random.pick(pages), `http://outside.invalid/${i}`);
  for (const page of pages) {
    for (let n = 0; n < (options.linksPerPage ?? 5); n++) {
      const away = random.next() < (options.crossHost ?? 0.2);
      const host = away ? random.below(hosts) : page.host;
      link(page, random.pick(away ? all : all.filter((one) => one.host === host)));
    }
  }
}

function link(from: Draft, to: WebRef | string): void {
  const id = typeof to === 'string' ? to : refId(to);
  if (from.linked.has(id)) return;
  from.linked.add(id);
  from.links.push(typeof to === 'string' ? to : { host: to.host, path: to.path });
}

/** A copy has the links of its original: its bytes are the same. */
function shareLinks(all: readonly Draft[]): void {
  const byId = new Map(all.map((page) => [refId(page), page]));
  for (const copy of all) {
    if (copy.kind === 'duplicate' && copy.to !== null) copy.links.push(...(byId.get(refId(copy.to))?.links ?? []));
  }
}
