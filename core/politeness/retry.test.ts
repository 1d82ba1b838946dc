import { describe, expect, it } from 'vitest';
import { classifyStatus } from '#core/fetch/status.ts';
import { decideAfterResponse, decideRetry } from '#core/politeness/retry.ts';
import { Retry } from '#core/politeness/retry-rules.ts';

const retry = Retry.parse({ attempts: 4, backoffSeconds: 2, factor: 3 });
const ask = (attempts: number, failure: string, retryAfterSeconds: number | null = null) =>
  decideRetry({ retry, attempts, failure: { class: failure }, retryAfterSeconds, nowMs: 1_000 });

describe('decideRetry (S20)', () => {
  it('waits longer each time, and ends with the last attempt', () => {
    expect([1, 2, 3, 4].map((attempts) => ask(attempts, 'timeout'))).toEqual([
      { again: true, notBefore: 3_000, cause: 'back-off' },
      { again: true, notBefore: 7_000, cause: 'back-off' },
      { again: true, notBefore: 19_000, cause: 'back-off' },
      { again: false, cause: 'attempts-used' },
    ]);
  });

  it('never repeats what is not listed', () => {
    expect(['tls', 'http-4xx', 'protocol', 'blocked-address'].map((failure) => ask(1, failure))).toEqual(
      Array(4).fill({ again: false, cause: 'not-in-retry-on' }),
    );
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

describe('decideAfterResponse', () => {
  const decided = (status: number, retryAfterSeconds: number | null, attempts = 1) =>
    decideAfterResponse({
      retry,
      attempts,
      status,
      failure: { class: classifyStatus(status, false) },
      retryAfterSeconds,
      nowMs: 1_000,
    });

  it.each([
    [429, 60, 1, { held: true, at: 61_000, reason: 'retry-after' }],
    [503, 60, 1, { held: true, at: 61_000, reason: 'retry-after' }],
    [503, 60, 4, { held: true, at: 61_000, reason: 'retry-after' }],
    [429, null, 1, { held: true, at: 3_000, reason: 'back-off' }],
    [429, 0, 2, { held: true, at: 7_000, reason: 'back-off' }],
    [429, null, 4, { held: false, reason: 'no-pause-requested' }],
    [503, null, 1, { held: false, reason: 'no-pause-requested' }],
    [503, 0, 1, { held: false, reason: 'no-pause-requested' }],
    [500, 60, 1, { held: false, reason: 'other-status' }],
    [404, 60, 1, { held: false, reason: 'other-status' }],
  ] as const)('%i with Retry-After %s at try %i: the host is %o', (status, asked, attempts, hold) => {
    expect(decided(status, asked, attempts).hold).toEqual(hold);
  });

  it('answers instants of the clock that it is given: never an epoch time', () => {
    const { retry: again, hold } = decided(429, 60);

    expect([again, hold]).toEqual([
      { again: true, notBefore: 61_000, cause: 'retry-after' },
      { held: true, at: 61_000, reason: 'retry-after' },
    ]);
  });
});
