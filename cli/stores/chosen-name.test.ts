import { describe, expect, it } from 'vitest';
import { chosenName } from './chosen-name.ts';

describe('the subscription or schedule that a command means', () => {
  it('is the named one, else default, else the only one', () => {
    const names = [
      chosenName('schedule', 'night', ['default', 'day']),
      chosenName('schedule', undefined, ['day', 'default']),
      chosenName('schedule', undefined, ['day']),
      chosenName('schedule', undefined, []),
    ];

    expect(names).toEqual(['night', 'default', 'day', 'default']);
  });

  it('must be named where there are several and no default', () => {
    const choose = () => chosenName('subscription', undefined, ['alarm', 'stock']);

    expect(choose).toThrow('there are 2 subscriptions: alarm, stock');
  });
});
