import type { Scenario } from '#bench/cost/scenarios.ts';
import type { Web } from '#test/fakes/scripted-fetcher.ts';

/** Pages that a page finds, and links to the first pages of its host that every page has. */
const FAN_OUT = 10;
const MENU = 20;
const WORDS =
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore'.split(
    ' ',
  );

const hostOf = (host: number): string => `http://site-${host}.example`;
const pathOf = (page: number): string => (page === 0 ? '/' : `/section-${page % 20}/page-${page}.html`);

/** The first page of each host. */
export const seedsOf = ({ hosts }: Scenario): string[] =>
  Array.from({ length: hosts }, (_, host) => `${hostOf(host)}/`);

/**
 * Trees of pages, each host one: page n links pages 10 n + 1 to 10 n + 10, and a menu. Bodies are
 * all different. No robots.txt.
 */
export function madeUpWeb({ pagesPerHost, pageBytes, latencyMs }: Scenario, cpuMs: number): Web {
  return (url) => {
    const { hostname, pathname } = new URL(url);
    const page = pathname === '/' ? 0 : Number(/-(\d+)\.html$/.exec(pathname)?.[1] ?? Number.NaN);
    if (!(page < pagesPerHost)) return undefined;
    return { body: bodyOf(hostname, page, { pagesPerHost, pageBytes }), latencyMs: latencyMs + cpuMs };
  };
}

function bodyOf(host: string, page: number, size: Pick<Scenario, 'pagesPerHost' | 'pageBytes'>): string {
  const found = Array.from({ length: FAN_OUT }, (_, i) => page * FAN_OUT + 1 + i);
  const menu = Array.from({ length: MENU }, (_, i) => i);
  const links = [...menu, ...found]
    .filter((n) => n < size.pagesPerHost)
    .map((n) => `<a href="${pathOf(n)}">page ${n}</a>`);
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${page} of ${host}, with a title of usual length</title></head><body>`;
  let text = `${head}<ul>${links.join('\n')}</ul>`;
  for (
    let at = page * 31 + host.length;
    text.length < size.pageBytes - 14;
    at = (Math.imul(at, 1_103_515_245) + 12_345) >>> 0
  )
    text += `${WORDS[(at >>> 16) % WORDS.length]} `;
  return `${text}</body></html>`;
}
