import type { Limits } from '#core/workflow/limits.ts';
import type { ModelSitemaps } from '#test/model/model-sitemaps.ts';

/** A seeded generator of numbers in [0, 1) (mulberry32). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  int(below: number): number {
    return Math.floor(this.next() * below);
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[this.int(list.length)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  }

  chance(share: number): boolean {
    return this.next() < share;
  }
}

/** What a URL of a model web answers. */
export type ModelPage =
  | { readonly type: 'page'; readonly links: readonly string[]; readonly body: string; readonly flaky: boolean }
  | { readonly type: 'redirect'; readonly to: string }
  | { readonly type: 'error' }
  /** Makes its worker exit. */
  | { readonly type: 'killer' };

export interface ModelWeb {
  readonly pages: ReadonlyMap<string, ModelPage>;
  readonly seeds: readonly string[];
  /** @default none, and the workflow reads none */
  readonly sitemaps?: ModelSitemaps;
  /** What an earlier crawl has: body by URL. @default none */
  readonly base?: ReadonlyMap<string, string>;
}

export interface WebShape {
  readonly pages: number;
  readonly hosts: number;
  readonly killers: boolean;
  /**
   * May a redirect lead to another host? (With limits per host the result then depends on time:
   * design.md §4.)
   */
  readonly crossRedirects: boolean;
}

/**
 * A small random web: pages, duplicates, redirects, errors, killers; links that leave the scope
 * too.
 */
export function makeModelWeb(dice: Dice, shape: WebShape): ModelWeb {
  const urls = Array.from({ length: shape.pages }, (_, i) => `http://h${dice.int(shape.hosts)}.test/p${i}`);
  const links = (): string[] =>
    Array.from({ length: dice.int(6) }, () =>
      dice.chance(0.05) ? `http://outside.test/x${dice.int(4)}` : dice.pick(urls),
    );
  const pages = new Map<string, ModelPage>();
  for (const [i, url] of urls.entries()) {
    const x = i === 0 ? 1 : dice.next();
    if (x < 0.2) pages.set(url, { type: 'redirect', to: redirectTarget(dice, { urls, url, shape }) });
    else if (x < 0.3) pages.set(url, { type: 'error' });
    else if (x < 0.35 && shape.killers) pages.set(url, { type: 'killer' });
    else {
      const body = dice.chance(0.25) ? `same ${dice.int(2)}` : `body of ${url}`;
      const own = i === 0 ? [...links(), ...links(), ...urls.slice(1, 3)] : links();
      pages.set(url, { type: 'page', links: own, body, flaky: dice.chance(0.1) });
    }
  }
  const first = urls[0] ?? '';
  return { pages, seeds: dice.chance(0.3) ? [first, urls[1] ?? first] : [first] };
}

/** The web some time later: pages changed, stayed, vanished, moved, came to life and appeared. */
export function laterWeb(dice: Dice, web: ModelWeb): ModelWeb {
  const urls = [...web.pages.keys()];
  const fresh = Array.from({ length: dice.int(5) }, (_, i) => `http://${new URL(dice.pick(urls)).host}/n${i}`);
  const pages = new Map(web.pages);
  for (const [i, url] of urls.entries()) {
    const page = web.pages.get(url);
    const x = i === 0 ? 1 : dice.next();
    if (x < 0.15) pages.set(url, { type: 'error' });
    else if (x < 0.2) pages.set(url, { type: 'redirect', to: dice.pick(urls.filter((other) => areNear(other, url))) });
    else if (page?.type === 'page') pages.set(url, laterPage(dice, page, { urls: [...urls, ...fresh], x }));
    else if (x < 0.4) pages.set(url, { type: 'page', links: [dice.pick(urls)], body: `alive ${url}`, flaky: false });
  }
  for (const url of fresh) pages.set(url, { type: 'page', links: [dice.pick(urls)], body: `new ${url}`, flaky: false });
  return { ...web, pages };
}

/** Links are in the body: when they change, so does it. */
function laterPage(
  dice: Dice,
  page: Extract<ModelPage, { type: 'page' }>,
  of: { urls: readonly string[]; x: number },
): ModelPage {
  if (of.x > 0.6) return page;
  const links = of.x < 0.3 ? page.links.slice(1) : [...page.links, dice.pick(of.urls)];
  return { ...page, links, body: dice.chance(0.2) ? 'same again' : `${page.body}, later` };
}

const areNear = (a: string, b: string): boolean => new URL(a).host === new URL(b).host;

function redirectTarget(dice: Dice, of: { urls: string[]; url: string; shape: WebShape }): string {
  const near = of.urls.filter((other) => areNear(other, of.url) && other !== of.url);
  return of.shape.crossRedirects ? dice.pick(of.urls) : near.length > 0 ? dice.pick(near) : of.url;
}

export interface PageLimits extends Pick<Limits, 'depth' | 'pages' | 'pagesPerLevel' | 'pagesPerHost'> {
  /** Addresses that differ in numbers only: in a model web all of one host. @default null */
  readonly pagesPerPattern?: number | null;
}

/** Limits that bind in about half of all webs. */
export function makeModelLimits(dice: Dice): PageLimits {
  return {
    depth: 1 + dice.int(4),
    pages: dice.chance(0.4) ? 1 + dice.int(9) : null,
    pagesPerLevel: dice.chance(0.3) ? 1 + dice.int(4) : null,
    pagesPerHost: dice.chance(0.3) ? 1 + dice.int(4) : null,
  };
}
