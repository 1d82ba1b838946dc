import type { Exchange } from '#test/site/exchange.ts';
import type { Random } from '#test/site/random.ts';

/** One site of a trap web, on a separate host. */
export interface TrapSite {
  readonly name: string;
  readonly serve: (exchange: Exchange) => void;
  /**
   * Paths that a crawl has to store: all pages of an honest site, those of a trap that are not
   * traps.
   */
  readonly honest: readonly string[];
  /** It makes addresses without end. */
  readonly endless: boolean;
}

export type SiteMaker = (random: Random, scale: number) => TrapSite;

export const anchors = (links: readonly (readonly [href: string, text: string])[]): string =>
  `<ul>${links.map(([href, text]) => `<li><a href="${href}">${text}</a></li>`).join('\n')}</ul>`;

/** A page of a template: what all pages of a site share, around what this one says. */
export const template = (site: string, title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} | ${site}</title>
<style>body { margin: 0 }</style><script>var x = "<p>no text</p>";</script></head><body>
<nav><a href="/">Home</a> <a href="/about">About us</a></nav><h1>${title}</h1>
${body}<footer><p>Copyright of ${site}</p><p>All rights reserved</p><p>Imprint and contact</p></footer></body></html>`;

export const pathOf = ({ url }: Exchange): string => `${url.pathname}${url.search}`;

/** A site whose pages are all known. */
export function finite(name: string, own: ReadonlyMap<string, string>): TrapSite {
  const pages = new Map([...own, ['/about', template(name, 'About us', '<p>We are an honest site.</p>')]]);
  return {
    name,
    honest: [...pages.keys()],
    endless: false,
    serve: (exchange) => {
      const page = pages.get(pathOf(exchange));
      if (page === undefined) return exchange.html('<p>not here</p>', 404);
      const type = page.startsWith('{') ? 'application/json' : 'text/html; charset=utf-8';
      exchange.send(200, { 'content-type': type }, page);
    },
  };
}
