import { describe, expect, it } from 'vitest';
import { checkStateOf, type ExternalCheck, isDue } from '#core/external/external-check.ts';
import type { Outcome } from '#core/model/outcome.ts';
import { urlKeyOf } from '#core/url/url-key.ts';

const of = urlKeyOf('http://a.test/');
const DAY_MS = 86_400_000;

describe('what the outcome of a check says about a link (G2)', () => {
  it.each<[Outcome, number | null, string]>([
    [{ type: 'stored' }, 200, 'alive'],
    [{ type: 'notModified' }, 304, 'alive'],
    [{ type: 'duplicate', of }, 200, 'alive'],
    [{ type: 'skipped', reason: 'content-type' }, 200, 'alive'],
    [{ type: 'skipped', reason: 'too-large' }, 200, 'alive'],
    [{ type: 'skipped', reason: 'too-many-redirects' }, 302, 'dead'],
    [{ type: 'skipped', reason: 'robots' }, null, 'unknown'],
    [{ type: 'skipped', reason: 'blocked-address' }, null, 'unknown'],
    [{ type: 'redirected', to: of }, 301, 'unknown'],
    [{ type: 'failed', reason: 'http-4xx' }, 404, 'dead'],
    [{ type: 'failed', reason: 'http-4xx' }, 410, 'dead'],
    [{ type: 'failed', reason: 'http-4xx' }, 401, 'unknown'],
    [{ type: 'failed', reason: 'http-4xx' }, 403, 'unknown'],
    [{ type: 'failed', reason: 'http-4xx' }, 429, 'unknown'],
    [{ type: 'failed', reason: 'http-5xx' }, 500, 'dead'],
    [{ type: 'failed', reason: 'http-5xx' }, 999, 'unknown'],
    [{ type: 'failed', reason: 'dns' }, null, 'dead'],
    [{ type: 'failed', reason: 'timeout' }, null, 'dead'],
    [{ type: 'failed', reason: 'blocked' }, 403, 'unknown'],
    [{ type: 'failed', reason: 'robots-unreachable' }, null, 'unknown'],
    [{ type: 'failed', reason: 'internal' }, null, 'unknown'],
  ])('%j with status %s: %s', (outcome, status, state) => {
    expect(checkStateOf({ outcome, status }).state).toBe(state);
  });

  it('a link is due once its last answer is so many days old, and never when it is banned', () => {
    const check = { state: 'dead', at: 10 * DAY_MS } as ExternalCheck;
    const due = (link: Parameters<typeof isDue>[0], now: number) => isDue(link, { days: 7, now });

    expect(due({ state: 'unchecked' }, 0)).toBe(true);
    expect(due({ state: 'allowed', check }, 17 * DAY_MS - 1)).toBe(false);
    expect(due({ state: 'allowed', check }, 17 * DAY_MS)).toBe(true);
    expect(due({ state: 'banned' }, 17 * DAY_MS)).toBe(false);
  });
});
