import type { Archive } from '#core/archive/archive.ts';
import { robotsObject } from '#core/archive/object-keys.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { codeOf } from '#core/error.ts';
import type { FetchAnswer, Fetcher, FetchFailure, FetchResult } from '#core/fetch/fetcher.ts';
import type { Clock } from '#core/model/clock.ts';
import { ROBOTS_UNREACHABLE_MAX_MS, robotsBackoffMs } from '#core/politeness/backoff.ts';
import { bodyIn, type HostStore, type RobotsPointer, robotsBody } from '#core/politeness/hosts/host-store.ts';
import type { VisitHours } from '#core/politeness/visits/visit-hours.ts';
import { ROBOTS_TTL_SECONDS, type RobotsError, robotsAccess } from '#core/robots/robots-access.ts';
import { robotsErrorCause } from '#core/robots/robots-error-cause.ts';
import { parseRobots, type RobotsMatch, type RobotsRules } from '#core/robots/robots-rules.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import type { RetryingCalls } from '#engine/crawl-unit/unit/retrying-calls.ts';
import type { UnitCancellation } from '#engine/crawl-unit/unit/unit-cancellation.ts';

/** RFC 9309 §2.3.1.2: at least five redirects are followed. */
const REDIRECTS = 5;
/**
 * Far above the 500 KiB that are parsed; a longer one is not read to its end, and counts as
 * unreachable.
 */
const MOST_BYTES = 5 * 1024 * 1024;

/** Meaning of an origin's robots.txt for this unit. */
export type RobotsState =
  | { readonly type: 'rules'; readonly rules: RobotsRules; readonly hash: string; readonly at: number }
  | { readonly type: 'allow-all' }
  /** Nothing is allowed until then (monotonic ms); asked again later. */
  | { readonly type: 'unreachable'; readonly until: number; readonly cause: string };

/** The host itself, or the proxy, cannot be reached: its pages would fail in the same way. */
export type HostFailure = FetchFailure & { readonly reason: 'dns' | 'connect' | 'proxy' | 'tls' | 'blocked-address' };

/** Surf ended the request for others: nothing is known of the origin. */
export type NoRoom = FetchFailure & { readonly reason: 'no-room' };

export interface RobotsCacheParts {
  readonly hostStore: Pick<HostStore, 'robots' | 'saveRobots'>;
  readonly archive: Archive;
  readonly calls: RetryingCalls;
  readonly clock: Clock;
  readonly fetcher: Fetcher;
  readonly halt: UnitCancellation;
  /** User-Agent as sent; its product token picks the group. */
  readonly userAgent: string;
  readonly robotsMatch: RobotsMatch;
  readonly robotsError: RobotsError;
  readonly timeoutMs: number;
  readonly connections: number;
  /** Does another host wait for the place that the asking one has? */
  readonly slotWanted: () => boolean;
  readonly hours: VisitHours;
  /** Puts an exchange into the chunk. */
  readonly keep: (answer: FetchAnswer, url: CrawlUrl) => void;
}

export interface RobotsQuestion {
  readonly origin: string;
  /** Headers of a request to that origin, not merely to its host. */
  readonly headers: readonly (readonly [string, string])[];
  /** Failed tries of the requesting task: the more, the later the next request. */
  readonly attempts: number;
  /** May a request of this unit to the origin's host be sent now? */
  readonly mayStart: () => boolean;
}

/**
 * Rules of each origin's robots.txt (RFC 9309): from the host store if it knows them, else fetched
 * once, kept and shared.
 */
export class RobotsCache {
  readonly #parts: RobotsCacheParts;
  readonly #known = new Map<string, RobotsState>();
  /** Puts by key, under way or done; at most one an origin. A put that fails ends the unit. */
  readonly #puts = new Map<string, Promise<unknown>>();

  constructor(parts: RobotsCacheParts) {
    this.#parts = parts;
  }

