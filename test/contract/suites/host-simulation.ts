import type { HostKey } from '#core/politeness/hosts/host-key.ts';
import { type HostStore, LEASE_MARGIN_MS, LEASE_MS } from '#core/politeness/hosts/host-store.ts';
import { generator } from '#test/faults/generator.ts';

export interface SimulationOptions {
  readonly seed: number;
  /** Turns of owners, all together. */
  readonly steps: number;
  /**
   * Chance that an owner dies in a turn in which it has the lease; a new one, with another name,
   * takes its place after a while.
   */
  readonly crash: number;
  /**
   * Delays in force; each owner has one of them. The distance between two owners' requests is that
   * of the earlier one.
   */
  readonly delays: readonly number[];
}

export interface SimulatedRequest {
  readonly at: number;
  /** Place of the owner, from 0. */
  readonly owner: number;
  readonly delayMs: number;
}

export interface Simulation {
  readonly requests: readonly SimulatedRequest[];
  /** Pairs of neighbours that break the promise. */
  readonly tooClose: readonly (readonly [SimulatedRequest, SimulatedRequest])[];
  readonly crashes: number;
}

/** As workers do: the unit requests a refused lease again after this, well before it is over. */
const ASK_AGAIN_MS = 3_000;

const HOST = 'simulated.example' as HostKey;

/** A worker as crawl-unit has it, reduced to one host with tasks without end. */
interface Owner {
  place: number;
  name: string;
  delayMs: number;
  wakeAt: number;
  lease: { found: number; renewAt: number } | null;
  lastStart: number;
}

interface World {
  readonly now: number;
  readonly random: () => number;
  readonly requests: SimulatedRequest[];
}

/**
 * Lets `stores.length` owners compete for one host on a simulated clock, their turns interleaved at
 * random.
 */
export async function simulateHost(stores: readonly HostStore[], options: SimulationOptions): Promise<Simulation> {
  const random = generator(options.seed);
  const requests: SimulatedRequest[] = [];
  let now = 1_763_700_000_000;
  let crashes = 0;
  const owners: Owner[] = stores.map((_, place) => ({
    place,
    name: `owner-${place}`,
    delayMs: options.delays[place % options.delays.length] ?? 0,
    wakeAt: now + random() * 1_000,
    lease: null,
    lastStart: 0,
  }));
  for (let step = 0; step < options.steps; step++) {
    const owner = owners.reduce((first, other) => (other.wakeAt < first.wakeAt ? other : first));
    const store = stores[owner.place];
    if (store === undefined) break;
    now = Math.max(now, owner.wakeAt);
    if (owner.lease !== null && random() < options.crash) {
      crashes += 1;
      Object.assign(owner, { name: `${owner.name}+`, lease: null, lastStart: 0, wakeAt: now + random() * 90_000 });
      continue;
    }
    owner.wakeAt = now + (await turn(owner, store, { now, random, requests })) + random() * 300;
  }
  return { requests, crashes, tooClose: pairs(requests).filter(([a, b]) => b.at - a.at < a.delayMs) };
}

/** One turn. @returns milliseconds until its next one */
async function turn(owner: Owner, store: HostStore, world: World): Promise<number> {
  const { now, random, requests } = world;
  if (owner.lease === null || now > owner.lease.renewAt) {
    const answer = await store.lease(HOST, owner.name, now, owner.delayMs);
    if (!answer.granted) {
      if (owner.lease !== null) {
        await store.release(HOST, owner.name, Math.max(owner.lease.found, owner.lastStart + owner.delayMs));
        owner.lease = null;
      }
      return ASK_AGAIN_MS;
    }
    // Every other lease is used to the last moment that is allowed.
    const early = random() < 0.5 ? 0 : (random() * LEASE_MS) / 2;
    owner.lease = { found: answer.nextAllowedAt, renewAt: answer.leaseUntil - LEASE_MARGIN_MS - early };
  }
  const allowedAt = Math.max(owner.lease.found, owner.lastStart + owner.delayMs);
  if (now < allowedAt) return Math.min(allowedAt - now, 2_000);
  requests.push({ at: now, owner: owner.place, delayMs: owner.delayMs });
  owner.lastStart = now;
  return owner.delayMs;
}

const pairs = (requests: readonly SimulatedRequest[]): (readonly [SimulatedRequest, SimulatedRequest])[] =>
  requests.slice(1).flatMap((request, i) => {
    const before = requests[i];
    return before === undefined ? [] : [[before, request] as const];
  });
