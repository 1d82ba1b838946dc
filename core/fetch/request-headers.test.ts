import { expect, it } from 'vitest';
import { requestHeaders } from '#core/fetch/request-headers.ts';
import { hostKeyOf } from '#core/politeness/host-key.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { Workflow } from '#core/workflow/workflow.ts';

const seed = 'https://e.org/' as CrawlUrl;
const seedHosts = new Set([hostKeyOf(seed)]);
const workflow = Workflow.parse({
  seeds: [seed],
  politeness: { userAgent: 'tester/1' },
  fetch: {
    acceptTypes: ['text/html', 'text/*', '*+xml', 'evil\r\nX: y'],
    headers: { 'X-Plain': 'a', Cookie: { value: 's=1', secret: true }, Host: 'other', 'Accept-Encoding': 'br' },
  },
});

it('sends User-Agent, Accept and the configured headers in order, without those the fetcher owns (H3)', () => {
  expect(requestHeaders(workflow, seed, seedHosts)).toEqual([
    ['User-Agent', 'tester/1'],
    ['Accept', 'text/html, text/*, */*;q=0.1'],
    ['X-Plain', 'a'],
    ['Cookie', 's=1'],
  ]);
});

it('keeps secrets from other hosts', () => {
  const names = requestHeaders(workflow, 'https://cdn.e.org/' as CrawlUrl, seedHosts).map(([name]) => name);

  expect(names).toEqual(['User-Agent', 'Accept', 'X-Plain']);
});

it('lets a configured Accept replace ours', () => {
  const own = Workflow.parse({ seeds: [seed], fetch: { headers: { accept: 'text/plain' } } });

  expect(requestHeaders(own, seed, seedHosts)).toEqual([
    ['User-Agent', 'surf-crawler/0.1'],
    ['accept', 'text/plain'],
  ]);
});
