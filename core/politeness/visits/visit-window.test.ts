import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isTimeZone,
  nextOpen,
  parseWindowText,
  VisitWindow,
  windowState,
  windowText,
} from '#core/politeness/visits/visit-window.ts';

const at = (iso: string): number => Date.parse(iso);
const iso = (ms: number): string => new Date(ms).toISOString().replace(':00.000Z', 'Z');
const NIGHT: VisitWindow = { from: '22:00', to: '06:00', zone: 'Europe/Berlin' };

describe('a visit window (G7)', () => {
  it.each([
    // Berlin is UTC+1 in winter, UTC+2 in summer
    ['2026-01-15T20:59:59.999Z', '2026-01-15T21:00Z'],
    ['2026-01-15T21:00Z', '2026-01-15T21:00Z'],
    ['2026-01-15T23:30Z', '2026-01-15T23:30Z'],
    ['2026-01-16T04:59:59.999Z', '2026-01-16T04:59:59.999Z'],
    ['2026-01-16T05:00Z', '2026-01-16T21:00Z'],
    ['2026-07-15T12:00Z', '2026-07-15T20:00Z'],
  ])('over midnight: at %s the next request may start at %s', (now, next) => {
    expect(iso(nextOpen(NIGHT, at(now)))).toBe(iso(at(next)));
  });

  it.each([
    ['2026-03-02T08:59Z', '2026-03-02T09:00Z'],
    ['2026-03-02T09:00Z', '2026-03-02T09:00Z'],
    ['2026-03-02T16:59Z', '2026-03-02T16:59Z'],
    ['2026-03-02T17:00Z', '2026-03-03T09:00Z'],
  ])('within a day: at %s the next request may start at %s', (now, next) => {
    expect(iso(nextOpen({ from: '09:00', to: '17:00', zone: 'UTC' }, at(now)))).toBe(next);
  });

  it('that ends at 24:00 ends at midnight', () => {
    const evening: VisitWindow = { from: '18:00', to: '24:00', zone: 'UTC' };

    expect(windowState(evening, at('2026-03-02T23:59Z'))).toEqual({ open: true, changesAt: at('2026-03-03T00:00Z') });
    expect(iso(nextOpen(evening, at('2026-03-03T00:00Z')))).toBe('2026-03-03T18:00Z');
  });

  it('from 00:00 to 24:00 is always open', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (now) => {
        expect(nextOpen({ from: '00:00', to: '24:00', zone: 'Asia/Kathmandu' }, now)).toBe(now);
      }),
    );
  });

  it('opens when the clocks jump over its beginning, and once more on the next day when they jump over all of it', () => {
    // Berlin, 29 March 2026: 02:00 becomes 03:00 at 01:00 UTC
    const early = { from: '02:30', to: '05:00', zone: 'Europe/Berlin' };
    const gone = { from: '02:10', to: '02:50', zone: 'Europe/Berlin' };

    expect(iso(nextOpen(early, at('2026-03-29T00:00Z')))).toBe('2026-03-29T01:00Z');
    expect(iso(nextOpen(gone, at('2026-03-29T00:00Z')))).toBe('2026-03-30T00:10Z');
  });

  it('is open in both hours when the clocks are set back', () => {
    // Berlin, 25 October 2026: 03:00 becomes 02:00 at 01:00 UTC
    const night = { from: '02:00', to: '03:00', zone: 'Europe/Berlin' };

    expect(windowState(night, at('2026-10-25T00:00Z'))).toEqual({ open: true, changesAt: at('2026-10-25T02:00Z') });
  });

  it('knows zones with offsets of odd quarters, and shift by half an hour', () => {
    expect(iso(nextOpen({ from: '06:00', to: '07:00', zone: 'Asia/Kathmandu' }, at('2026-01-01T00:00Z')))).toBe(
      '2026-01-01T00:15Z',
    );
    // Lord Howe, 4 October 2026: 02:00 becomes 02:30
    expect(iso(nextOpen({ from: '02:15', to: '04:00', zone: 'Australia/Lord_Howe' }, at('2026-10-03T15:00Z')))).toBe(
      '2026-10-03T15:30Z',
    );
  });

  it('says of each instant what its local time says, and nothing changes before changesAt', () => {
    const clock = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
    const text = ([h, m]: [number, number]): string => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`;
    const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia');
    const instant = fc.integer({ min: at('2020-01-01'), max: at('2035-01-01') });
    fc.assert(
      fc.property(
        clock,
        clock,
        zone,
        instant,
        fc.double({ min: 0, max: 0.9999, noNaN: true }),
        (f, t, z, now, part) => {
          const window = { from: text(f), to: text(t), zone: z };
          const local = (ms: number): string => new Date(ms).toLocaleTimeString('en-GB', { timeZone: z }).slice(0, 5);
          const inside = (ms: number): boolean =>
            window.from < window.to
              ? local(ms) >= window.from && local(ms) < window.to
              : local(ms) >= window.from || local(ms) < window.to;
          const { open, changesAt } = windowState(window, now);

          expect(changesAt).toBeGreaterThan(now);
          expect(open).toBe(inside(now));
          expect(inside(Math.floor(now + (changesAt - now) * part))).toBe(open);
          if (window.from !== window.to) expect(inside(changesAt)).toBe(!open);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is read from text and written as text', () => {
    expect(parseWindowText('22:00-06:00 Europe/Berlin')).toEqual(NIGHT);
    expect(parseWindowText(windowText(NIGHT))).toEqual(NIGHT);
    expect(VisitWindow.parse(parseWindowText('09:00-24:00'))).toEqual({ from: '09:00', to: '24:00', zone: 'UTC' });
    for (const text of ['', '9-17', '22:00 - 06:00', '22:00-06:00  UTC', '22:00-06:00 a b']) {
      expect(parseWindowText(text), text).toBeNull();
    }
  });

  it('knows which zones there are', () => {
    expect(['UTC', 'Europe/Berlin', 'Asia/Kolkata'].filter(isTimeZone)).toHaveLength(3);
    expect(['Mars/Base', '', 'Europe', '+25:00'].filter(isTimeZone)).toEqual([]);
  });
});
