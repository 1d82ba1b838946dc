import { describe, expect, it } from 'vitest';
import { BodyBudget, type BodyReservation } from '#adapters/http/body/body-budget.ts';

/** A budget with a clock and bodies that write down what happens to them. */
function open(totalBytes: number) {
  let now = 0;
  let look: (() => void) | null = null;
  const events: string[] = [];
  const every = (_ms: number, called: () => void) => {
    look = called;
    return () => {
      look = null;
    };
  };
  const budget = new BodyBudget(totalBytes, { now: () => now, every });
  const body = (
    name: string,
    most: number,
    { rate = 1e6, host = name }: { rate?: number | null; host?: string } = {},
  ) => {
    const reservation: BodyReservation = budget.open(
      {
        host,
        rate: () => rate,
        remaining: () => most,
        giveWay: (cause) => {
          events.push(`${name} gives way: ${cause}`);
          reservation.close();
        },
      },
      most,
    );
    return {
      take: (bytes: number) => reservation.take(bytes, () => events.push(`${name} has ${bytes}`)),
      expect: (bytes: number) => reservation.expect(bytes),
      close: () => reservation.close(),
    };
  };
  const wait = (ms: number) => {
    for (const end = now + ms; now < end; ) {
      now += 250;
      look?.();
    }
  };
  return { budget, body, events, wait, isLooking: () => look !== null };
}

describe('a budget for bodies (N8)', () => {
  it('gives nothing for what a body may come to', () => {
    const { budget, body, events } = open(1_000);
    for (let n = 0; n < 60; n++) body(`promise ${n}`, 900);

    body('page', 420).take(420);

    expect(events).toEqual(['page has 420']);
    expect(budget.heldBytes).toBe(420);
  });

  it('stops a body whose bytes would leave too little for any other to end, and continues when one has', () => {
    const { body, events } = open(100);
    const [a, b] = [body('a', 80), body('b', 80)];
    a.take(30);
    b.take(20); // a needs 50 more, which are there
    b.take(20); // then nobody could end
    expect(events).toEqual(['a has 30', 'b has 20']);

    a.take(50);
    expect(events.at(-1)).toBe('a has 50');
    a.close();
    a.close(); // once is enough

    expect(events.at(-1)).toBe('b has 20');
  });

  it('gives to the host that holds the least first, also where it asked last', () => {
    const { body, events } = open(100);
    const [large, page] = [body('large', 100), body('page', 10)];
    const other = body('other', 100);
    large.take(60);
    large.expect(60);
    other.take(40);
    large.take(1);
    page.take(10);
    expect(events).toEqual(['large has 60', 'other has 40']);

    other.close();

    expect(events.slice(2)).toEqual(['page has 10', 'large has 1']);
  });

  it('lets one body have all of it that needs more', () => {
    const { body, events } = open(100);
    const huge = body('huge', 1_000);
    huge.take(90);
    huge.take(90);
    huge.take(90);
    body('page', 1).take(1);
    expect(events).toEqual(['huge has 90', 'huge has 90', 'huge has 90']);

    huge.close();

    expect(events.at(-1)).toBe('page has 1');
  });

  it('has bodies below the floor make room after a second, the one that holds most first, and only as many as it takes', () => {
    const { body, events, wait, isLooking } = open(100);
    body('fast', 30).take(30);
    for (const [name, bytes] of [
      ['small drip', 10],
      ['large drip', 40],
      ['drip', 20],
    ] as const)
      body(name, bytes + 1, { rate: 100 }).take(bytes);
    body('page', 30).take(30);
    wait(750);
    expect(events.slice(4)).toEqual([]);

    wait(250);

    expect(events.slice(4)).toEqual(['large drip gives way: slow', 'page has 30']);
    expect(isLooking()).toBe(false);
  });

  it('nobody is slow while the budget has room, in its grace, or while it is stopped itself', () => {
    const { body, events, wait } = open(100);
    body('drip', 100, { rate: 1 }).take(50);
    wait(60_000);
    body('young', 100, { rate: null }).take(50);
    expect(events).toEqual(['drip has 50']); // young would leave too little

    wait(1_000);

    expect(events.slice(1)).toEqual(['drip gives way: slow', 'young has 50']);
  });

  it('cuts for room the body that would take longest of a host above its share, one at a time', () => {
    const { body, events, wait } = open(120_000_000);
    body('poor', 20_000_000, { rate: 9_000 }).take(19_000_000);
    for (const n of [1, 2, 3]) {
      const rate = 10_000 + n;
      body(`rich ${n}`, 16_000_000, { rate, host: 'rich' }).take(15_000_000);
    }
    body('quick', 51_000_000, { rate: 50_000_000 }).take(50_000_000);
    body('page', 9_000_000).take(8_000_000);

    wait(1_000);

    expect(events.slice(5)).toEqual(['rich 1 gives way: share', 'page has 8000000']);
  });

  it('cuts nobody whose end is near', () => {
    const { body, events, wait } = open(100);
    body('quick', 100, { rate: 50_000 }).take(100);
    body('page', 10).take(10);

    wait(9_000);

    expect(events).toEqual(['quick has 100']);
  });
});
