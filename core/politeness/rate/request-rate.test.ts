import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isRated,
  meanInterval,
  parseRateText,
  RequestRate,
  requestsWithin,
} from '#core/politeness/rate/request-rate.ts';
import { UnitRate } from '#core/politeness/rate/unit-rate.ts';

const NIGHT = { from: '22:00', to: '06:00', zone: 'UTC', requestsPerMinute: 600 };
const NOON = { from: '12:00', to: '13:00', zone: 'Europe/Berlin', requestsPerMinute: 6 };
const DAY = Date.parse('2026-01-15T00:00:00Z');
const at = (time: string): number => Date.parse(`2026-01-15T${time}:00Z`);

describe('the rate of an execution (G11)', () => {
  it('is that of the first hours that it is, else the general one', () => {
    const rate = new RequestRate({ requestsPerMinute: 60, rateByHour: [NOON, NIGHT] });

    const times = ['05:59', '06:00', '10:59', '11:00', '11:59', '12:00', '21:59', '22:00'];
    expect(times.map((time) => rate.at(at(time)))).toEqual([600, 60, 60, 6, 6, 60, 60, 600]);
    expect([
      rate.intervalMs(at('22:00')),
      new RequestRate({ requestsPerMinute: 60, rateByHour: [] }).intervalMs(0),
    ]).toEqual([100, 1_000]);
  });

  it('is none where none is set', () => {
    const none = { requestsPerMinute: null, rateByHour: [] };

    expect([isRated(none), new RequestRate(none).at(0), new RequestRate(none).intervalMs(0)]).toEqual([false, null, 0]);
    expect([requestsWithin(none, 1, 0), meanInterval(none, DAY)]).toEqual([Number.POSITIVE_INFINITY, 0]);
    expect(isRated({ requestsPerMinute: null, rateByHour: [NIGHT] })).toBe(true);
    expect(meanInterval({ requestsPerMinute: null, rateByHour: [NIGHT] }, DAY)).toBe(0);
  });

  it('has a mean over the day, and room for so many requests in a time, one at least', () => {
    expect(meanInterval({ requestsPerMinute: 60, rateByHour: [] }, DAY)).toBe(1);
    expect(meanInterval({ requestsPerMinute: 60, rateByHour: [NIGHT] }, DAY)).toBe(24 / (16 + 80));
    const rates = { requestsPerMinute: 6, rateByHour: [NIGHT] };
    expect([59_000, 1].map((ms) => requestsWithin(rates, ms, at('12:00')))).toEqual([5, 1]);
    expect(requestsWithin(rates, 59_000, at('23:00'))).toBe(590);
  });

  it.each([
    ['22:00-06:00 Europe/Berlin 600', { from: '22:00', to: '06:00', zone: 'Europe/Berlin', requestsPerMinute: 600 }],
    ['22:00-06:00 0.5', { from: '22:00', to: '06:00', requestsPerMinute: 0.5 }],
    ['22:00-06:00', null],
    ['600', null],
    ['22:00 600', null],
  ])('is written %s', (text, rate) => {
    expect(parseRateText(text)).toEqual(rate);
  });
});

describe('the part of a unit', () => {
  it('comes an interval after its beginning and those of the units before, however long its time', () => {
    const rate = new RequestRate({ requestsPerMinute: 60, rateByHour: [] });
    const first = (unit: number, unitMs: number) =>
      new UnitRate({ rate, share: 0.5, unit, unitMs }, 5_000).readyAt(DAY);

    expect([first(0, 600_000), first(3, 600_000), first(3, 4_000)]).toEqual([6_000, 9_000, 7_000]);
  });

  it('makes up for a request that came early, and for one that was not sent', () => {
    const rate = new RequestRate({ requestsPerMinute: 60, rateByHour: [] });
    const unit = new UnitRate({ rate, share: 0.5, unit: 0, unitMs: 600_000 }, 0);

    unit.started(1_000, DAY);
    unit.started(1_500, DAY);
    expect(unit.readyAt(DAY)).toBe(5_000);
    unit.unused(DAY);
    expect(unit.readyAt(DAY)).toBe(3_000);
    expect(unit.cause(DAY)).toBe('60 requests a minute for all hosts of the crawl');
  });

  it('together with those of the others keeps the rate, for all units and shares', () => {
    const made = fc.record({
      tasks: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
      requestsPerMinute: fc.integer({ min: 1, max: 600 }),
      early: fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
    });
    fc.assert(
      fc.property(made, ({ tasks, requestsPerMinute, early }) => {
        const rate = new RequestRate({ requestsPerMinute, rateByHour: [] });
        const all = tasks.reduce((sum, count) => sum + count, 0);
        const starts = tasks.flatMap((count, unit) => {
          const own = new UnitRate({ rate, share: count / all, unit, unitMs: 1e9 }, 0);
          return Array.from({ length: count }, (_, n) => {
            const due = own.readyAt(DAY);
            const start = early[n % early.length] && n > 0 ? Math.max(0, due - 10) : due;
            own.started(start, DAY);
            return start;
          });
        });
        for (const from of starts) {
          const within = starts.filter((start) => start >= from && start < from + 60_000).length;
          expect(within).toBeLessThanOrEqual(requestsPerMinute + 2 * tasks.length);
        }
      }),
    );
  });
});
