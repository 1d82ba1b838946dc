import { blogPages } from '#demo/blog.ts';
import type { DemoPage } from '#demo/demo-page.ts';
import { shopPages } from '#demo/shop.ts';
import { SITE_PROFILES, type SiteProfile } from '#demo/site-profile.ts';
import type { Exchange, Handler } from '#test/site/exchange.ts';
import { seededRandom } from '#test/site/random.ts';

/** Where `examples/demo.json` expects it: 127.0.0.2 to 127.0.0.9, this port. */
export const DEMO_HOSTS = SITE_PROFILES.length;
export const DEMO_PORT = 8200;

const ROBOTS = 'User-agent: *\nDisallow: /admin/\n';
const STYLE =
  'body{font:1rem/1.6 Georgia,serif;max-width:44rem;margin:0 auto;padding:0 1rem;color:#222}header{padding:1rem;color:#fff}header a{color:#fff;margin-right:1rem}.price{font-weight:bold}footer{border-top:1px solid #ccc;margin-top:2rem;color:#666}';

/**
 * Four shops and four blogs: about 25 pages each, a dead link, a redirect, a closed area and a link
 * out of scope on each.
 */
export interface DemoSite {
  /** By host, then by path and query. */
  readonly pages: readonly ReadonlyMap<string, DemoPage>[];
  readonly handler: Handler;
}

export function demoSite(seed = 1): DemoSite {
  const random = seededRandom(seed);
  const pages = SITE_PROFILES.map((profile, i) => {
    const neighbour = (i + 1) % SITE_PROFILES.length;
    const own = profile.kind === 'shop' ? shopPages(profile, neighbour, random) : blogPages(profile, neighbour, random);
    return new Map(own.map((page) => [page.path, page]));
  });
  return { pages, handler: (exchange) => serve(exchange, pages) };
}

function serve(exchange: Exchange, pages: DemoSite['pages']): void {
  const host = exchange.context.origin;
  const profile = SITE_PROFILES[host];
  if (profile === undefined) return;
  const page = pages[host]?.get(exchange.path);
  if (exchange.path === '/robots.txt') exchange.send(200, { 'content-type': 'text/plain' }, ROBOTS);
  else if (exchange.path === '/style.css') exchange.send(200, { 'content-type': 'text/css' }, STYLE);
  else if (page === undefined) exchange.html(layout(profile, 'Not found', '<p>There is no such page here.</p>'), 404);
  else sendPage(exchange, profile, page);
}

function sendPage(exchange: Exchange, profile: SiteProfile, page: DemoPage): void {
  const content = page.content.replaceAll(/%ORIGIN(\d+)%/g, (_, i) => exchange.originAt(Number(i)));
  if (page.location !== null) exchange.redirect(page.status, page.location);
  else if (page.type !== 'text/html') exchange.send(200, { 'content-type': page.type }, content);
  else exchange.html(layout(profile, page.title, content), page.status);
}

function layout(profile: SiteProfile, title: string, content: string): string {
  const name = profile.name.replaceAll('&', '&amp;');
  const nav =
    profile.kind === 'shop'
      ? [
          ...profile.topics.map((topic) => `<a href="/category/${topic}">${topic}</a>`),
          '<a href="/delivery">delivery</a>',
        ]
      : ['<a href="/archive">archive</a>'];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title.replaceAll('&', '&amp;')}</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header style="background:${profile.colour}"><a href="/"><strong>${name}</strong></a>
<nav>${nav.join('\n')} <a href="/about">about</a></nav></header>
<main>
<h1>${title.replaceAll('&', '&amp;')}</h1>
${content}
</main>
<footer><p>${name}, ${profile.motto}. A made-up ${profile.kind} of the Surf demo.</p></footer>
</body>
</html>
`;
}
