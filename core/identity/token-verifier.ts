/** The user to whom a token was issued. */
export interface Subject {
  /** `sub`: names the user, of this issuer. */
  readonly id: string;
  /** Null: not told, or not verified. */
  readonly email: string | null;
}

/** Checks bearer tokens of the one issuer that a deployment is configured for (S15). */
export interface TokenVerifier {
  /**
   * @throws SurfError SIGN_IN_INVALID, which says why; ISSUER_UNAVAILABLE (retryable) when its keys
   * cannot be fetched
   */
  verify(token: string): Promise<Subject>;
}
