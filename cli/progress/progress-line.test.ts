import { describe, expect, it } from 'vitest';
import { type Progress, progressBar, progressText, waitNotes } from '#cli/progress/progress-line.ts';

const NOW = 1_763_700_000_000;

const progress = (change: Partial<Progress> = {}): Progress => ({
  status: 'running',
  pages: 1_234,
  perSecond: 12.34,
  level: 2,
  done: 0.5,
  pending: 1_200,
  failed: 3,
  waiting: null,
  hosts: [],
  stopping: false,
  ...change,
});

describe('the line of a crawl under way', () => {
  it('shows pages, rate, level, what is to do, and who is waited for and why', () => {
    const hosts = [
      { host: 'slow.example', cause: 'crawl-delay 10 s', until: NOW + 9_000, remedy: null },
      { host: 'b.example', cause: 'delay', until: NOW + 10_000, remedy: null },
    ];

    expect(progressBar(progress({ hosts }), NOW, 200)).toBe(
      '[##########----------] 1,234 pages · now 12.3/s · level 2 · 1,200 to do · 3 failed · 2 hosts wait (slow.example: crawl-delay 10 s)',
    );
  });

  it('names the cause when everything waits, and for how long', () => {
    const waiting = { cause: 'slow.example: retry-after', until: NOW + 65_000, remedy: null };

    expect(progressText(progress({ waiting, failed: 0 }), NOW, 12)).toBe(
      '12 s: 1,234 pages, now 12.3/s, level 2, 1,200 to do, waiting 1 min 5 s for slow.example: retry-after',
    );
  });

  it.each([200, 100, 60, 40, 20, 10, 2])('never fills a terminal of %i columns, so it is never wrapped', (columns) => {
    const hosts = [{ host: 'a-host-with-a-long-name.example', cause: 'crawl-delay 10 s', until: NOW, remedy: null }];

    const line = progressBar(progress({ hosts, stopping: true }), NOW, columns);

    expect(line.length).toBeLessThanOrEqual(columns - 1);
    expect(line.length).toBeGreaterThan(0);
  });

  it('does not let a host or a cause write to the terminal', () => {
    const hosts = [{ host: 'a\u001b[2J.example', cause: 'x\u0007', until: NOW, remedy: null }];

    expect(progressBar(progress({ hosts }), NOW, 300)).not.toMatch(/\p{Cc}/u);
  });

  it('is followed by the remedy of a wait, which names the host and stays the same during the wait', () => {
    const cause = 'slow.example: its robots.txt answers 503';
    const waiting = { cause, until: NOW + 30_000, remedy: 'mend it' };
    const [host, silent] = [
      { host: 'a.example', cause: 'its robots.txt answers 500', until: NOW, remedy: 'mend it' },
      { host: 'b.example', cause: 'delay', until: NOW, remedy: null },
    ];

    expect(waitNotes(progress({ waiting, hosts: [host, silent] }))).toEqual([
      `${cause}. mend it`,
      'a.example: its robots.txt answers 500. mend it',
    ]);
  });
});
