import { errors, type JWTPayload, jwtVerify } from 'jose';
import { checkIssuer } from '#adapters/identity/issuer-documents.ts';
import { IssuerKeys } from '#adapters/identity/issuer-keys.ts';
import { codeOf, SurfError } from '#core/error.ts';
import { UserId } from '#core/identity/roles/user.ts';
import type { Subject, TokenVerifier } from '#core/identity/token-verifier.ts';
import type { Clock } from '#core/model/clock.ts';

/**
 * Signatures by a private key only: `none`, and secrets that the verifier would share, are never
 * taken (RFC 8725 §3.1).
 */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
/** Tolerated difference between clocks. */
const TOLERANCE_SECONDS = 30;
/** A token that was issued later than so many seconds from now is refused. */
const ISSUED_AHEAD_SECONDS = 60;
const MOST_CHARACTERS = 16 * 1024;

export interface OidcOptions {
  /** The issuer, as in `iss` of its tokens. */
  readonly issuer: string;
  /** One of these must be in `aud`: the client id, for ID tokens, or the name of this API. */
  readonly audience: readonly string[];
  readonly clock: Clock;
}

/**
 * JWT of one OpenID provider: ID tokens and access tokens alike (OpenID Connect Core 1.0 §3.1.3.7,
 * RFC 9068 §4), checked for signature, issuer, audience and expiry. It keeps the issuer's keys, so
 * make one for the life of the process.
 */
export class OidcTokens implements TokenVerifier {
  readonly #options: OidcOptions;
  readonly #keys: IssuerKeys;

  /** @throws SurfError COMMAND_USAGE for an issuer that is none, or without audience */
  constructor(options: OidcOptions) {
    checkIssuer(options.issuer);
    if (options.audience.length === 0) {
      throw new SurfError(
        'COMMAND_USAGE',
        'an issuer without audience: Surf would accept tokens of its other clients',
        {
          remedy: 'give the client id, or the name of this API, as audience',
        },
      );
    }
    this.#options = options;
    this.#keys = new IssuerKeys(options.issuer, options.clock);
  }

  async verify(token: string): Promise<Subject> {
    if (token.length > MOST_CHARACTERS) throw invalid('it is longer than 16 KiB');
    return subjectOf(await this.#payload(token));
  }

  async #payload(token: string): Promise<JWTPayload> {
    const { issuer, audience, clock } = this.#options;
    try {
      const { payload } = await jwtVerify(token, this.#keys.keyOf, {
        issuer,
        audience: [...audience],
        algorithms: ALGORITHMS,
        clockTolerance: TOLERANCE_SECONDS,
        currentDate: new Date(clock.now()),
        requiredClaims: ['sub', 'exp', 'iat'],
      });
      checkIssuedAt(payload, clock.now());
      return payload;
    } catch (error) {
      if (codeOf(error) !== undefined) throw error;
      throw invalid(reasonOf(error), error);
    }
  }
}

/** `iat` is not a check of jose's unless an age is given. @throws SurfError SIGN_IN_INVALID */
function checkIssuedAt({ iat }: JWTPayload, now: number): void {
  if (typeof iat !== 'number' || !Number.isFinite(iat)) throw invalid('its claim iat is not a number');
  if (iat > now / 1_000 + ISSUED_AHEAD_SECONDS) throw invalid('it was issued in the future');
}

function subjectOf({ sub, email, email_verified }: JWTPayload): Subject {
  const id = UserId.safeParse(sub);
  if (!id.success) throw invalid('its subject is not a name of a user');
  const isVerified = email_verified === true || email_verified === 'true'; // some issuers send a string
  const isUsable = typeof email === 'string' && email.length <= 320 && isVerified;
  return { id: id.data, email: isUsable ? email : null };
}

/**
 * Reason in words that help the token's owner, and tell an attacker nothing that the token does
 * not.
 */
function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'it has expired';
  if (error instanceof errors.JWTClaimValidationFailed) return `its claim ${error.claim} has the wrong value`;
  if (error instanceof errors.JOSEAlgNotAllowed) return 'its algorithm is not accepted';
  if (error instanceof errors.JWKSNoMatchingKey) return 'its key is not one of the issuer';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'its signature is not the issuer’s';
  return 'it cannot be read';
}

const invalid = (why: string, cause?: unknown): SurfError =>
  new SurfError('SIGN_IN_INVALID', `the token is not valid: ${why}`, {
    remedy: 'sign in again',
    ...(cause !== undefined && { cause }),
  });
