import { describe, expect, it } from 'vitest';
import { PathTraps } from '#core/scope/traps/url-trap.ts';

const find = (url: string, traps: { pathDepth?: number | null; repeatedSegments?: number | null }) =>
  new PathTraps({ pathDepth: null, repeatedSegments: null, ...traps }).find(url, url.indexOf('/', 8));

describe('path traps (G10)', () => {
  it.each([
    ['http://a.test/', 0],
    ['http://a.test/a', 1],
    ['http://a.test/a/', 1],
    ['http://a.test/a/b?x=/c/d/e', 2],
    ['http://a.test/a//b', 3],
    ['http://a.test/a/b/', 2],
  ])('%s has a depth of %d', (url, depth) => {
    expect(find(url, { pathDepth: Math.max(1, depth) })).toBeNull();
    if (depth > 1)
      expect(find(url, { pathDepth: depth - 1 })).toEqual({
        reason: 'trap',
        rule: `path-depth ${depth} > ${depth - 1}`,
      });
  });

  it.each([
    ['http://a.test/a/a/a', 'a 3 > 2'],
    ['http://a.test/a/b/a/b/a/b/', 'a 3 > 2'],
    ['http://a.test/shop/1/shop/2/shop/3', 'shop 3 > 2'],
    ['http://a.test/x/a/a/y/a.html/a', 'a 3 > 2'],
  ])('%s repeats a segment: %s', (url, rule) => {
    expect(find(url, { repeatedSegments: 2 })).toEqual({ reason: 'trap', rule: `repeated-segment ${rule}` });
  });

  it.each([
    'http://a.test/a/a',
    'http://a.test/a/b/c/d/e/f',
    'http://a.test/2011/11/11/11/11/11',
    'http://a.test////x',
    'http://a.test/a/a?b=/a/a/a',
    'http://a.test/a/A/a/A',
  ])('%s does not', (url) => {
    expect(find(url, { repeatedSegments: 2 })).toBeNull();
  });

  it('without limits finds none', () => {
    expect(find(`http://a.test${'/a'.repeat(1_000)}`, {})).toBeNull();
  });

  it('names a long segment by its beginning', () => {
    const segment = 'x'.repeat(300);

    expect(find(`http://a.test/${segment}/${segment}`, { repeatedSegments: 1 })?.rule).toBe(
      `repeated-segment ${'x'.repeat(100)} 2 > 1`,
    );
  });
});
