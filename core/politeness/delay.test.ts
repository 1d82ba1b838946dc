import { describe, expect, it } from 'vitest';
import { HostClock } from '#core/politeness/delay.ts';

describe('HostClock', () => {
  it('lets the first request go at once', () => {
    expect(new HostClock(1_000).next().at).toBe(Number.NEGATIVE_INFINITY);
  });

  it('spaces starts by the longer of the workflow delay and Crawl-delay', () => {
    const clock = new HostClock(1_000);

    clock.started(500);
    expect(clock.next()).toEqual({ at: 1_500, reason: 'delay' });
    clock.learnCrawlDelay(2.5);
    expect(clock.next()).toEqual({ at: 3_000, reason: 'crawl-delay' });
    clock.learnCrawlDelay(0.1);
    expect(clock.delayMs).toBe(2_500);
  });

  it('replace: a Crawl-delay takes the place of the workflow delay, also when it is smaller, even 0 (H11)', () => {
    const clock = new HostClock(1_000, 'replace');

    clock.started(500);
    clock.learnCrawlDelay(null);
    expect(clock.next()).toEqual({ at: 1_500, reason: 'delay' });
    clock.learnCrawlDelay(0);
    expect([clock.delayMs, clock.next().at]).toEqual([0, Number.NEGATIVE_INFINITY]);
    clock.learnCrawlDelay(0.25);
    expect(clock.next()).toEqual({ at: 750, reason: 'crawl-delay' });
    clock.learnCrawlDelay(null);
    clock.learnCrawlDelay(3);
    expect(clock.next()).toEqual({ at: 3_500, reason: 'crawl-delay' });
  });

  it('delayFactor: spaces starts by a multiple of the last response, never by less than was asked (G11)', () => {
    const clock = new HostClock(1_000, 'raise', { factor: 5 });

    clock.started(500);
    clock.took(150);
    expect([clock.next(), clock.slowResponseMs]).toEqual([{ at: 1_500, reason: 'delay' }, null]);
    clock.took(400);
    expect([clock.next(), clock.slowResponseMs]).toEqual([{ at: 2_500, reason: 'delay' }, 400]);
    clock.learnCrawlDelay(3);
    expect([clock.next(), clock.slowResponseMs]).toEqual([{ at: 3_500, reason: 'crawl-delay' }, null]);
    clock.took(100_000);
    expect(clock.delayMs).toBe(60_000);
    clock.took(-5);
    expect(clock.delayMs).toBe(3_000);
  });

  it('bytesPerSecond: waits as long as the bytes of all answers take, 60 s at most (G11)', () => {
    const clock = new HostClock(1_000, 'raise', { bytesPerSecond: 10_000 });

    clock.started(500);
    clock.received(9_000);
    expect([clock.next(), clock.isBandwidthBound]).toEqual([{ at: 1_500, reason: 'delay' }, false]);
    clock.received(31_000);
    expect([clock.next(), clock.delayMs]).toEqual([{ at: 4_500, reason: 'bandwidth' }, 4_000]);
    expect(clock.spacing).toBe('4 s between two requests: no more than 10000 bytes a second');
    clock.started(4_500);
    expect(clock.next()).toEqual({ at: 5_500, reason: 'delay' });
    clock.started(5_500);
    clock.started(6_000);
    clock.received(20_000);
    clock.received(20_000);
    expect(clock.next()).toEqual({ at: 10_000, reason: 'bandwidth' });
    clock.received(5_000_000);
    expect(clock.next()).toEqual({ at: 66_000, reason: 'bandwidth' });
    clock.learnCrawlDelay(90);
    expect(clock.next()).toEqual({ at: 96_000, reason: 'crawl-delay' });
  });

  it('says whether the workflow or robots.txt decides the delay', () => {
    const [raised, own] = [new HostClock(1_000), new HostClock(5_000)];
    raised.learnCrawlDelay(4);
    own.learnCrawlDelay(4);

    expect(raised.spacing).toBe('4 s between two requests: the Crawl-delay of its robots.txt');
    expect(own.spacing).toBe('5 s between two requests');
  });

  it('takes no Crawl-delay for longer than a day', () => {
    const clock = new HostClock(0);

    clock.learnCrawlDelay(1e12);

    expect(clock.delayMs).toBe(86_400_000);
  });

  it('does not space at delay 0, but holds what was asked', () => {
    const clock = new HostClock(0);
    clock.started(700);

    expect(clock.next().at).toBe(Number.NEGATIVE_INFINITY);
    clock.hold(5_000, 'retry-after');
    clock.hold(3_000, 'back-off');

    expect(clock.next()).toEqual({ at: 5_000, reason: 'retry-after' });
    expect(clock.retryAfterUntil).toBe(5_000);
  });

  it('waits for the breaker when that is the longest', () => {
    const clock = new HostClock(1_000);
    clock.started(100);
    for (let i = 0; i < 5; i++) clock.breaker.failed(200);

    expect(clock.next()).toEqual({ at: 30_200, reason: 'back-off' });
  });

  it('takes a start that is reported late for the last one only when it is', () => {
    const clock = new HostClock(1_000);

    clock.started(900);
    clock.started(400);

    expect(clock.lastStart).toBe(900);
  });
});
