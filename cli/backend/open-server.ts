import { ApiServer, type ServerAccess } from '#adapters/api/api-server.ts';
import { serverAddress } from '#cli/args/server-address.ts';
import type { ServerOption } from '#cli/args/server-option.ts';
import { ApiBackend } from '#cli/backend/api-backend.ts';
import { ProfileStore, profilePath } from '#cli/profiles/profile-store.ts';
import { SurfError } from '#core/error.ts';
import { didYouMean } from '#core/faults/nearest-name.ts';
import type { Profile } from '#core/identity/profile.ts';

/**
 * Opens the server that the call names, with the given or the saved credentials.
 * @throws SurfError COMMAND_USAGE, PROFILE_UNREADABLE
 */
export async function openServer(named: ServerOption): Promise<ApiBackend> {
  return new ApiBackend(await serverOf(named));
}

/** The API of that server. @throws SurfError COMMAND_USAGE, PROFILE_UNREADABLE */
export async function serverOf(named: ServerOption): Promise<ApiServer> {
  return new ApiServer(await accessOf(named, new ProfileStore(profilePath(process.env))));
}

async function accessOf({ by, value, key }: ServerOption, store: ProfileStore): Promise<ServerAccess> {
  if (by === '--profile') {
    const profile = await store.find(value);
    if (profile === null) throw await noProfile(value, store);
    return await accessBy(store, value, profile);
  }
  const address = serverAddress(value);
  if (key !== undefined) return { address, key };
  const kept = await store.ofAddress(address);
  return kept === null ? { address } : await accessBy(store, kept.name, kept.profile);
}

async function accessBy(store: ProfileStore, name: string, { api, key, signIn }: Profile): Promise<ServerAccess> {
  const address = serverAddress(api);
  if (key !== undefined) return { address, key };
  if (signIn === undefined) return { address };
  const { profileToken } = await import('#cli/profiles/profile-token.ts');
  return { address, token: profileToken(store, name, signIn) };
}

async function noProfile(name: string, store: ProfileStore): Promise<SurfError> {
  const names = await store.names();
  return new SurfError('COMMAND_USAGE', `there is no profile ${JSON.stringify(name.slice(0, 100))}`, {
    remedy: `${didYouMean(name, names)}surf login --api URL --profile NAME makes one`,
  });
}