  /** State that this unit knows; undefined: `load` it first. */
  known(origin: string): RobotsState | undefined {
    const state = this.#known.get(origin);
    if (state?.type === 'unreachable' && state.until <= this.#parts.clock.monotonic()) return undefined;
    return state;
  }

  /**
   * Asks the hostStore, then the host.
   * @returns the failure of a host that cannot be reached; `later` when no request may start now
   */
  async load(question: RobotsQuestion): Promise<RobotsState | HostFailure | NoRoom | 'later'> {
    const { hostStore, calls, clock } = this.#parts;
    const pointer = await calls.read(() => hostStore.robots(question.origin));
    const cached = pointer !== null && pointer.expiresAt > clock.now() ? await this.#fromPointer(pointer) : undefined;
    const state = cached ?? (await this.#fetch(question));
    if (state === 'later' || 'ok' in state) return state;
    this.#known.set(question.origin, state);
    return state;
  }

  /** Undefined if the object that it names is gone. */
  async #fromPointer(pointer: RobotsPointer): Promise<RobotsState | undefined> {
    const { archive, calls, clock } = this.#parts;
    const access = robotsAccess(pointer.status, this.#parts.robotsError);
    if (access === 'allow-all') return { type: 'allow-all' };
    const small = bodyIn(pointer);
    const { object, hash, origin, fetchedAt } = pointer;
    if (access === 'parse' && small !== null && hash !== null) {
      return { type: 'rules', rules: this.#parse(small, origin), hash, at: fetchedAt };
    }
    if (access === 'disallow-all' || object === null || hash === null) {
      // A workflow to which an error means no rules keeps it for a day; to this one it is an error,
      // to be requested again.
      if (pointer.expiresAt - pointer.fetchedAt > ROBOTS_UNREACHABLE_MAX_MS) return undefined;
      const until = clock.monotonic() + pointer.expiresAt - clock.now();
      return { type: 'unreachable', until, cause: causeOf(pointer.status) };
    }
    try {
      const body = await calls.read(() => archive.get(object));
      return { type: 'rules', rules: this.#parse(body, origin), hash, at: fetchedAt };
    } catch (error) {
      if (codeOf(error) === 'OBJECT_NOT_FOUND') return undefined;
      throw error;
    }
  }

  async #fetch(question: RobotsQuestion): Promise<RobotsState | HostFailure | NoRoom | 'later'> {
    const { origin } = question;
    const result = await this.#follow(question);
    if (result === 'later' || this.#parts.halt.requests.aborted) return 'later';
    if (!result.ok) {
      if (isHostFailure(result) || isNoRoom(result)) return result;
      const cause = result.gaveWay === true ? result.message : result.reason;
      return this.#unreachable(question, { status: null, cause });
    }
    const access = robotsAccess(result.status, this.#parts.robotsError);
    const whole = result.end === 'complete';
    if (access === 'disallow-all' || (access === 'parse' && !whole)) {
      const cause = whole ? causeOf(result.status) : `its robots.txt could not be read: ${result.end}`;
      return this.#unreachable(question, { status: whole ? result.status : null, cause });
    }
    const fetchedAt = result.endedAt;
    const expiresAt = fetchedAt + ROBOTS_TTL_SECONDS * 1000;
    if (access === 'allow-all') {
      await this.#save({ origin, status: result.status, hash: null, object: null, fetchedAt, expiresAt });
      return { type: 'allow-all' };
    }
    const hash = sha256Hex(result.body);
    const kept = robotsBody(result.body, robotsObject(hash));
    if (kept.object !== null) await this.#put(kept.object, result.body);
    await this.#save({ origin, status: result.status, hash, ...kept, fetchedAt, expiresAt });
    return { type: 'rules', rules: this.#parse(result.body, origin), hash, at: fetchedAt };
  }

  /** Asks for it, through at most five redirects, wherever they lead. */
  async #follow(question: RobotsQuestion): Promise<FetchResult | 'later'> {
    const { fetcher, calls, clock, halt, hours, keep, timeoutMs, connections, slotWanted } = this.#parts;
    let url = `${question.origin}/robots.txt` as CrawlUrl;
    for (let hop = 0; ; hop++) {
      const held = calls.beforeFetch(url);
      if (held !== undefined) await held;
      let unsent = halt.cause !== null;
      if (unsent) return 'later';
      const mayStart = (): boolean => {
        // the lease is the origin's host's; where a redirect leads, only the unit's end and the
        // hours count
        unsent = hop === 0 ? !question.mayStart() : halt.cause !== null || !hours.isOpen(clock.now());
        return !unsent;
      };
      const headers = hop === 0 ? question.headers : question.headers.filter(([name]) => isOurs(name));
      const signal = halt.requests;
      const limits = { timeoutMs, maxBytes: MOST_BYTES, signal, slotWanted };
      const result = await fetcher.fetch(
        { url, method: 'GET', headers, ...limits, decideBody: () => 'read', mayStart },
        connections,
      );
      if (unsent || (!result.ok && result.unsent === true && !isNoRoom(result))) return 'later';
      if (!result.ok) return result;
      if (result.end !== 'too-large') keep(result, url);
      const location = result.status >= 300 && result.status < 400 ? locationOf(result) : undefined;
      const next = location === undefined ? null : parseCrawlUrl(location, url);
      if (next === null || hop === REDIRECTS) return result;
      url = next;
    }
  }

  async #unreachable(question: RobotsQuestion, found: { status: number | null; cause: string }): Promise<RobotsState> {
    const { clock } = this.#parts;
    const wait = robotsBackoffMs(question.attempts);
    const fetchedAt = Math.floor(clock.now());
    const { status, cause } = found;
    await this.#save({
      origin: question.origin,
      status,
      hash: null,
      object: null,
      fetchedAt,
      expiresAt: fetchedAt + wait,
    });
    return { type: 'unreachable', until: clock.monotonic() + wait, cause };
  }

  /** Puts a body once for all its origins. They wait for it: no pointer is saved before. */
  #put(object: string, body: Uint8Array): Promise<unknown> {
    const { archive, calls } = this.#parts;
    const put = this.#puts.get(object) ?? calls.write('object-write', object, () => archive.put(object, [body]));
    this.#puts.set(object, put);
    return put;
  }

  #save(pointer: RobotsPointer): Promise<void> {
    const { hostStore, calls } = this.#parts;
    return calls.write('robots-pointer', pointer.origin, () => hostStore.saveRobots(pointer));
  }

