import type { Random } from '#test/site/random.ts';
import { anchors, finite, type SiteMaker, template } from '#test/site/traps/trap-site.ts';
import { capital, sentence, sentences, word } from '#test/site/words.ts';

const numbers = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);
const PER_PAGE = 20;

/** Pages of a list, `href(page)` each; they link each other and the items. */
function listing(
  site: string,
  items: readonly (readonly [href: string, text: string])[],
  href: (page: number) => string,
): Map<string, string> {
  const last = Math.max(1, Math.ceil(items.length / PER_PAGE));
  return new Map(
    numbers(last).map((page) => {
      const links = [...items.slice((page - 1) * PER_PAGE, page * PER_PAGE)];
      if (page < last) links.push([href(page + 1), 'Next']);
      if (page > 1) links.push([href(page - 1), 'Previous']);
      return [href(page), template(site, `Page ${page}`, anchors(links))] as const;
    }),
  );
}

const home = (site: string, links: readonly (readonly [string, string])[]): [string, string] => [
  '/',
  template(site, 'Welcome', anchors(links)),
];

const name = (random: Random): string => capital(`${word(random)} ${word(random)} ${word(random)}`);

/** Products with short texts of one template. */
const shop: SiteMaker = (random, scale) => {
  const products = numbers(scale).map((id) => ({
    id,
    name: name(random),
    price: (5 + random.below(9_000) / 100).toFixed(2),
  }));
  const items = products.map(({ id, name }) => [`/product/${id}`, name] as const);
  const pages = products.map(({ id, name, price }): [string, string] => [
    `/product/${id}`,
    template(
      'Shop',
      name,
      `<p class="price">${price} EUR</p><p>${sentence(random, 5)}</p><p>In stock</p><p>Add to basket</p>`,
    ),
  ]);
  return finite(
    'shop',
    new Map([
      home('Shop', [['/all?page=1', 'All']]),
      ...listing('Shop', items, (page) => `/all?page=${page}`),
      ...pages,
    ]),
  );
};

/** Threads with numbers, of one to three pages. */
const forum: SiteMaker = (random, scale) => {
  const pages = new Map<string, string>();
  const items = numbers(Math.ceil(scale / 2)).map((id) => {
    const last = 1 + random.below(3);
    const title = name(random);
    for (const page of numbers(last)) {
      const posts = numbers(3).map(
        (i) => `<div><b>user${random.below(50)}</b><i>post ${i}</i><p>${sentences(random, 2)}</p></div>`,
      );
      const next: [string, string][] = page < last ? [[`/thread/${id}?page=${page + 1}`, 'Next']] : [];
      pages.set(
        page === 1 ? `/thread/${id}` : `/thread/${id}?page=${page}`,
        template('Forum', title, posts.join('') + anchors(next)),
      );
    }
    return [`/thread/${id}`, title] as const;
  });
  return finite(
    'forum',
    new Map([home('Forum', [['/board/1', 'Board']]), ...listing('Forum', items, (page) => `/board/${page}`), ...pages]),
  );
};

/**
 * Day after day, most of them without articles, with quiet months in between; the only way to an
 * article is its day.
 */
const archive: SiteMaker = (random, scale) => {
  const pages = new Map<string, string>();
  const days = numbers(scale).map((n) =>
    new Date(Date.UTC(2015, 0, n)).toISOString().slice(0, 10).replaceAll('-', '/'),
  );
  let quiet = 0;
  for (const [i, day] of days.entries()) {
    const links: [string, string][] = i + 1 < days.length ? [[`/archive/${days[i + 1]}`, 'Next day']] : [];
    if (quiet > 0) quiet -= 1;
    else if (random.below(30) === 0) quiet = 30 + random.below(100);
    const has = quiet === 0 && random.below(4) === 0;
    if (has) {
      const title = name(random);
      links.push([`/article/${i}`, title]);
      pages.set(`/article/${i}`, template('News', title, `<p>${sentences(random, 5)}</p>`));
    }
    pages.set(
      `/archive/${day}`,
      template('News', `Articles of ${day}`, (has ? '' : '<p>No articles on this day.</p>') + anchors(links)),
    );
  }
  return finite('archive', new Map([home('News', [[`/archive/${days[0]}`, 'Archive']]), ...pages]));
};

