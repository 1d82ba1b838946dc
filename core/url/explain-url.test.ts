import { describe, expect, it } from 'vitest';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { explainUrl, mergeRules } from '#core/url/explain-url.ts';
import { KeyRules } from '#core/url/key-rules.ts';

const DEFAULT = KeyRules.parse({});

describe('explainUrl', () => {
  it.each([
    ['http://a.example/x', 'http://a.example/x', []],
    [' http://a.example/x\n', 'http://a.example/x', ['whitespace']],
    ['http:\\\\a.example\\x', 'http://a.example/x', ['backslash']],
    ['HTTP://A.Example/X', 'http://a.example/X', ['letterCase']],
    ['http://me:secret@a.example/', 'http://a.example/', ['userInfo']],
    ['http://münchen.example/', 'http://xn--mnchen-3ya.example/', ['hostForm']],
    ['http://127.1/', 'http://127.0.0.1/', ['hostForm']],
    ['http://a.example:80/', 'http://a.example/', ['defaultPort']],
    ['https://a.example:443/', 'https://a.example/', ['defaultPort']],
    ['http://a.example:8080/', 'http://a.example:8080/', []],
    ['http://a.example', 'http://a.example/', ['emptyPath']],
    ['http://a.example/b/../c/./d', 'http://a.example/c/d', ['dotSegments']],
    ['http://a.example/%2e%2E/c', 'http://a.example/c', ['dotSegments']],
    ['http://a.example/ä?q=ö b', 'http://a.example/%C3%A4?q=%C3%B6%20b', ['percentEncoding']],
    ['http://a.example/x#part', 'http://a.example/x', ['fragment']],
    ['http://a.example/x#', 'http://a.example/x', []],
    [
      'HTTP://a.example:80/./x y#z',
      'http://a.example/x%20y',
      ['letterCase', 'defaultPort', 'dotSegments', 'percentEncoding', 'fragment'],
    ],
  ])('names what makes %j the address that is fetched (N7)', (given, url, rules) => {
    const forms = explainUrl(given, DEFAULT);

    expect(forms?.url).toBe(url);
    expect(forms?.addressRules).toEqual(given.endsWith('#') ? ['fragment'] : rules);
  });

  it('names the rules that make the key, the workflow’s own among them', () => {
    const rules = KeyRules.parse({
      sortQuery: true,
      dropParameters: ['tracking', 'sessions'],
      indexPage: 'fold',
      trailingSlash: 'fold',
    });
    const forms = explainUrl('http://a.example./%7Ea;jsessionid=1/index.html?b=1&utm_source=x&a=2#f', rules);

    expect(forms).toMatchObject({
      canonical: 'http://a.example/~a?a=2&b=1',
      addressRules: ['fragment'],
      keyRules: [
        'hostDot',
        'percentEscapes',
        'dropPathSession',
        'dropParameters',
        'sortQuery',
        'indexPage',
        'trailingSlash',
      ],
    });
  });

  it.each(['mailto:a@b.example', 'javascript:void(0)', '/relative', 'a.example', ''])('has no key for %j', (given) => {
    expect(explainUrl(given, DEFAULT)).toBeNull();
  });
});

describe('mergeRules', () => {
  const rules = KeyRules.parse({ sortQuery: true });
  const between = (given: string, other: string): string[] => {
    const forms = explainUrl(given, rules);
    return forms === null ? ['no address'] : mergeRules(forms, other as CrawlUrl, rules);
  };

  it('names the rule of every merge, for both orders of the two addresses', () => {
    expect(between('http://a.example/?b&a', 'http://a.example/?a&b')).toEqual(['sortQuery']);
    expect(between('http://a.example/?a&b', 'http://a.example/?b&a')).toEqual(['sortQuery']);
    expect(between('http://a.example/%7Ex', 'http://a.example/~x')).toEqual(['percentEscapes']);
    expect(between('http://a.example/?', 'http://a.example/')).toEqual(['emptyQuery']);
    expect(between('http://a.example./#x', 'http://a.example/')).toEqual(['fragment', 'hostDot']);
    expect(between('http://a.example:80/?a&b', 'http://a.example/?a&b')).toEqual(['defaultPort']);
    expect(between('http://a.example/x', 'http://a.example/x')).toEqual([]);
  });
});
