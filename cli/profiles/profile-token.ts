import { renewSignIn } from '#adapters/identity/browser-sign-in.ts';
import type { ProfileStore } from '#cli/profiles/profile-store.ts';
import type { SignIn } from '#core/identity/profile.ts';

/** Surf renews a token this long before it expires. */
const AHEAD_MS = 60_000;

/**
 * Returns the ID token of a profile. Renews and saves it shortly before it expires, once for
 * concurrent requests.
 */
export function profileToken(store: ProfileStore, name: string, first: SignIn): () => Promise<string> {
  let held = Promise.resolve(first);
  const fresh = async (signIn: SignIn): Promise<SignIn> => {
    if (signIn.expiresAt - Date.now() > AHEAD_MS) return signIn;
    const kept = (await store.find(name)) ?? null;
    // Another process has renewed it; the old refresh token may be invalid by now.
    if (kept?.signIn !== undefined && kept.signIn.expiresAt - Date.now() > AHEAD_MS) return kept.signIn;
    const renewed = await renewSignIn(signIn);
    if (kept !== null) await store.save(name, { ...kept, signIn: renewed });
    return renewed;
  };
  return async () => {
    held = held.then(fresh);
    return (await held).idToken;
  };
}