/** The same chapters version by version, with next to no difference. */
const docs: SiteMaker = (random, scale) => {
  const chapters = [...new Set(numbers(40).map(() => `${word(random)}-${word(random)}`))];
  const texts = new Map(chapters.map((chapter) => [chapter, sentences(random, 6)]));
  const versions = numbers(Math.max(3, Math.ceil(scale / 100))).map((n) => `${Math.ceil(n / 5)}.${n % 5}`);
  const pages = new Map<string, string>();
  for (const [i, version] of versions.entries()) {
    for (const [n, chapter] of chapters.entries()) {
      const links: [string, string][] = [[`/docs/v${version}/${chapters[(n + 1) % chapters.length]}`, 'Next chapter']];
      const older = versions[i + 1];
      if (n === 0 && older !== undefined) links.push([`/docs/v${older}/${chapter}`, 'Older version']);
      pages.set(
        `/docs/v${version}/${chapter}`,
        template(`Manual ${version}`, chapter, `<p>${texts.get(chapter)}</p>${anchors(links)}`),
      );
    }
  }
  return finite('docs', new Map([home('Manual', [[`/docs/v${versions[0]}/${chapters[0]}`, 'Start']]), ...pages]));
};

/** Pages with a picture and nothing else. */
const gallery: SiteMaker = (random, scale) => {
  const start = random.below(10_000);
  const ids = numbers(scale).map((n) => start + n);
  const pages = ids.map((id, i): [string, string] => [
    `/photo/${id}`,
    `<title>Photo</title><img src="/img/${id}.jpg" alt=""><a href="/photo/${ids[(i + 1) % ids.length]}">next</a>`,
  ]);
  return finite('gallery', new Map([home('Gallery', [[`/photo/${ids[0]}`, 'First']]), ...pages]));
};

/** A list whose pages say numbers only, and lead to pages that say something. */
const numbered: SiteMaker = (random, scale) => {
  const items = numbers(scale * 4).map((id) => [`/item/${id}`, `No. ${id}`] as const);
  const pages = items.map(([href]): [string, string] => [
    href,
    template('Register', name(random), `<p>${sentence(random, 8)}</p>`),
  ]);
  return finite(
    'numbered',
    new Map([
      home('Register', [['/list/1', 'All']]),
      ...listing('Register', items, (page) => `/list/${page}`),
      ...pages,
    ]),
  );
};

/** JSON that differs in numbers only. */
const api: SiteMaker = (random, scale) => {
  const items = numbers(scale).map((id) => [`/api/item/${id}`, `item ${id}`] as const);
  const pages = items.map(([href], i): [string, string] => [
    href,
    JSON.stringify({ id: i + 1, value: random.below(1e6) }),
  ]);
  return finite(
    'api',
    new Map([
      home('API', [['/items?page=1', 'Items']]),
      ...listing('API', items, (page) => `/items?page=${page}`),
      ...pages,
    ]),
  );
};

/** Tables of figures. */
const figures: SiteMaker = (random, scale) => {
  const months = numbers(scale).map((n) => `/figures/${1900 + Math.floor(n / 12)}/${(n % 12) + 1}`);
  const pages = months.map((path, i): [string, string] => {
    const rows = numbers(12)
      .map((n) => `<tr><td>${n}<td>${(random.below(1e6) / 100).toFixed(2)}`)
      .join('');
    const next = months[i + 1];
    return [
      path,
      template(
        'Figures',
        path.slice(9),
        `<table>${rows}</table>${next === undefined ? '' : anchors([[next, 'Next month']])}`,
      ),
    ];
  });
  return finite('figures', new Map([home('Figures', [[months[0] ?? '', 'First']]), ...pages]));
};

export const HONEST_SITES: readonly SiteMaker[] = [shop, forum, archive, docs, gallery, numbered, api, figures];
