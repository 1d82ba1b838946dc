import { describe, expect, it } from 'vitest';
import { SKIP_REASONS } from '#core/model/outcome.ts';
import { hookedVerdict } from '#core/run/unit-hooks.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

const URL_A = 'http://a.example/a' as CrawlUrl;

describe('the verdict with a hook', () => {
  it('is that of the rules where the program follows the link', () => {
    expect(hookedVerdict({ link: () => 'follow' }, URL_A, { reason: null })).toEqual({ reason: null });
    expect(hookedVerdict({}, URL_A, { reason: null })).toEqual({ reason: null });
  });

  it('has the reason hook and the decision as its rule where the program refuses', () => {
    expect(hookedVerdict({ link: () => 'quota' }, URL_A, { reason: null })).toEqual({ reason: 'hook', rule: 'quota' });
  });

  it.each(SKIP_REASONS.filter((reason) => reason !== 'hook'))('never admits what the rules refuse: %s', (reason) => {
    expect(hookedVerdict({ link: () => 'follow' }, URL_A, { reason })).toEqual({ reason });
  });

  it('leaves what rules of lower precedence refuse to them, and comes before traps', () => {
    const asked: string[] = [];
    const link = (url: string) => {
      asked.push(url);
      return 'unwanted' as const;
    };

    expect(hookedVerdict({ link }, URL_A, { reason: 'blocklist' }).reason).toBe('blocklist');
    expect(asked).toEqual([]);
    expect(hookedVerdict({ link }, URL_A, { reason: 'trap' }).reason).toBe('hook');
  });
});
