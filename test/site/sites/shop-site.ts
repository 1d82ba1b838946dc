import type { Handler } from '#test/site/exchange.ts';

/** Things that the shop sells, and with them the truth about its pages. */
export interface Thing {
  readonly number: number;
  readonly name: string;
  readonly price: number;
  readonly image: string;
  readonly reviews: readonly { readonly by: string; readonly stars: number; readonly text: string }[];
}

const PAGES = 30;

/** The same on every machine. */
export const shopThings = (origin: string): Thing[] =>
  Array.from({ length: PAGES }, (_, number) => ({
    number,
    name: `Thing №${number} & co`,
    price: 10 + number * 1.25,
    image: `${origin}/static/img/${number}.png`,
    reviews: Array.from({ length: number % 4 }, (_, i) => ({
      by: `Buyer ${i}`,
      stars: 1 + ((number + i) % 5),
      text: `Review ${i} of ${number}`,
    })),
  }));

/**
 * A shop: pages of things in German price format, with reviews and a base element; a JSON
 * interface, a feed and a text file; a page of 250,000 elements, and one that sends a selector
 * around in circles.
 */
export const shopSite: Handler = (exchange) => {
  const path = exchange.url.pathname;
  const things = shopThings(exchange.origin);
  const [, number] = /^\/thing\/(\d+)$/.exec(path) ?? [];
  const thing = things[Number(number ?? -1)];
  if (thing !== undefined) return exchange.html(thingPage(thing));
  if (path === '/') {
    const links = things.map(({ number }) => `<a href="/thing/${number}">thing ${number}</a>`);
    const others = ['/api/things.json', '/broken.json', '/feed.xml', '/notes.txt', '/huge', '/circle'];
    return exchange.html(
      `<h1>Shop</h1>${links.join(' ')} ${others.map((href) => `<a href="${href}">x</a>`).join(' ')}`,
    );
  }
  if (path === '/api/things.json') {
    return exchange.send(200, { 'content-type': 'application/json' }, JSON.stringify({ things, total: things.length }));
  }
  if (path === '/broken.json') return exchange.send(200, { 'content-type': 'application/json' }, '{"things": [');
  if (path === '/feed.xml') return exchange.send(200, { 'content-type': 'application/rss+xml' }, feed(things));
  if (path === '/notes.txt') {
    return exchange.send(
      200,
      { 'content-type': 'text/plain; charset=utf-8' },
      'Nothing here.\nA Recall of Thing 7 was announced.\n',
    );
  }
  if (path === '/huge') return exchange.html(`<h1>Huge</h1>${'<i></i>'.repeat(250_000)}`);
  if (path === '/circle') return exchange.html(`<h1>Circle</h1>${'<div></div>'.repeat(20_000)}`);
  exchange.send(404, { 'content-type': 'text/html' }, 'gone');
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function thingPage({ number, name, price, reviews }: Thing): string {
  const list = reviews
    .map(({ by, stars, text }) => `<li class="review" data-stars="${stars}"><b class=by>${by}</b><p>${text}</p>`)
    .join('');
  return `<!doctype html><meta charset="utf-8"><base href="/static/"><title>${escaped(name)}</title>
<template><p class="price">0,00 €</p></template>
<table><tr><td><h1> ${escaped(name)}
</h1><td class="price">${price.toFixed(2).replace('.', ',')}&nbsp;€</table>
<img class="photo" src="img/${number}.png" alt=""><p>Article no. T-${number}/24</p><ul>${list}</ul>`;
}

const feed = (things: readonly Thing[]): string =>
  `<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0"><channel>${things
    .slice(0, 3)
    .map(({ name, price }) => `<item><title><![CDATA[${name}]]></title><g:price>${price} EUR</g:price></item>`)
    .join('')}</channel></rss>`;
