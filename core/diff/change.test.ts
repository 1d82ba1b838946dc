import { describe, expect, it } from 'vitest';
import { changeOf, type Judgement } from '#core/diff/change.ts';
import type { OtherVersion, PageVersion } from '#core/diff/url-version.ts';

const URL_OF = 'http://a.example/';
const page = (change: Partial<PageVersion> = {}): PageVersion => ({
  is: 'page',
  url: URL_OF,
  title: 'A',
  digest: 'd1',
  text: null,
  fields: null,
  ...change,
});
const other = (is: OtherVersion['is'], reason: string | null = null, status: number | null = null): OtherVersion => ({
  is,
  url: URL_OF,
  reason,
  status,
});

const judged = (isComplete: boolean, change: Partial<Judgement> = {}): Judgement => ({
  isComplete,
  by: 'text',
  sameText: null,
  ...change,
});

describe('the change of a URL', () => {
  it('names what differs of a page, and the fields by name', () => {
    const before = page({ fields: { price: '1', name: '"x"', gone: '2' } });
    const after = page({ digest: 'd2', fields: { price: '3', name: '"x"', fresh: '4' } });

    expect(changeOf(before, after, judged(true))).toEqual({
      ...{ kind: 'changed', url: URL_OF, title: 'A' },
      ...{ what: ['bytes', 'fields'], fields: ['fresh', 'gone', 'price'] },
    });
    expect(changeOf(page(), page({ title: 'B' }), judged(true))).toMatchObject({ what: ['title'], fields: [] });
    expect(changeOf(page(), page(), judged(false))).toBeNull();
  });

  it('is none where the main text is the same, unless bytes are compared', () => {
    const after = page({ digest: 'd2' });

    expect(changeOf(page(), after, judged(true, { sameText: true }))).toBeNull();
    expect(changeOf(page(), after, judged(true, { sameText: false }))).toMatchObject({ what: ['text', 'bytes'] });
    expect(changeOf(page(), after, judged(true))).toMatchObject({ what: ['bytes'] });
    expect(changeOf(page(), after, judged(true, { by: 'bytes', sameText: true }))).toMatchObject({ what: ['bytes'] });
    expect(changeOf(page(), page({ digest: 'd2', title: 'B' }), judged(true, { sameText: true }))).toMatchObject({
      what: ['bytes', 'title'],
    });
  });

  it('is none of a page that a tick kept without a digest of its bytes', () => {
    expect(changeOf(page(), page({ digest: null, kept: true, title: null }), judged(false))).toBeNull();
  });

  it.each([
    ['nothing', null, null],
    ['a failure', other('failed', 'timeout'), 'timeout'],
    ['a redirect', other('redirected', null, 301), 'redirected'],
  ])('is added where the earlier crawl had %s', (_, before, was) => {
    expect(changeOf(before, page(), judged(true))).toEqual({ kind: 'added', url: URL_OF, title: 'A', was });
  });

  it.each([
    ['404', other('failed', 'http-4xx', 404), 'gone', 404],
    ['410', other('failed', 'http-4xx', 410), 'gone', 410],
    ['a redirect', other('redirected', null, 301), 'redirected', 301],
    ['a copy of another page', other('duplicate', null, 200), 'duplicate', 200],
    ['no link to it', null, 'unlinked', null],
  ] as const)('is removed when a complete crawl finds %s', (_, after, reason, status) => {
    expect(changeOf(page(), after, judged(true))).toEqual({ kind: 'removed', url: URL_OF, title: 'A', reason, status });
  });

  it.each([
    ['was cut short before the page', null, false, 'not-reached'],
    ['could not fetch it', other('failed', 'timeout'), true, 'timeout'],
    ['was refused by the server', other('failed', 'http-4xx', 403), true, 'http-4xx'],
    ['refused it', other('skipped', 'robots'), true, 'robots'],
    ['still has it to fetch', other('pending'), false, 'pending'],
  ] as const)('is unknown when the later crawl %s', (_, after, isComplete, reason) => {
    expect(changeOf(page(), after, judged(isComplete))).toEqual({ kind: 'unknown', url: URL_OF, title: 'A', reason });
  });

  it('is none for what was a page in neither', () => {
    expect(changeOf(other('failed', 'timeout'), other('failed', 'dns'), judged(true))).toBeNull();
    expect(changeOf(null, other('skipped', 'robots'), judged(true))).toBeNull();
  });
});
