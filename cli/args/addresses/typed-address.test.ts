import { describe, expect, it } from 'vitest';
import { looksLikeAddress, typedAddress } from '#cli/args/addresses/typed-address.ts';

describe('an address as people type it', () => {
  it.each([
    ['example.org', 'https://example.org', 'https'],
    ['example.org/docs?a=1#b', 'https://example.org/docs?a=1#b', 'https'],
    ['bücher.example', 'https://bücher.example', 'https'],
    ['example.org:443', 'https://example.org:443', 'https'],
    ['example.org:8080/x', 'http://example.org:8080/x', 'http'],
    ['localhost', 'http://localhost', 'http'],
    ['localhost:8000/docs', 'http://localhost:8000/docs', 'http'],
    ['127.0.0.1', 'http://127.0.0.1', 'http'],
    ['[::1]:8000', 'http://[::1]:8000', 'http'],
    ['http://example.org', 'http://example.org', null],
    ['ftp://example.org', 'ftp://example.org', null],
    ['mailto:a@example.org', 'mailto:a@example.org', null],
    ['example', 'example', null],
    ['/etc/passwd', '/etc/passwd', null],
  ])('%s is %s', (text, url, assumed) => {
    expect(typedAddress(text)).toEqual({ url, assumed });
  });

  it.each([
    ['example.org', true],
    ['https://example.org/', true],
    ['localhost:8000', true],
    ['shop.yaml', false],
    ['crawler.conf', false],
    ['urls.txt', false],
    ['https://example.org/urls.txt', true],
    ['crawl', false],
    ['--depth', false],
    ['5', false],
  ])('%s needs no command before it: %s', (text, isAddress) => {
    expect(looksLikeAddress(text)).toBe(isAddress);
  });
});
