import type { Exchange } from '#test/site/exchange.ts';
import { type Random, seededRandom } from '#test/site/random.ts';
import { anchors, pathOf, type SiteMaker, type TrapSite, template } from '#test/site/traps/trap-site.ts';
import { capital, sentences, word } from '#test/site/words.ts';

type Links = readonly (readonly [href: string, text: string])[];

const numberOf = (text: string): number => Number(/(\d+)\D*$/.exec(text)?.[1] ?? 0);
const token = (random: Random): string => random.next().toString(36).slice(2, 12);

/**
 * A site with a home page, twenty honest pages, and behind `/trap/` what is said of each address.
 */
function endless(
  name: string,
  random: Random,
  trap: { readonly entry: string; readonly page: (exchange: Exchange, drawn: Random) => string },
): TrapSite {
  const site = capital(name);
  const texts = Array.from(
    { length: 20 },
    () => [capital(`${word(random)} ${word(random)}`), sentences(random, 4)] as const,
  );
  const links: Links = [[trap.entry, 'Enter'], ...texts.map(([title], i) => [`/page/${i}`, title] as const)];
  let requests = random.below(1_000_000);
  const honest = ['/', '/about', ...texts.map((_, i) => `/page/${i}`)];
  return {
    name,
    honest,
    endless: true,
    serve: (exchange) => {
      const path = pathOf(exchange);
      requests += 1;
      if (path === '/') return exchange.html(template(site, 'Welcome', anchors(links)));
      if (path === '/about') return exchange.html(template(site, 'About us', '<p>Many pages.</p>'));
      const [title, text] = texts[Number(/^\/page\/(\d+)$/.exec(path)?.[1] ?? -1)] ?? [];
      if (title !== undefined)
        return exchange.html(template(site, title, `<p>${text}</p>${anchors([[trap.entry, 'Enter']])}`));
      exchange.html(trap.page(exchange, seededRandom(requests)));
    },
  };
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

const calendar: SiteMaker = (random) =>
  endless('calendar', random, {
    entry: `/trap/${2000 + random.below(30)}/1`,
    page: ({ url }) => {
      const [year = 0, month = 1, day] = url.pathname.split('/').slice(2).map(Number);
      const at = (offset: number): string =>
        `/trap/${Math.floor((year * 12 + month - 1 + offset) / 12)}/${((year * 12 + month - 1 + offset) % 12) + 1}`;
      const title = `${day === undefined ? '' : `${day} `}${MONTHS[month - 1]} ${year}`;
      const days: Links = Array.from({ length: 28 }, (_, i) => [`${at(0)}/${i + 1}`, `${i + 1}`]);
      const around: Links = [
        [at(-1), 'earlier'],
        [at(1), 'later'],
      ];
      return template(
        'Calendar',
        title,
        `<p>No events</p>${anchors(day === undefined ? [...around, ...days] : [[at(0), 'month']])}`,
      );
    },
  });

/** Every page beyond the last shows the last again. */
const lastPage: SiteMaker = (random) => {
  const shown: Links = Array.from({ length: 10 }, () => [`/page/${random.below(20)}`, word(random)]);
  return endless('last-page', random, {
    entry: '/trap?page=1',
    page: ({ url }) => {
      const page = numberOf(url.search);
      return template(
        'List',
        `Page ${page}`,
        anchors([...shown, [`/trap?page=${page + 1}`, 'Next'], [`/trap?page=${page + 10}`, 'Skip']]),
      );
    },
  });
};

/** Each link has another session, in the query, in the path, or as a parameter of the path. */
const sessions =
  (name: string, link: (n: number, session: string) => string): SiteMaker =>
  (random) => {
    const texts = Array.from({ length: 8 }, () => sentences(random, 3));
    return endless(name, random, {
      entry: link(0, token(random)),
      page: ({ url }, drawn) => {
        const n = Number(/p(\d)/.exec(url.pathname)?.[1] ?? 0);
        return template(
          'Portal',
          `Topic ${n}`,
          `<p>${texts[n]}</p>${anchors(texts.map((_, i) => [link(i, token(drawn)), `topic ${i}`]))}`,
        );
      },
    });
  };

const FILTERS = {
  colour: 'red blue green black',
  size: 'small medium large',
  brand: 'otter raven heron finch',
  sort: 'price name newest',
  view: 'grid list',
};

/** Every combination of filters, in any order of clicks. */
const facets: SiteMaker = (random) => {
  const goods = Array.from({ length: 60 }, () => capital(`${word(random)} ${word(random)} ${word(random)}`));
  return endless('facets', random, {
    entry: '/trap/shop',
    page: ({ url }) => {
      const own = [...url.searchParams];
      const links = Object.entries(FILTERS).flatMap(([filter, values]) =>
        values.split(' ').map((value): [string, string] => {
          const query = new URLSearchParams([...own.filter(([name]) => name !== filter), [filter, value]]);
          return [`/trap/shop?${query}`, value];
        }),
      );
      const shown = seededRandom(own.join('').length * 7 + own.length);
      const items = Array.from(
        { length: 12 },
        () => `<div><b>${shown.pick(goods)}</b><i>${shown.below(100)}.99</i></div>`,
      ).join('');
      return template('Store', `Shoes ${own.map(([, value]) => value).join(' ')}`, items + anchors(links));
    },
  });
};

/** Relative links that are meant from the root. */
const growth: SiteMaker = (random) => {
  const names = Array.from({ length: 3 }, () => `${word(random)}-${word(random)}`);
  return endless('growth', random, {
    entry: '/trap/',
    page: () => template('Growth', 'Section', anchors(names.map((each) => [`${each}/`, each]))),
  });
};

/** One page leads to the next, each with another number. */
const counter: SiteMaker = (random) =>
  endless('counter', random, {
    entry: `/trap/${random.below(1e9)}`,
    page: (_, drawn) =>
      template(
        'Lottery',
        'Your number',
        `<p>It is ${drawn.below(1e9)}.</p>${anchors([
          [`/trap/${drawn.below(1e9)}`, 'next'],
          [`/trap/${drawn.below(1e9)}`, 'other'],
        ])}`,
      ),
  });

/** Every request gets a page with status 200 that says “not found” and has new addresses. */
const softErrors: SiteMaker = (random) =>
  endless('soft-404', random, {
    entry: '/trap/x1',
    page: (exchange, drawn) =>
      template(
        'Oh',
        'Not found',
        `<p>There is no ${pathOf(exchange)} here.</p>${anchors(Array.from({ length: 5 }, () => [`/trap/x${drawn.below(1e9)}.html`, 'perhaps']))}`,
      ),
  });

export const ENDLESS_SITES: readonly SiteMaker[] = [
  calendar,
  lastPage,
  sessions('query-sessions', (n, session) => `/trap/p${n}?sid=${session}`),
  sessions('path-sessions', (n, session) => `/trap/${session}/p${n}`),
  sessions('jsessionid', (n, session) => `/trap/p${n};jsessionid=${session}`),
  facets,
  growth,
  counter,
  softErrors,
];
