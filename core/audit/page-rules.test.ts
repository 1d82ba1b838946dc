import { describe, expect, it } from 'vitest';
import type { AuditedPage, AuditedUrl } from '#core/audit/audited-url.ts';
import { AUDIT_LIMITS } from '#core/audit/issue-kinds.ts';
import { pageIssues } from '#core/audit/page-rules.ts';

const NONE = { count: 0, first: [] };
const PAGE: AuditedPage = {
  title: 'A title',
  description: 'What it is',
  headings: 1,
  words: 100,
  imagesWithoutAlt: NONE,
  insecure: NONE,
  canonicals: [],
  isOwnCanonical: false,
  movesTo: null,
  alternates: [],
  languages: [],
  isOwnVersion: false,
};

const audited = (url: string, page: Partial<AuditedPage>, more: Partial<AuditedUrl> = {}): AuditedUrl => ({
  key: 'k',
  url,
  outcome: { type: 'stored' },
  status: 200,
  level: 5,
  isSeed: false,
  answerMs: 2_000,
  noindex: false,
  page: { ...PAGE, ...page },
  ...more,
});
const found = (of: AuditedUrl): string[] =>
  pageIssues(of, AUDIT_LIMITS).map(({ code, detail }) => `${code}: ${detail}`);

describe('issues of a page by itself', () => {
  it('are none at the limits', () => {
    expect(found(audited('https://a.test/', { title: 'x'.repeat(60), description: 'x'.repeat(160) }))).toEqual([]);
  });

  it('are found just beyond them', () => {
    const beyond = { title: '😀'.repeat(61), description: 'x'.repeat(161), words: 99, headings: 2 };

    expect(found(audited('https://a.test/', beyond, { level: 6, answerMs: 2_001 }))).toEqual([
      'slow-page: 2.0 s',
      'deep-page: 6 clicks',
      'long-title: 61 characters',
      'long-description: 161 characters',
      'several-h1: 2 h1',
      'thin-page: 99 words',
    ]);
  });

  it('have insecure files only on pages that are secure', () => {
    const insecure = { count: 2, first: ['http://a.test/x.js', 'http://a.test/y.png'] };

    expect(found(audited('https://a.test/', { insecure }))).toEqual([
      'mixed-content: 2 files: http://a.test/x.js http://a.test/y.png',
    ]);
    expect(found(audited('http://a.test/', { insecure }))).toEqual([]);
  });

  it('judge no text of a page that search engines do not list', () => {
    const empty = { title: null, description: null, headings: 0, words: 0 };
    const other = { ...empty, canonicals: [{ key: 'o', url: 'https://a.test/o' }] };

    expect(found(audited('https://a.test/', empty)).length).toBe(4);
    expect(found(audited('https://a.test/', empty, { noindex: true }))).toEqual([]);
    expect(found(audited('https://a.test/', other))).toEqual([]);
  });

  it('has a language version with a code of no language, and is not among them itself', () => {
    const alternates = [{ key: 'd', url: 'https://a.test/de', language: 'de' }];
    const page = { alternates, languages: ['de', 'en-uk', 'jp'] };

    expect(found(audited('https://a.test/', page))).toEqual([
      'hreflang-code: "en-uk": write en-GB; "jp": jp names no language',
      'hreflang-no-self: 1 other version: https://a.test/de',
    ]);
    expect(found(audited('https://a.test/', { ...page, languages: ['de', 'en'], isOwnVersion: true }))).toEqual([]);
    expect(found(audited('https://a.test/', page, { noindex: true }))).toEqual([]);
  });
});
