import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey, type LocalJWKSet } from 'jose';
import { issuerJson, jwksAddress } from '#adapters/identity/issuer-documents.ts';
import { SurfError } from '#core/error.ts';
import type { Clock } from '#core/model/clock.ts';

/** Surf requests the keys again after this time, so that a withdrawn key does not live on. */
const FRESH_MS = 10 * 60_000;
/** Surf trusts keys for this long if it could not request them again. */
const BELIEVED_MS = 60 * 60_000;
/** Surf requests the keys no more often than this for any tokens. */
const PAUSE_MS = 60_000;

interface Held {
  readonly keys: LocalJWKSet;
  /** Monotonic ms of their request. */
  readonly at: number;
}

/**
 * The issuer's public keys (OpenID Connect Discovery 1.0 §4, RFC 7517): requested when a token
 * needs them, then kept. A token that names an unknown key has them requested again, at most once a
 * minute, so that nobody can have the provider flooded; a provider that is down stops nobody for an
 * hour.
 */
export class IssuerKeys {
  readonly #issuer: string;
  readonly #clock: Clock;
  #held: Held | null = null;
  #address: string | null = null;
  #asked = Number.NEGATIVE_INFINITY;
  #going: Promise<void> | null = null;

  constructor(issuer: string, clock: Clock) {
    this.#issuer = issuer;
    this.#clock = clock;
  }

  /** The key of a token. @throws SurfError ISSUER_UNAVAILABLE; errors of jose when no key fits */
  readonly keyOf: JWTVerifyGetKey = async (header, token) => {
    if (this.#age() >= FRESH_MS) await this.#ask();
    try {
      return await this.#believed()(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !this.#mayAsk()) throw error;
      await this.#ask();
      return await this.#believed()(header, token);
    }
  };

  #age(): number {
    return this.#held === null ? Number.POSITIVE_INFINITY : this.#clock.monotonic() - this.#held.at;
  }

  #mayAsk(): boolean {
    return this.#going !== null || this.#clock.monotonic() - this.#asked >= PAUSE_MS;
  }

  #believed(): LocalJWKSet {
    if (this.#held !== null && this.#age() < BELIEVED_MS) return this.#held.keys;
    throw new SurfError('ISSUER_UNAVAILABLE', `the keys of ${this.#issuer} cannot be fetched`, {
      remedy: 'try again in a minute; an API key works meanwhile',
      retryable: true,
    });
  }

  /** One of many tokens asks, and all wait for it. The keys held afterwards show a failure. */
  #ask(): Promise<void> {
    if (!this.#mayAsk()) return Promise.resolve();
    this.#going ??= this.#fetch().finally(() => {
      this.#going = null;
    });
    return this.#going;
  }

  async #fetch(): Promise<void> {
    const at = this.#clock.monotonic();
    this.#asked = at;
    try {
      this.#address ??= await jwksAddress(this.#issuer);
      const keys = (await issuerJson(this.#address)) as JSONWebKeySet;
      this.#held = { keys: createLocalJWKSet(keys), at };
    } catch {
      this.#address = null; // it may have moved
    }
  }
}
