import { describe, expect, it } from 'vitest';
import { AddressNumbers, SiteHrefs } from '#core/extraction/address-numbers.ts';

const SITE = 'http://a.example:8080';

/** Number of an href as it is in a page of the site. */
function found(numbers: AddressNumbers, href: string, site = SITE): number {
  const bytes = Buffer.from(`<a href="${href}">`);
  return new SiteHrefs(numbers, numbers.site(site)).find(bytes, 9, 9 + href.length);
}

describe('AddressNumbers', () => {
  it('finds one number for an address, whether it is written from the root on or whole', () => {
    const numbers = new AddressNumbers();

    expect(numbers.number(numbers.site(SITE), '/x?y#z')).toBe(0);
    expect(numbers.numberOf(`${SITE}/x?y#z`)).toBe(0);
    expect([found(numbers, '/x?y#z'), found(numbers, `${SITE}/x?y#z`)]).toEqual([0, 0]);
    expect(numbers.text(0)).toBe(`${SITE}/x?y#z`);
  });

  it('tells sites apart by scheme, host and port', () => {
    const numbers = new AddressNumbers();
    const sites = [SITE, 'https://a.example:8080', 'http://a.example', 'http://b.example'];

    expect(sites.map((site) => numbers.number(numbers.site(site), '/x'))).toEqual([0, 1, 2, 3]);
    expect(sites.map((site) => found(numbers, '/x', site))).toEqual([0, 1, 2, 3]);
    expect(sites.map((site) => found(numbers, `${site}/x`))).toEqual([0, 1, 2, 3]);
    expect(found(numbers, '/x', 'http://c.example')).toBe(-1);
  });

  it('does not find what means something else on another page: relative, with the scheme left out, a backslash', () => {
    const numbers = new AddressNumbers();
    const odd = ['x', './x', '?x', '#x', '', '//b.example/x', '/\\b.example/x', 'mailto:a@b', 'http:', 'http://'];
    for (const href of odd) numbers.number(numbers.site(SITE), href);

    for (const href of odd) expect([href, found(numbers, href)]).toEqual([href, -1]);
  });

  it('gives none to an address without a path, and none to one of a site that gets none', () => {
    const numbers = new AddressNumbers();

    expect([numbers.numberOf('http://a.example'), numbers.numberOf('http://é.example/x')]).toEqual([-1, -1]);
    expect([numbers.site('http://é.example'), numbers.number(-1, '/x'), numbers.count]).toEqual([-1, -1, 0]);
  });
});
