import { describe, expect, it } from 'vitest';
import { decideRetry } from '#core/fetch/retry-policy.ts';
import { classifyStatus } from '#core/fetch/status.ts';
import { Retry } from '#core/workflow/workflow.ts';

const retry = Retry.parse({ attempts: 4, backoffSeconds: 2, factor: 3 });
const ask = (attempts: number, failure: string, retryAfterSeconds: number | null = null) =>
  decideRetry({ retry, attempts, failure: { class: failure }, retryAfterSeconds, nowMs: 1_000 });

describe('decideRetry (S20)', () => {
  it('waits longer each time, and ends with the last attempt', () => {
    expect([1, 2, 3, 4].map((attempts) => ask(attempts, 'timeout'))).toEqual([
      { again: true, notBefore: 3_000, cause: 'back-off' },
      { again: true, notBefore: 7_000, cause: 'back-off' },
      { again: true, notBefore: 19_000, cause: 'back-off' },
      { again: false },
    ]);
  });

  it('never repeats what is not listed', () => {
    expect(['tls', 'http-4xx', 'protocol', 'blocked-address'].map((failure) => ask(1, failure).again)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('obeys the longer of back-off and Retry-After', () => {
    expect(ask(1, 'http-429', 60)).toEqual({ again: true, notBefore: 61_000, cause: 'retry-after' });
    expect(ask(3, 'http-5xx', 1)).toEqual({ again: true, notBefore: 19_000, cause: 'back-off' });
  });

  it('waits a day at most', () => {
    const long = Retry.parse({ attempts: 20, backoffSeconds: 86_400, factor: 100 });
    const question = { retry: long, attempts: 19, failure: { class: 'dns' }, retryAfterSeconds: null, nowMs: 0 };

    expect(decideRetry(question)).toEqual({ again: true, notBefore: 86_400_000, cause: 'back-off' });
  });
});

it.each([
  [200, false, 'page'],
  [301, true, 'redirect'],
  [301, false, 'protocol'],
  [300, true, 'redirect'],
  [300, false, 'protocol'],
  [304, false, 'not-modified'],
  [305, true, 'protocol'],
  [308, true, 'redirect'],
  [404, false, 'http-4xx'],
  [408, false, 'http-408'],
  [429, false, 'http-429'],
  [500, false, 'http-5xx'],
  [999, false, 'http-5xx'],
  [101, false, 'protocol'],
] as const)('status %i (Location: %s) is %s', (status, hasLocation, expected) => {
  expect(classifyStatus(status, hasLocation)).toBe(expected);
});
