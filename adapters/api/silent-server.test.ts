import { describe, expect, it } from 'vitest';
import { withSilence } from '#adapters/api/silent-server.ts';

const NOW = Date.parse('2026-11-27T08:00:00Z');
const SERVER = 'http://127.0.0.1:8000/';
const SEEN = { pages: 11, waiting: null as { cause: string; until: string; remedy: string | null } | null };

describe('a server that does not answer', () => {
  it('is named in the last view of an execution, with the time when the command gives up', () => {
    expect(withSilence(SEEN, { server: SERVER, silentMs: 20_000, patienceMs: 120_000 }, NOW)).toEqual({
      pages: 11,
      waiting: {
        cause: 'http://127.0.0.1:8000, which does not answer',
        until: '2026-11-27T08:01:40.000Z',
        remedy: null,
      },
    });
  });

  it('is not named after one lost answer', () => {
    expect(withSilence(SEEN, { server: SERVER, silentMs: 4_999, patienceMs: 120_000 }, NOW)).toBe(SEEN);
  });

  it('is waited for no longer than the patience', () => {
    const { waiting } = withSilence(SEEN, { server: SERVER, silentMs: 130_000, patienceMs: 120_000 }, NOW);

    expect(waiting?.until).toBe('2026-11-27T08:00:00.000Z');
  });
});
