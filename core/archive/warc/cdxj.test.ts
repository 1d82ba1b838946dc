import { describe, expect, it } from 'vitest';
import { cdxjLine, surt } from '#core/archive/warc/cdxj.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';
import { HANGS } from '#test/hang.ts';

const surtOf = (text: string): string => {
  const url = parseCrawlUrl(text);
  return url === null ? 'no URL' : surt(url);
};

describe('surt', () => {
  it.each([
    ['http://archive.org', 'org,archive)/'],
    ['https://www.Example.org:443/A/B/?', 'org,example)/a/b'],
    ['http://www2.example.co.uk:8080/x', 'uk,co,example:8080)/x'],
    ['http://www.com/', 'com)/'],
    ['http://archive.org/goo/?a=2&b&a=1', 'org,archive)/goo?a=1&a=2&b'],
    ['https://34.203.211.192/robots.txt', '192,211,203,34)/robots.txt'],
    ['https://[2600:1f18::a]/', '2600:1f18::a)/'],
    ['http://example.org/%7Efoo/%252541//x%20y', 'org,example)/~foo/a/x%20y'],
    ['http://example.org/%C3%A4?%E4', 'org,example)/%c3%a4?%e4'],
    ['http://example.org/a;jsessionid=0123456789abcdef0123456789ABCDEF?x=1', 'org,example)/a?x=1'],
    ['http://example.org/?PHPSESSID=0123456789abcdef0123456789abcdef', 'org,example)/'],
    ['http://example.org/?sid=1', 'org,example)/?sid=1'],
  ])('of %s is %s', (url, expected) => expect(surtOf(url)).toBe(expected));

  it('takes linear time for nested escapes', HANGS, () => {
    expect(surtOf(`http://example.org/%${'25'.repeat(2_000_000)}41`)).toBe('org,example)/a');
  });
});

describe('cdxjLine', () => {
  it('is key, time and JSON whose values are strings', () => {
    const url = parseCrawlUrl('http://Example.com/');
    if (url === null) throw new Error('no URL');
    const line = cdxjLine({
      url,
      startedAt: Date.UTC(2017, 2, 6, 4, 2, 6, 999),
      contentType: 'Text/HTML; charset=utf-8',
      status: 200,
      payloadDigest: 'G7HRM7BGOKSKMSXZAHMUQTTV53QOFSMK',
      length: 1228,
      offset: 784,
      filename: 'example.warc.gz',
    });

    expect(line).toBe(
      'com,example)/ 20170306040206 {"url":"http://example.com/","mime":"text/html","status":"200","digest":"G7HRM7BGOKSKMSXZAHMUQTTV53QOFSMK","length":"1228","offset":"784","filename":"example.warc.gz"}',
    );
  });
});
