import { describe, expect, it } from 'vitest';
import { VisitHours } from '#core/politeness/visits/visit-hours.ts';
import { nextOpen } from '#core/politeness/visits/visit-window.ts';

const HOUR = 3_600_000;

describe('visit hours (G7)', () => {
  it('answer as the window does, also when the clock goes back', () => {
    const window = { from: '22:00', to: '06:00', zone: 'America/New_York' };
    const hours = new VisitHours(window);
    const start = Date.parse('2026-03-06T00:00:00Z');
    const instants = Array.from({ length: 400 }, (_, i) => start + ((i * 7) % 400) * 0.35 * HOUR);

    expect(instants.map((now) => hours.opensAt(now))).toEqual(instants.map((now) => nextOpen(window, now)));
    expect(instants.map((now) => hours.isOpen(now))).toEqual(instants.map((now) => nextOpen(window, now) === now));
    expect(hours.cause).toBe('outside of 22:00-06:00 America/New_York');
  });

  it('without a window are always open', () => {
    expect(new VisitHours(null).opensAt(5)).toBe(5);
    expect(new VisitHours(null).isOpen(5)).toBe(true);
  });
});
