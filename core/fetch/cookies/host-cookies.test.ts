import { describe, expect, it } from 'vitest';
import { HostCookies } from '#core/fetch/cookies/host-cookies.ts';
import type { ResponseHead } from '#core/fetch/fetcher.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

const NOW = Date.UTC(2026, 0, 1);
const url = (text: string): CrawlUrl => text as CrawlUrl;
const PAGE = url('https://shop.example.org/a/page');

const answer = (...cookies: string[]): ResponseHead => ({
  status: 200,
  statusText: 'OK',
  headers: cookies.map((cookie) => ['Set-Cookie', cookie] as const),
});

/** The Cookie header of a request; empty if it has none. */
function sent(cookies: HostCookies, to: CrawlUrl = PAGE, now = NOW): string {
  return cookies.addTo([], to, now)[0]?.[1] ?? '';
}

function jarOf(...cookies: string[]): HostCookies {
  const jar = new HostCookies();
  jar.keep(answer(...cookies), PAGE, NOW);
  return jar;
}

describe('the cookies of a host', () => {
  it('are sent back with their values; later ones of the same name replace them', () => {
    const jar = jarOf('id=1; HttpOnly', 'lang=de', 'empty=');
    expect(sent(jar)).toBe('id=1; lang=de; empty=');
    expect(jar.keep(answer('id=2'), PAGE, NOW)).toBe(true);
    expect(sent(jar)).toBe('lang=de; empty=; id=2');
    expect(jar.keep(answer('id=2'), PAGE, NOW)).toBe(false);
    expect(jar.keep(answer(), PAGE, NOW)).toBe(false);
  });

  it('follow a Cookie header of the workflow', () => {
    const jar = jarOf('id=1');
    expect(
      jar.addTo(
        [
          ['cookie', 'sid=42'],
          ['X-A', 'b'],
        ],
        PAGE,
        NOW,
      ),
    ).toEqual([
      ['cookie', 'sid=42; id=1'],
      ['X-A', 'b'],
    ]);
    const given = [['X-A', 'b']] as const;
    expect(new HostCookies().addTo(given, PAGE, NOW)).toBe(given);
  });

  it('go to the paths that they are for, longer paths first', () => {
    const jar = jarOf('all=1; Path=/', 'own=2', 'deep=3; Path=/a/page/x', 'odd=4; Path=here');
    expect(sent(jar)).toBe('own=2; odd=4; all=1');
    expect(sent(jar, url('https://shop.example.org/b'))).toBe('all=1');
    expect(sent(jar, url('https://shop.example.org/a/page/x/y?q'))).toBe('deep=3; own=2; odd=4; all=1');
  });

  it('end when they expire, or when the server takes them back', () => {
    const jar = jarOf('short=1; Max-Age=60', 'long=2; Expires=Fri, 02 Jan 2026 00:00:00 GMT', 'old=3; Max-Age=0');
    expect(sent(jar)).toBe('short=1; long=2');
    expect(sent(jar, PAGE, NOW + 60_000)).toBe('long=2');
    jar.keep(answer('long=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'), PAGE, NOW);
    expect(sent(jar)).toBe('short=1');
  });

  it('with Secure go over https only, and are kept from https only', () => {
    const jar = jarOf('safe=1; Secure; Path=/');
    expect(sent(jar)).toBe('safe=1');
    expect(sent(jar, url('http://shop.example.org/'))).toBe('');
    const plain = new HostCookies();
    plain.keep(answer('safe=1; Secure'), url('http://shop.example.org/'), NOW);
    expect(sent(plain, url('https://shop.example.org/'))).toBe('');
  });

  it('of another host are not kept', () => {
    expect(
      sent(jarOf('own=1; Domain=example.org', 'other=2; Domain=example.com', 'sub=3; Domain=x.shop.example.org')),
    ).toBe('own=1');
  });

  it('that no header can carry are not kept', () => {
    expect(
      sent(jarOf('ok=a b', 'bad=\u00e9', 'worse=a\u0001', '', '=', `${'n'.repeat(3_000)}=${'v'.repeat(2_000)}`)),
    ).toBe('ok=a b');
  });

  it('are at most 50, and 8,192 characters; the oldest go first', () => {
    const many = jarOf(...Array.from({ length: 40 }, (_, n) => `a${n}=1`));
    many.keep(answer(...Array.from({ length: 40 }, (_, n) => `b${n}=1`)), PAGE, NOW);
    const names = sent(many).split('; ');
    expect(names).toHaveLength(50);
    expect([names[0], names[9], names[10], names[49]]).toEqual(['a30=1', 'a39=1', 'b0=1', 'b39=1']);
    const large = jarOf(...Array.from({ length: 5 }, (_, n) => `c${n}=${'v'.repeat(2_000)}`));
    expect(
      sent(large)
        .split('; ')
        .map((pair) => pair.slice(0, 2)),
    ).toEqual(['c1', 'c2', 'c3', 'c4']);
  });
});
