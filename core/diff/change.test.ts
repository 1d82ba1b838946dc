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

const redirect = (url: string, key = `key of ${url}`): OtherVersion => ({
  ...other('redirected', null, 301),
  to: { key, url },
});

const judged = (isComplete: boolean, change: Partial<Judgement> = {}): Judgement => ({
  isComplete,
  by: 'text',
  sameText: null,
  links: null,
  ...change,
});

describe('the change of a URL', () => {
  it('names what differs of a page, and the fields by name', () => {
    const before = page({ fields: { price: '1', name: '"x"', gone: '2' } });
    const after = page({ digest: 'd2', fields: { price: '3', name: '"x"', fresh: '4' } });

    expect(changeOf(before, after, judged(true))).toEqual({
      kind: 'changed',
      url: URL_OF,
      title: 'A',
      what: ['bytes', 'fields'],
      fields: ['fresh', 'gone', 'price'],
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

  it('does not exist for a page that a tick kept without a digest of its bytes', () => {
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
    ['was cut short before the page', null, false, 'not-reached', null],
    ['could not fetch it', other('failed', 'timeout'), true, 'timeout', null],
    ['was refused by the server', other('failed', 'http-4xx', 403), true, 'http-4xx', 403],
    ['refused it', other('skipped', 'robots'), true, 'robots', null],
    ['still has it to fetch', other('pending'), false, 'pending', null],
  ] as const)('is unknown when the later crawl %s', (_, after, isComplete, reason, status) => {
    const unknown = { kind: 'unknown', url: URL_OF, title: 'A', reason, status };
    expect(changeOf(page(), after, judged(isComplete))).toEqual(unknown);
  });

  it('has the links that differ, and is one where they alone do', () => {
    const links = { added: 1, removed: 0, addedUrls: ['http://b.example/'], removedUrls: [] };
    const after = page({ digest: 'd2' });

    expect(changeOf(page(), after, judged(true, { sameText: true, links }))).toMatchObject({
      kind: 'changed',
      what: ['bytes', 'links'],
      links,
    });
    const none = { ...links, added: 0, addedUrls: [] };
    expect(changeOf(page(), after, judged(true, { sameText: true, links: none }))).toBeNull();
  });

  it('names the target of a page that redirects now', () => {
    expect(changeOf(page(), redirect('http://b.example/'), judged(true))).toMatchObject({
      kind: 'removed',
      reason: 'redirected',
      to: 'http://b.example/',
    });
  });

  it('is the target of a redirect in both, by its address, or by its key where a tick kept one', () => {
    const before = redirect('http://b.example/');
    const change = { kind: 'redirect', url: URL_OF, title: null };

    expect(changeOf(before, redirect('http://c.example/'), judged(true))).toEqual({
      ...change,
      toBefore: 'http://b.example/',
      to: 'http://c.example/',
    });
    expect(changeOf(before, redirect('http://b.example/', 'other rules'), judged(true))).toBeNull();
    const kept = { ...before, kept: true, status: null, to: { key: 'key of http://b.example/', url: null } } as const;
    expect(changeOf(kept, before, judged(true))).toBeNull();
    expect(changeOf(kept, redirect('http://c.example/'), judged(true))).toEqual({
      ...change,
      toBefore: null,
      to: 'http://c.example/',
    });
  });

  it('is the status of what is a page in neither, unless a tick kept it', () => {
    const [gone, broken] = [other('failed', 'http-4xx', 404), other('failed', 'http-5xx', 500)];

    expect(changeOf(broken, gone, judged(true))).toEqual({
      kind: 'status',
      url: URL_OF,
      title: null,
      statusBefore: 500,
      status: 404,
    });
    expect(changeOf({ ...gone, kept: true }, broken, judged(true))).toBeNull();
    expect(changeOf(other('failed', 'timeout'), broken, judged(true))).toBeNull();
  });

  it('is none for what was a page in neither', () => {
    expect(changeOf(other('failed', 'timeout'), other('failed', 'dns'), judged(true))).toBeNull();
    expect(changeOf(null, other('skipped', 'robots'), judged(true))).toBeNull();
  });
});
