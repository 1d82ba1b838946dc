import { describe, expect, it } from 'vitest';
import { Witnesses } from '#core/frontier/waits/witnesses.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

function answered(...urls: string[]): readonly string[] {
  const witnesses = new Witnesses();
  for (const url of urls) witnesses.add(url as CrawlUrl);
  return witnesses.origins;
}

const hostsOf = (count: number, domain: string): string[] =>
  Array.from({ length: count }, (_, n) => `http://h${n}.${domain}/`);

describe('witnesses', () => {
  it('are the first host that answered, and the last two others', () => {
    expect(answered(...hostsOf(5, 'example'))).toEqual(['http://h0.example', 'http://h3.example', 'http://h4.example']);
  });

  it('keep the first, however many hosts of one site answer', () => {
    expect(answered('https://own.example/', ...hostsOf(1_000, 'evil.example'))[0]).toBe('https://own.example');
  });

  it('have each host once, with the scheme and the port that answered last', () => {
    expect(answered('http://a.example/', 'https://a.example/1', 'https://a.example:8443/2')).toEqual([
      'https://a.example:8443',
    ]);
    expect(answered('http://a.example/', 'http://b.example/', 'http://c.example/', 'https://b.example/')).toEqual([
      'http://a.example',
      'http://c.example',
      'https://b.example',
    ]);
  });

  it('take each port of a loopback address for a host', () => {
    expect(answered('http://127.0.0.1:81/', 'http://127.0.0.1:82/')).toHaveLength(2);
  });
});
