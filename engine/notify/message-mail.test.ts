import { describe, expect, it } from 'vitest';
import type { ExecutionId, WorkflowId } from '#core/model/ids.ts';
import type { DeliveryRow } from '#core/notify/delivery.ts';
import type { NewsItem } from '#core/notify/news-item.ts';
import { mailOf } from '#engine/notify/message-mail.ts';

const AT = Date.parse('2026-11-25T07:00:00Z');

const item = (change: Partial<NewsItem> = {}): NewsItem => ({
  key: 'ended/1',
  name: 'ended',
  at: AT,
  execution: 'x00000000001' as ExecutionId,
  executionName: 'docs',
  workflow: 'w00000000001' as WorkflowId,
  owner: 'anna',
  status: 'limited',
  reason: 'pages',
  startedAt: AT,
  endedAt: AT + 1_000,
  bytes: 87,
  costUsd: 0.5,
  counts: { discovered: 4, stored: 2, notModified: 0, skipped: 1, failed: 1 },
  budgetUsd: null,
  pages: null,
  ...change,
});

const message = (news: NewsItem[], leftOut = 0): DeliveryRow => ({
  v: 1,
  id: 'msg_1',
  workflow: 'w00000000001' as WorkflowId,
  subscription: 'ops',
  version: 1,
  createdAt: AT,
  isTest: news.length === 0,
  news,
  leftOut,
  state: 'waiting',
  round: 1,
  attempts: 1,
  claim: null,
  nextTryAt: AT,
  last: null,
});

describe('the e-mail of a message (S24)', () => {
  it('says in text and in HTML what happened', () => {
    const { subject, text, html } = mailOf(message([item()]));

    expect(subject).toBe('Surf: docs has ended: limited');
    for (const part of [
      'limited (pages)',
      '4 known, 2 stored',
      '2026-11-25T07:00:01.000Z',
      '0.500000 USD',
      'w00000000001',
    ])
      expect([text, html].every((body) => body.includes(part))).toBe(true);
  });

  it.each([
    [0.000_123_4, null, '0.000123 USD'],
    [0.000_123_4, 5, '0.000123 of 5 USD'],
    [12.345_67, null, '12.35 USD'],
  ])('tells what a crawl of %d USD cost, with six digits below one: budget %s', (costUsd, budgetUsd, cost) => {
    const { text, html } = mailOf(message([item({ costUsd, budgetUsd })]));

    expect(text.split('\n')).toContain(`Cost: ${cost}`);
    expect(html).toContain(`<td>${cost}</td>`);
  });

  it('escapes bytes of the web: no markup, no link, no further line, no turned text', () => {
    const url = 'https://evil.example/"><img src=x onerror=alert(1)>\r\nBcc: eve@example.org\u202e';
    const pages = { comparedWith: 'x00000000002' as ExecutionId, count: 3, unchecked: 0, notCompared: null };
    const named = [{ url, what: 'new' as const }];
    const { subject, text, html } = mailOf(
      message([item({ name: 'new-pages', executionName: 'a\r\nBcc: eve <b>', pages: { ...pages, named } })]),
    );

    expect(subject).toBe('Surf: 3 new pages of a\\u000d\\u000aBcc: eve <b>');
    expect(text).not.toMatch(/^Bcc/m);
    expect(text).toContain('- and 2 more');
    expect([text, html].some((body) => body.includes('\u202e'))).toBe(false);
    expect(html.match(/<(?!\/?(?:html|head|meta|title|body|h2|table|tr|th|td|ul|li|p)\b|!doctype)[^>]*/g)).toBe(null);
    expect(html).not.toContain('href');
  });

  it('has all events of a digest, and how many are left out', () => {
    const { subject, text } = mailOf(message([item(), item({ name: 'failed', reason: 'no-seed' })], 5));

    expect(subject).toBe('Surf: 7 events of docs');
    expect(text).toMatch(
      /docs has ended: limited\n[\s\S]*docs has failed: no-seed\n[\s\S]*The message leaves out 5 more events/,
    );
  });

  it('of a test says that it is one', () => {
    expect(mailOf(message([])).subject).toBe('Surf: a test message');
  });
});
