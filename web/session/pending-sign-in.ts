/** State between redirect and return. It holds no token, and is useless without the code. */
export interface PendingSignIn {
  readonly state: string;
  readonly verifier: string;
  readonly redirectUri: string;
  readonly returnTo: string;
}

const KEY = 'surf.sign-in';

/** Keeps the state for this window across the redirect. */
export function savePending(pending: PendingSignIn): void {
  window.sessionStorage.setItem(KEY, JSON.stringify(pending));
}

/** Returns and removes the state. */
export function takePending(): PendingSignIn | null {
  const text = window.sessionStorage.getItem(KEY);
  window.sessionStorage.removeItem(KEY);
  return text === null ? null : (JSON.parse(text) as PendingSignIn);
}
