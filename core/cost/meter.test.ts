import { describe, expect, it } from 'vitest';
import { Meter } from '#core/cost/meter.ts';
import { NO_USAGE } from '#core/cost/usage.ts';

describe('Meter', () => {
  it('puts each use into exactly one take, and all of them into the total', () => {
    const meter = new Meter();

    meter.add({ puts: 2, gets: 1 });
    meter.add({ puts: 1 });
    const first = meter.take();
    meter.add({ writeUnits: 5 });
    const second = meter.take();

    expect(first).toEqual({ ...NO_USAGE, puts: 3, gets: 1 });
    expect(second).toEqual({ ...NO_USAGE, writeUnits: 5 });
    expect(meter.take()).toEqual(NO_USAGE);
    expect(meter.total()).toEqual({ ...NO_USAGE, puts: 3, gets: 1, writeUnits: 5 });
  });

  it('counts what was not taken in the total', () => {
    const meter = new Meter();
    meter.add({ readUnits: 0.5 });
    meter.add({ readUnits: 0.5 });

    expect(meter.total()).toEqual({ ...NO_USAGE, readUnits: 1 });
  });
});
