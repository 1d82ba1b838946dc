import { describe, expect, it } from 'vitest';
import { deadSitemapRemedy, deadSitemapWords } from '#core/frontier/dead-sitemap.ts';
import { seedRemedy } from '#core/frontier/seed-remedy.ts';

describe('a sitemap of the workflow that could not be read', () => {
  it.each([
    ['http-4xx', '404', 'the server answered 404', /--sitemaps auto/],
    ['http-5xx', '503', 'the server answered 503', /try again later/],
    [
      'content-type',
      'this is not a sitemap: its gzip is damaged',
      'this is not a sitemap: its gzip is damaged',
      /XML sitemap/,
    ],
    ['too-large', '', 'it has more than 50 MB', /give its parts/],
  ] as const)('is reported in words, with its remedy: %s %s', (reason, detail, words, remedy) => {
    expect(deadSitemapWords({ reason, detail })).toBe(words);
    expect(deadSitemapRemedy({ reason, detail })).toMatch(remedy);
  });

  it('says which index of the workflow lists it, and does not blame the workflow', () => {
    const listed = { reason: 'http-4xx', detail: '404', index: 'https://a.example/index.xml' } as const;

    expect(deadSitemapWords(listed)).toBe('the server answered 404; the index https://a.example/index.xml lists it');
    expect(deadSitemapRemedy(listed)).toMatch(/the index may be out of date$/);
  });

  it('has the remedies of a seed where those hold for it, too', () => {
    for (const detail of ['403', '429'])
      expect(deadSitemapRemedy({ reason: 'http-4xx', detail })).toBe(seedRemedy({ reason: 'http-4xx', detail }));
  });
});
