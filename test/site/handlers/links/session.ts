import { type Pathology, page } from '#test/site/pathology.ts';

const PAGES = 5;

/**
 * `/session/<n>?sid=<id>`: five pages whose links carry a new session id each time they are shown.
 */
export const session: Pathology = {
  name: 'session',
  about: 'Session ids make new addresses of the same five pages for ever; key.dropParameters: sessions ends it.',
  examples: {},
  endless: ['/session/0', '/session/0;jsessionid=1'],
  handle: (exchange) => {
    const n = Number.parseInt(exchange.part(1), 10);
    const path = exchange.part(1).includes(';');
    const old = exchange.url.searchParams.get('sid') ?? exchange.part(1).split('=')[1] ?? '0';
    const links = Array.from({ length: PAGES }, (_, i) => {
      const id = (Number(old) * 31 + n * 7 + i + 1) % 1_000_003;
      return path ? `/session/${i};jsessionid=${id}` : `/session/${i}?sid=${id}`;
    });
    exchange.html(page(`page ${n} of a session`, links));
  },
};
