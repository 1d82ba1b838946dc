import { anchor, type DemoPage, htmlPage, list, movedPage } from '#demo/demo-page.ts';
import type { SiteProfile } from '#demo/site-profile.ts';
import type { Random } from '#test/site/random.ts';
import { capital, sentences, word } from '#test/site/words.ts';

const PRODUCTS = 16;
const PER_PAGE = 4;

interface Product {
  readonly path: string;
  readonly name: string;
  readonly topic: string;
  readonly price: string;
  readonly text: string;
}

/**
 * A shop: home, about, delivery, categories with pages, products with price and related products.
 */
export function shopPages(profile: SiteProfile, neighbour: number, random: Random): DemoPage[] {
  const products = Array.from({ length: PRODUCTS }, (_, i) => product(profile, i, random));
  return [
    homePage(profile, products, neighbour),
    aboutPage(profile, random),
    htmlPage('/delivery', 'Delivery', `<p>${sentences(random, 6)}</p><p>${anchor('/about', 'Who we are')}</p>`),
    ...profile.topics.flatMap((topic) => categoryPages(topic, products)),
    ...products.map((one, i) => productPage(one, products, i)),
    movedPage('/sale', `/category/${profile.topics[0]}`),
    { ...htmlPage('/admin/', 'Orders', '<p>Not for visitors.</p>'), closed: true },
  ];
}

function product(profile: SiteProfile, i: number, random: Random): Product {
  const topic = profile.topics[i % profile.topics.length] ?? '';
  const name = `${capital(word(random))} ${word(random)} ${topic}`;
  const price = (9 + random.below(9_000) / 100).toFixed(2);
  const path = `/product/${i + 1}-${name.toLowerCase().replaceAll(' ', '-')}`;
  return { path, name, topic, price, text: sentences(random, 9) };
}

function homePage(profile: SiteProfile, products: readonly Product[], neighbour: number): DemoPage {
  const categories = profile.topics.map((topic) => anchor(`/category/${topic}`, capital(topic)));
  const first = products
    .slice(0, 3)
    .map((one) => `${anchor(one.path, one.name)} <span class="price">€ ${one.price}</span>`);
  const content = `<p>${profile.motto}.</p>
<h2>What we have</h2>${list(categories)}
<h2>Just arrived</h2>${list(first)}
<p>${anchor('/sale', 'Sale')} · ${anchor(`%ORIGIN${neighbour}%/`, 'A blog we like')} · ${anchor('/admin/', 'Staff')}</p>`;
  return htmlPage('/', profile.name, content);
}

function aboutPage(profile: SiteProfile, random: Random): DemoPage {
  const content = `<p>${sentences(random, 8)}</p>
<p>Seen in ${anchor(profile.external, 'the papers')}. Write to ${anchor('mailto:shop@example.com', 'shop@example.com')}.</p>`;
  return htmlPage('/about', `About ${profile.name}`, content);
}

function categoryPages(topic: string, products: readonly Product[]): DemoPage[] {
  const own = products.filter((one) => one.topic === topic);
  const count = Math.ceil(own.length / PER_PAGE);
  const pathOf = (n: number): string => (n === 1 ? `/category/${topic}` : `/category/${topic}?page=${n}`);
  return Array.from({ length: count }, (_, i) => {
    const n = i + 1;
    const shown = own.slice(i * PER_PAGE, n * PER_PAGE);
    const items = shown.map((one) => `${anchor(one.path, one.name)} <span class="price">€ ${one.price}</span>`);
    const pages = Array.from({ length: count }, (_, p) => anchor(pathOf(p + 1), String(p + 1)));
    const content = `${list(items)}<p class="pages">Page ${pages.join(' ')}</p>`;
    return htmlPage(pathOf(n), n === 1 ? capital(topic) : `${capital(topic)}, page ${n}`, content);
  });
}

function productPage(one: Product, products: readonly Product[], i: number): DemoPage {
  const related = [1, 5].map((step) => products[(i + step) % products.length] ?? one);
  const data = { '@context': 'https://schema.org', '@type': 'Product', name: one.name, offers: { price: one.price } };
  const gone =
    i % PRODUCTS === 0 ? `<p>Successor of ${anchor('/product/0-discontinued', 'a model no longer made')}.</p>` : '';
  const content = `<script type="application/ld+json">${JSON.stringify(data)}</script>
<p class="price">€ ${one.price}</p>
<p>${one.text}</p>${gone}
<p>In ${anchor(`/category/${one.topic}`, capital(one.topic))}. ${anchor('/delivery', 'Delivery')} within three days.</p>
<h2>Goes well with</h2>${list(related.map((other) => anchor(other.path, other.name)))}`;
  return htmlPage(one.path, one.name, content);
}
