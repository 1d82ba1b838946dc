/** What must be known when the sign-in service sends the browser back: no token, and of no use without its code. */
export interface PendingSignIn {
  readonly state: string;
  readonly verifier: string;
  readonly redirectUri: string;
  readonly returnTo: string;
}

const KEY = 'surf.sign-in';

/** For this window, until it is taken: the page is gone in between. */
export function savePending(pending: PendingSignIn): void {
  window.sessionStorage.setItem(KEY, JSON.stringify(pending));
}

/** Once. */
export function takePending(): PendingSignIn | null {
  const text = window.sessionStorage.getItem(KEY);
  window.sessionStorage.removeItem(KEY);
  return text === null ? null : (JSON.parse(text) as PendingSignIn);
}
