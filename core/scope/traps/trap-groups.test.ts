import { describe, expect, it } from 'vitest';
import { barrenRule, trapGroups } from '#core/scope/traps/trap-groups.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

describe('trapGroups', () => {
  it.each([
    ['http://a.test/', []],
    ['http://a.test/docs/install', []],
    ['http://a.test/%41/x', []],
    ['http://a.test/cal/2024/5', ['a.test/cal/#/#']],
    ['http://a.test/page12.html', ['a.test/page#.html']],
    ['http://a.test/s/x8f3k2/p1', ['a.test/s/#/p#']],
    ['http://a.test/s/qwrtzplk/p1', ['a.test/s/#/p#']],
    ['http://a.test/s/qwrtzplk', ['a.test/s/#']],
    ['http://a.test/shop?c=red', ['a.test/shop?*']],
    ['http://a.test/shop?page=2', ['a.test/shop?page=#', 'a.test/shop?*']],
    ['http://a.test/p;jsessionid=abc', ['a.test/p?*']],
    ['http://a.test/a/b/a/', ['a.test/** (repeated segments)']],
    ['http://a.test/2011/11/11', ['a.test/#/#/#']],
  ])('%s', (url, groups) => {
    expect(trapGroups(url as CrawlUrl)).toEqual(groups);
  });

  it('is named in a rule of at most 200 characters', () => {
    expect(barrenRule(200, 'a.test/#')).toBe('no-new-content 200: a.test/#');
    expect(barrenRule(200, 'x'.repeat(500))).toHaveLength(200);
  });
});