  #parse(body: Uint8Array, origin: string): RobotsRules {
    const { userAgent, robotsMatch } = this.#parts;
    return parseRobots(body, userAgent, `${origin}/robots.txt` as CrawlUrl).matching(robotsMatch);
  }
}

export const isHostFailure = (failure: FetchFailure): failure is HostFailure =>
  failure.reason === 'dns' ||
  failure.reason === 'connect' ||
  failure.reason === 'proxy' ||
  failure.reason === 'tls' ||
  failure.reason === 'blocked-address';

/**
 * A failure that does not count as a try of the URL: Surf ended the request for other hosts, or
 * proxy or network failed.
 */
export const isNoTry = (failure: FetchFailure): boolean =>
  isNoRoom(failure) || failure.fault === 'proxy' || failure.fault === 'network';

export const isNoRoom = (failure: FetchFailure): failure is NoRoom => failure.reason === 'no-room';

/** Configured headers, secret ones among them, do not follow a redirect of robots.txt. */
const isOurs = (name: string): boolean => /^(?:user-agent|accept)$/i.test(name);

const locationOf = (answer: FetchAnswer): string | undefined =>
  answer.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];

const causeOf = (status: number | null): string =>
  status === null ? 'its robots.txt could not be fetched' : robotsErrorCause(status);
