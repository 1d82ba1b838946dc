import type { Exchange } from '#test/site/exchange.ts';

const link = (path: string): string => `<a href="${path}">${path}</a>`;
const html = (title: string, body: string): string => `<title>${title}</title><h1>${title}</h1><p>${body}</p>`;
/** No pages: a redirect, whose target changes, and an address whose status does. */
const OTHERS = ['sale', 'lost'];
const NAMES = ['same', 'text', 'title', 'price', 'gone', 'moved', 'broken', 'unlinked', 'private'];

/**
 * A shop of nine pages that changes between two crawls: each page in another way, `same` in a
 * footer alone, which has another link, too, and the page that moved in its footer, too.
 */
export class ShopInTwoStates {
  isLater = false;

  readonly handler = async (exchange: Exchange): Promise<void> => {
    const send = exchange.send.bind(exchange);
    const page = (body: string, status = 200) => send(status, { 'Content-Type': 'text/html' }, body);
    const path = exchange.url.pathname.slice(1);
    if (path === 'robots.txt') return send(404, {});
    if (path === '') {
      const linked = this.isLater ? [...NAMES.filter((name) => name !== 'unlinked'), 'fresh'] : NAMES;
      return page(html('Shop', [...linked, ...OTHERS].map((name) => link(`/${name}`)).join(' ')));
    }
    if (path === 'sale') return send(302, { Location: this.isLater ? '/title' : '/price' });
    if (path === 'lost') return page('', this.isLater ? 404 : 403);
    if (!this.isLater) return NAMES.includes(path) ? page(this.#page(path)) : page('', 404);
    if (path === 'gone') return page('', 410);
    if (path === 'moved') return send(301, { Location: '/here' });
    if (path === 'broken') return page('', 503);
    if (path === 'text') return page(html('text', 'Other words than before.'));
    if (path === 'title') return page(this.#page('title').replace('<title>title', '<title>renamed'));
    if (path === 'price') return page(`${html('price', 'A price.')}<b class="price">8</b>`);
    if (path === 'same') return page(`${this.#page(path)}<footer>Visitor 8 ${link('/text')}</footer>`);
    if (path === 'fresh') return page(html('fresh', 'A page that is new.'));
    if (path === 'here') return page(`${this.#page('moved')}<footer>Visitor 9</footer>`);
    return page(this.#page(path));
  };

  #page(name: string): string {
    return name === 'price' ? `${html(name, 'A price.')}<b class="price">7</b>` : html(name, `About ${name}.`);
  }
}
