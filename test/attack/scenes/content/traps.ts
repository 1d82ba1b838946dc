import type { Attack, Scene } from '#test/attack/attack.ts';
import { HTML, notFound, reply } from '#test/attack/hostile/hostile-server.ts';

const PAGES = 15;

/** A site without end; `next` gives the links of a page. */
const site = (id: string, sends: string, must: string, next: (path: string) => readonly string[]): Attack => ({
  id,
  sends,
  must,
  serve: ({ path }, socket) => {
    if (path === '/robots.txt') return notFound(socket);
    reply(
      socket,
      `<p>${path}</p>${next(path)
        .map((link) => `<a href="${link}">x</a>`)
        .join('')}`,
      [HTML],
    );
  },
  expect: () => ({ '/': 'stored' }),
  look: ({ requests, stderr }) => {
    const asked = requests.filter(({ host, path }) => host === id && path !== '/robots.txt').length;
    return asked > PAGES ? [`${asked} pages were asked: ${stderr.slice(-200)}`] : [];
  },
});

const numberOf = (path: string): number => Number(/(\d+)$/.exec(path)?.[1] ?? 0);
const random = (): string => Math.random().toString(36).slice(2);

/** Sites that never end. They end at the user's limit, and the crawl says so. */
export const traps: Scene = {
  name: 'traps',
  quick: false,
  args: ['--pages-per-host', String(PAGES), '--depth', 'none', '--max-url-length', '500'],
  attacks: [
    site('calendar', 'a calendar that always has a next month', `ends at ${PAGES} pages`, (path) => [
      `/cal/${numberOf(path) + 1}`,
    ]),
    site('sessions', 'a new session id in every link', `ends at ${PAGES} pages`, () => [
      `/?sid=${random()}`,
      `/a;jsessionid=${random()}`,
    ]),
    site('growth', 'links that repeat their own path', 'skipped(trap) or the limit', (path) => [
      `${path.replace(/\/$/, '')}/deeper/still/`,
    ]),
    site('long', 'addresses that grow', 'skipped(url-too-long) or the limit', (path) => [`${path}${'x'.repeat(50)}`]),
    site('facets', 'every combination of forty filters', `ends at ${PAGES} pages`, (path) =>
      Array.from({ length: 40 }, (_, n) => `${path}${path.includes('?') ? '&' : '?'}f${n}=1`),
    ),
  ],
};
