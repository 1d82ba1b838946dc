import { describe, expect, it } from 'vitest';
import { LIMIT_NAMES } from '#core/execution/execution.ts';
import { decideStep, type Situation } from '#core/frontier/wave/decide-step.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** Nothing is left to do. */
const DONE: Situation = {
  desired: 'run',
  withdrawn: null,
  secretRefused: null,
  wayGone: null,
  noProgress: 0,
  unstarted: 0,
  depthFirst: false,
  ready: 0,
  pending: 0,
  anyPage: true,
  candidates: 0,
  waitUntil: NEVER,
  waitCause: 'a: back-off',
  parkedUntil: NEVER,
  parkedCause: 'b: crawl-delay 90 s',
  closedUntil: null,
  closedCause: '',
  heldBy: new Set(),
  exhausted: null,
  deadlineAt: null,
};

const end = (status: string, reason: string | null = null) => ({ type: 'end', status, reason });
const WAIT = { type: 'wait', until: 500, cause: 'a: back-off' };
const CLOSED = { type: 'wait', until: 700, cause: 'closed' };
const PARKED_WAIT = { type: 'wait', until: 900, cause: 'b: crawl-delay 90 s' };

/**
 * Each rule's cause and what it decides, in the order of their weight: a rule counts only where
 * none above it does.
 */
const RULES: readonly (readonly [name: string, cause: Partial<Situation>, decision: object])[] = [
  ['the user requests a pause', { desired: 'pause' }, end('paused')],
  ['its owner lost a right', { withdrawn: 'allowPrivateNetwork' }, end('paused', 'allowPrivateNetwork-withdrawn')],
  ['five waves got nowhere', { noProgress: 5 }, end('failed', 'stuck')],
  ['workers cannot start', { unstarted: 30 }, end('paused', 'workers-not-started')],
  ['depth-first, links wait to be admitted', { depthFirst: true, candidates: 1, pending: 1 }, { type: 'close-level' }],
  ['a limit is used up', { exhausted: 'seconds', ready: 1, pending: 1 }, end('limited', 'seconds')],
  ['it is not the hour', { closedUntil: 700, closedCause: 'closed', ready: 1, pending: 1 }, CLOSED],
  ['a secret is missing', { secretRefused: 'missing', ready: 1, pending: 1 }, end('paused', 'secret-missing')],
  ['the proxy is gone', { wayGone: 'proxy', anyPage: true, ready: 1, pending: 1 }, end('paused', 'proxy-unreachable')],
  [
    'the network is gone',
    { wayGone: 'network', anyPage: true, ready: 1, pending: 1 },
    end('paused', 'network-unreachable'),
  ],
  ['tasks are ready', { ready: 1, pending: 1 }, { type: 'crawl' }],
  ['something with a slot waits', { waitUntil: 500, pending: 1 }, WAIT],
  ['the level is done', { candidates: 1, pending: 1 }, { type: 'close-level' }],
  ['something is parked', { parkedUntil: 900, pending: 1 }, PARKED_WAIT],
  ['limits hold the rest', { pending: 1, heldBy: new Set(['depth']) }, end('limited', 'depth')],
  ['nothing is pending, and there is no page', { anyPage: false }, end('failed', 'no-seed')],
  ['nothing is pending', {}, end('succeeded')],
];

describe('decideStep', () => {
  it.each(RULES)('%s', (_, cause, decision) => {
    expect(decideStep({ ...DONE, ...cause })).toEqual(decision);
  });

  it('asks the rules in the order of their weight', () => {
    for (const [place, [name, cause, decision]] of RULES.entries()) {
      for (const [lower, below] of RULES.slice(place + 1)) {
        // Some causes exclude each other: what a rule rests on is then as it says.
        const both = { ...DONE, ...below, ...cause };
        expect(decideStep(both), `${name}, before: ${lower}`).toEqual(decision);
      }
    }
  });

  it('fails where no page has come through the proxy: nothing is lost, and a script shall see it', () => {
    expect(decideStep({ ...DONE, wayGone: 'proxy', ready: 1, anyPage: false })).toEqual(
      end('failed', 'proxy-unreachable'),
    );
  });

  it('ends stopped for a stop as it ends paused for a pause', () => {
    expect(decideStep({ ...DONE, desired: 'stop', ready: 1, noProgress: 5 })).toEqual(end('stopped'));
  });

  it('continues after four waves without progress', () => {
    expect(decideStep({ ...DONE, noProgress: 4, ready: 1, pending: 1 })).toEqual({ type: 'crawl' });
  });

  it('outside of its hours keeps the level open for what waits and is parked, and merges links when nothing does (G7)', () => {
    const closed = { ...DONE, closedUntil: 700, closedCause: 'closed', pending: 1, candidates: 4 };

    expect(decideStep({ ...closed, waitUntil: 500 })).toEqual(CLOSED);
    expect(decideStep({ ...closed, parkedUntil: 700 })).toEqual(CLOSED);
    expect(decideStep({ ...closed, parkedUntil: 700, deadlineAt: 600 })).toEqual({ ...CLOSED, until: 600 });
    expect(decideStep(closed)).toEqual({ type: 'close-level' });
    expect(decideStep({ ...closed, candidates: 0, pending: 0 })).toEqual(end('succeeded'));
    expect(decideStep({ ...closed, ready: 1, exhausted: 'bytes' })).toEqual(end('limited', 'bytes'));
  });

  it('breadth-first takes what is ready before the links of the pages (S4)', () => {
    expect(decideStep({ ...DONE, ready: 1, pending: 1, candidates: 9 })).toEqual({ type: 'crawl' });
  });

  it('ends limited where a limit is used up and something waits or is parked, and merges the last links before', () => {
    const exhausted = { ...DONE, exhausted: 'budget', pending: 3 } as const;

    expect(decideStep({ ...exhausted, waitUntil: 500 })).toEqual(end('limited', 'budget'));
    expect(decideStep({ ...exhausted, parkedUntil: 900 })).toEqual(end('limited', 'budget'));
    expect(decideStep({ ...exhausted, parkedUntil: 900, candidates: 1 })).toEqual({ type: 'close-level' });
    expect(decideStep({ ...exhausted, pending: 0 })).toEqual(end('succeeded'));
  });

  it('waits no longer than the deadline of limits.seconds', () => {
    expect(decideStep({ ...DONE, waitUntil: 500, pending: 1, deadlineAt: 400 })).toEqual({ ...WAIT, until: 400 });
    expect(decideStep({ ...DONE, parkedUntil: 900, pending: 1, deadlineAt: 400 })).toMatchObject({ until: 400 });
    expect(decideStep({ ...DONE, waitUntil: 500, pending: 1, deadlineAt: 600 })).toEqual(WAIT);
  });

  it('names the first limit that bound in the order of LIMIT_NAMES, not in the order in which they were met', () => {
    for (const [place, name] of LIMIT_NAMES.entries()) {
      const heldBy = new Set([...LIMIT_NAMES.slice(place)].reverse());
      expect(decideStep({ ...DONE, pending: 1, heldBy })).toEqual(end('limited', name));
    }
  });
});
