import { renewSignIn } from '#adapters/identity/browser-sign-in.ts';
import type { ProfileStore } from '#cli/profiles/profile-store.ts';
import type { SignIn } from '#core/identity/profile.ts';

/** A token is renewed so long before it ends. */
const AHEAD_MS = 60_000;

/** The ID token of a profile, renewed and kept when it is about to end; of many requests at once one renews. */
export function profileToken(store: ProfileStore, name: string, first: SignIn): () => Promise<string> {
  let held = Promise.resolve(first);
  const fresh = async (signIn: SignIn): Promise<SignIn> => {
    if (signIn.expiresAt - Date.now() > AHEAD_MS) return signIn;
    const kept = (await store.find(name)) ?? null;
    // Another process has renewed it; the old refresh token may be worth nothing by now.
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
