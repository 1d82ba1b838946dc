import { expect, it } from 'vitest';
import { auditedPage } from '#core/audit/audited-url.ts';
import { readFacts } from '#core/facts/read-facts.ts';

const URL_OF_PAGE = 'https://a.test/en';

const pageOf = (html: string, headerAlternates: { language: string; href: string }[] = []) =>
  auditedPage(readFacts(html), {
    resolve: (href) => ({ key: new URL(href, URL_OF_PAGE).href, url: new URL(href, URL_OF_PAGE).href }),
    key: URL_OF_PAGE,
    headerCanonicals: [],
    headerAlternates,
    upgrades: false,
  });

it('a page keeps the codes of all its language versions, and knows whether it is among them', () => {
  const others = '<link rel="alternate" hreflang="de" href="/de"><link rel="alternate" hreflang="de" href="/at">';
  const all = pageOf(others, [{ language: 'en-uk', href: '/en' }]);

  expect([all.languages, all.isOwnVersion]).toEqual([['de', 'en-uk'], true]);
  expect(all.alternates.map(({ url }) => new URL(url).pathname)).toEqual(['/de', '/at']);
  expect(pageOf(others).isOwnVersion).toBe(false);
});
