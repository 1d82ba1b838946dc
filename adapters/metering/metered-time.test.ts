import { describe, expect, it } from 'vitest';
import { meteredTime } from '#adapters/metering/metered-time.ts';
import { Meter } from '#core/cost/meter.ts';
import { NO_USAGE } from '#core/cost/usage.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';

describe('meteredTime', () => {
  it('is one invocation, the time since it was made times its memory, and what the meter counted', () => {
    const meter = new Meter();
    const clock = new FakeClock();
    const usage = meteredTime(meter, clock, 2_048);
    meter.add({ puts: 3 });
    clock.pass(1_500);

    expect(usage()).toEqual({ ...NO_USAGE, invocations: 1, gbSeconds: 3, puts: 3 });
  });

  it('says nothing twice: each time only what came since it was asked last', () => {
    const meter = new Meter();
    const clock = new FakeClock();
    const usage = meteredTime(meter, clock, 256);
    usage();
    meter.add({ gets: 1 });
    clock.pass(4_000);

    expect(usage()).toEqual({ ...NO_USAGE, gbSeconds: 1, gets: 1 });
    expect(usage()).toEqual(NO_USAGE);
  });

  it('does not count what happened before it was made as its time', () => {
    const clock = new FakeClock();
    clock.pass(60_000);

    expect(meteredTime(new Meter(), clock, 1_024)().gbSeconds).toBe(0);
  });
});
