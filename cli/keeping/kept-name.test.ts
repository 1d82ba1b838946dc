import { describe, expect, it } from 'vitest';
import { keptName } from './kept-name.ts';

describe('the subscription or schedule that a command means', () => {
  it('is the named one, else default, else the only one', () => {
    const names = [
      keptName('schedule', 'night', ['default', 'day']),
      keptName('schedule', undefined, ['day', 'default']),
      keptName('schedule', undefined, ['day']),
      keptName('schedule', undefined, []),
    ];

    expect(names).toEqual(['night', 'default', 'day', 'default']);
  });

  it('must be named where there are several and no default', () => {
    const choose = () => keptName('subscription', undefined, ['alarm', 'stock']);

    expect(choose).toThrow('there are 2 subscriptions: alarm, stock');
  });
});
