import type { Exchange } from '#test/site/exchange.ts';

const page = (title: string, body: string, language = 'en'): string =>
  `<!doctype html><html lang="${language}"><head><title>${title}</title></head><body>` +
  `<nav><a href="/">Home</a> <a href="/menu">Menu of everything</a></nav><main>${body}</main></body></html>`;

const NEWS = Array.from({ length: 12 }, (_, n) => `<a href="/news/${n}">news ${n}</a>`).join(' ');

/** A small site to search in: what a page says is its text, and what links to it says more. */
const PAGES: Readonly<Record<string, string>> = {
  '/': page('Lamps', `<h1>Harbour lamps</h1><p>We sell <a href="/brass">lighthouse beacons</a>.</p>${NEWS}`),
  '/menu': page('Menu', '<h1>All pages</h1><p><a href="/brass">Brass</a> <a href="/lampe">Lampe</a></p>'),
  '/brass': page(
    'Brass lamp',
    '<h1>The brass lamp</h1><p>It was polished twice & shines &lt;b&gt;bright&lt;/b&gt;.</p>',
  ),
  '/lampe': page('Lampe', '<h1>Eine Lampe</h1><p>Sie leuchtet im Hafen, polished oder nicht.</p>', 'de'),
};

/** Answers for the site; also `/news/N`, and `/picture`, which has no text. */
export function lampSite(exchange: Exchange): void {
  const { pathname } = exchange.url;
  const news = /^\/news\/(\d+)$/.exec(pathname)?.[1];
  const html = PAGES[pathname] ?? (news === undefined ? undefined : page(`News ${news}`, `<p>A lamp of ${news}.</p>`));
  if (html === undefined) exchange.send(404, {}, '');
  else exchange.html(html);
}
