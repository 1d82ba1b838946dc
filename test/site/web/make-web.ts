import { gzipSync } from 'node:zlib';
import type { Exchange, Handler } from '#test/site/exchange.ts';
import { refId, type WebPage, type WebRef } from '#test/site/web/web-page.ts';
import { planWeb, type WebOptions } from '#test/site/web/web-plan.ts';

/** A made-up web: what serves it, and the truth about it. */
export interface Web {
  readonly options: WebOptions;
  /** Every address that exists, with status, links and target. */
  readonly pages: readonly WebPage[];
  readonly handler: Handler;
}

/** robots.txt of every host of a made-up web. */
const ROBOTS = 'User-agent: *\nDisallow: /private/\n';

/**
 * Invents a web of `pages` pages on `hosts` hosts, with redirects, errors and duplicates as asked.
 * Start it with `startSite({ hosts, handler: web.handler })`; `referenceCrawl` says what a crawl of
 * it must find.
 */
export function makeWeb(options: WebOptions): Web {
  const pages = planWeb(options);
  const byId = new Map(pages.map((page) => [refId(page), page]));
  return { options, pages, handler: (exchange) => serve(exchange, byId, options.latencyMs ?? 0) };
}

/** The address of a page on a site that listens. */
export const urlOf = (ref: WebRef, origins: readonly string[]): string => `${origins[ref.host] ?? ''}${ref.path}`;

async function serve(exchange: Exchange, byId: ReadonlyMap<string, WebPage>, latencyMs: number): Promise<void> {
  const path = exchange.url.pathname;
  if (path === '/robots.txt') exchange.send(200, { 'content-type': 'text/plain' }, ROBOTS);
  else if (await exchange.wait(latencyMs)) sendPage(exchange, byId.get(`${exchange.context.origin}${path}`));
}

function sendPage(exchange: Exchange, page: WebPage | undefined): void {
  const { origins } = exchange.context;
  if (page === undefined) exchange.html('<title>not in this web</title>', 404);
  else if (page.kind === 'redirect' && page.to !== null) exchange.redirect(page.status, urlOf(page.to, origins));
  else sendBody(exchange, bodyOf(page, origins), page.status);
}

/** About every other page is packed, where the client takes it. */
function sendBody(exchange: Exchange, body: string, status: number): void {
  const packs = body.length % 2 === 0 && /\bgzip\b/.test(String(exchange.headers['accept-encoding']));
  const type = { 'content-type': 'text/html; charset=utf-8' };
  if (packs) exchange.send(status, { ...type, 'content-encoding': 'gzip' }, gzipSync(body));
  else exchange.send(status, type, body);
}

/** Links to the own host are relative to it, so that a copy has the bytes of its original. */
export function bodyOf(page: WebPage, origins: readonly string[]): string {
  const anchors = page.links.map((link) => {
    const href = typeof link === 'string' ? link : link.host === page.host ? link.path : urlOf(link, origins);
    return `<li><a href="${href}">${href}</a></li>`;
  });
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${page.title}</title></head>
<body>
<h1>${page.title}</h1>
<p>${page.text}</p>
<ul>
${anchors.join('\n')}
</ul>
<p><a href="mailto:web@example.com">write to us</a></p>
</body>
</html>
`;
}
