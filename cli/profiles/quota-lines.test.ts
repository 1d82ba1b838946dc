import { describe, expect, it } from 'vitest';
import { quotaLine, quotaRemedy } from '#cli/profiles/quota-lines.ts';

const DAY = '2026-11-28T00:00:00.000Z';

describe('the line of a quota', () => {
  it('shows the used, reserved and remaining part of each quota, and its reset', () => {
    const quota = { quota: 'pagesPerDay', most: 1_000, used: 120, setAside: 300, left: 580, resetsAt: DAY } as const;

    expect(quotaLine(quota)).toBe(
      'pages a day: 120 of 1,000 used, 300 set aside for executions under way, 580 left until 2026-11-28 UTC',
    );
    expect(quotaRemedy(quota)).toBe(`it begins again at ${DAY}`);
  });

  it('of storage has no end, and names the command that gives room', () => {
    const quota = { quota: 'storedBytes', most: 2e6, used: 2e6, setAside: 0, left: 0, resetsAt: null } as const;

    expect(quotaLine(quota)).toBe('stored: 2.0 MB of 2.0 MB used, 0 B left');
    expect(quotaRemedy(quota)).toContain('surf delete');
  });
});
