import { describe, expect, it } from 'vitest';
import { urlPattern } from '#core/scope/patterns/url-pattern.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

describe('the pattern of a URL (G10)', () => {
  it.each([
    ['http://a.test/2024/05/?page=12', 'a.test/#/#/?page=#'],
    ['https://a.test/cal/2024-05-31', 'a.test/cal/#-#-#'],
    ['http://a.test/p/iphone15', 'a.test/p/iphone#'],
    ['http://a.test/', 'a.test/'],
    ['http://127.0.0.1:8080/x/7', '127.0.0.1:8080/x/#'],
    ['http://h2o.test/1', 'h2o.test/#'],
    // escapes are letters: their digits are none
    ['http://a.test/%D0%9F%D1%80/5', 'a.test/%D0%9F%D1%80/#'],
    ['http://a.test/%2042', 'a.test/%20#'],
    ['http://a.test/100%', 'a.test/#%'],
  ])('%s is %s', (url, pattern) => {
    expect(urlPattern(url as CrawlUrl)).toBe(pattern);
  });
});
