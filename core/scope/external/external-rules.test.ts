import { describe, expect, it } from 'vitest';
import { ExternalRules } from '#core/scope/external/external-rules.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

const rules = new ExternalRules({
  allowed: ['partner.example', '*/open/*'],
  banned: ['ads.example', 're:casino'],
});

describe('the rules for external links (G2)', () => {
  it.each([
    ['https://partner.example/', { state: 'allowed', rule: 'partner.example' }],
    ['https://shop.partner.example/a?b=1', { state: 'allowed', rule: 'partner.example' }],
    ['https://other.example/open/1', { state: 'allowed', rule: '*/open/*' }],
    ['https://ads.example/open/1', { state: 'banned', rule: 'ads.example' }],
    ['https://ads.example./open/1', { state: 'banned', rule: 'ads.example' }],
    ['https://partner.example/casino', { state: 'banned', rule: 're:casino' }],
    ['https://notpartner.example/', { state: 'unchecked' }],
  ])('say of %s: %j', (url, decision) => {
    expect(rules.decide(url as CrawlUrl)).toEqual(decision);
  });

  it('have another id when a list is another', () => {
    const same = new ExternalRules({ allowed: ['partner.example', '*/open/*'], banned: ['ads.example', 're:casino'] });
    const swapped = new ExternalRules({ allowed: ['ads.example'], banned: [] });
    const banned = new ExternalRules({ allowed: [], banned: ['ads.example'] });

    expect(same.id).toBe(rules.id);
    expect(swapped.id).not.toBe(banned.id);
  });
});
