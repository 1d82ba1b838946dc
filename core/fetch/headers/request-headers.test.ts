import { expect, it } from 'vitest';
import { requestHeaders, seedOriginsOf } from '#core/fetch/headers/request-headers.ts';
import { Secret } from '#core/secrets/secret.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { Workflow } from '#core/workflow/workflow.ts';

const seed = 'https://e.org/' as CrawlUrl;
const workflow = Workflow.parse({
  seeds: [seed],
  politeness: { userAgent: 'tester/1' },
  fetch: {
    acceptTypes: ['text/html', 'text/*', '*+xml', 'evil\r\nX: y'],
    headers: { 'X-Plain': 'a', Cookie: { secretRef: 'SESSION' }, Host: 'other', 'Accept-Encoding': 'br' },
  },
});
const of = { seedOrigins: seedOriginsOf(workflow), secrets: new Map([['Cookie', new Secret('s=1')]]) };

it('sends User-Agent, Accept and the configured headers in order, without those the fetcher owns (H3)', () => {
  expect(requestHeaders(workflow, of)(seed)).toEqual([
    ['User-Agent', 'tester/1'],
    ['Accept', 'text/html, text/*, */*;q=0.1'],
    ['X-Plain', 'a'],
    ['Cookie', 's=1'],
  ]);
});

it.each([
  ['another host', 'https://cdn.e.org/'],
  ['plain http of the same host', 'http://e.org/'],
  ['another port of the same host', 'https://e.org:8443/'],
  ['the same host with a trailing dot', 'https://e.org./'],
  ['a host whose name begins with it', 'https://e.org.evil.test/'],
])('keeps secrets from %s', (_, url) => {
  const names = requestHeaders(workflow, of)(url as CrawlUrl).map(([name]) => name);

  expect(names).toEqual(['User-Agent', 'Accept', 'X-Plain']);
});

it('lets a configured Accept replace ours', () => {
  const own = Workflow.parse({ seeds: [seed], fetch: { headers: { accept: 'text/plain' } } });

  expect(requestHeaders(own, { ...of, seedOrigins: seedOriginsOf(own) })(seed)).toEqual([
    ['User-Agent', 'surf-crawler/0.1'],
    ['accept', 'text/plain'],
  ]);
});

it('sends no secret to an origin that its owner has not bound it to, and none that it has no value of', () => {
  const bound = new Map([['Cookie', new Secret('s=1', ['https://other.test'])]]);
  const names = [bound, new Map()].map((secrets) =>
    requestHeaders(workflow, { ...of, secrets })(seed).map(([name]) => name),
  );

  expect(names).toEqual([
    ['User-Agent', 'Accept', 'X-Plain'],
    ['User-Agent', 'Accept', 'X-Plain'],
  ]);
});

it('never sends what a row of an earlier version holds as a secret', () => {
  const old = Workflow.parse({ seeds: [seed], fetch: { headers: { 'X-Key': { value: 'k', secret: true } } } });

  expect(requestHeaders(old, of)(seed).map(([name]) => name)).toEqual(['User-Agent', 'Accept']);
});
