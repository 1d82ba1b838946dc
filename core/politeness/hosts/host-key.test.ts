import { describe, expect, it } from 'vitest';
import { hasOwnPort, hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';

const keyOf = (text: string): string => {
  const url = parseCrawlUrl(text);
  if (url === null) throw new Error(`no address: ${text}`);
  return hostKeyOf(url);
};

describe('the politeness key', () => {
  it.each([
    ['http://Example.ORG/path', 'example.org'],
    ['https://example.org:8443/?q=a:b', 'example.org'],
    ['http://example.org./', 'example.org'],
    ['http://example.org.:8080/', 'example.org'],
    ['http://user:pass@example.org:81/', 'example.org'],
    ['http://example.org?a@b:80', 'example.org'],
    ['http://BÜCHER.example/', 'xn--bcher-kva.example'],
    ['http://localhost/', 'localhost'],
    ['http://localhost:8080/a', 'localhost:8080'],
    ['http://a.localhost:8080/', 'a.localhost:8080'],
    ['http://localhost.:8080/', 'localhost:8080'],
    ['http://notlocalhost:8080/', 'notlocalhost'],
    ['http://127.0.0.1:8080/', '127.0.0.1:8080'],
    ['http://0x7f.1:8080/', '127.0.0.1:8080'],
    ['http://192.0.2.7/', '192.0.2.7'],
    ['http://[::1]:8080/', '[::1]:8080'],
    ['http://[2001:DB8::1]/', '[2001:db8::1]'],
    ['https://[2001:db8::1]:443/', '[2001:db8::1]'],
    ['http://1.2.3.4.example:81/', '1.2.3.4.example'],
  ])('of %s is %s', (url, key) => {
    expect(keyOf(url)).toBe(key);
  });

  it('is one for both schemes and all ports of a name: one clock for one host (N5)', () => {
    const spellings = ['http://h.test/', 'https://h.test/', 'http://h.test:8080/', 'https://H.TEST.:1/x#y'];

    expect(new Set(spellings.map(keyOf))).toEqual(new Set(['h.test']));
  });

  it('has the port where each port is a separate site', () => {
    expect(['[::1]', '10.0.0.1', 'localhost', 'x.localhost'].map(hasOwnPort)).toEqual([true, true, true, true]);
    expect(['h.test', 'localhost.test', 'mylocalhost', '10.0.0.1.test'].map(hasOwnPort)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
